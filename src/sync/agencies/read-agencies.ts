import { failedAgain } from '../../core/setup/agency-reading.js';
import { backoffs } from '../../core/schedule/backoff.js';
import { isDue } from '../../core/schedule/due.js';
import type { SetupRecord } from '../../store/store.js';
import { noteSetupReading } from '../poll/feed-deaths.js';
import type { Services } from '../services/services.js';
import { removeKept } from '../decisions/set-up-agency.js';
import { readNextUpload } from './uploads.js';
import type { AgencyRead } from '../services/setup-services.js';

/** Agencies whose feed must be read now, oldest request first; none before the portal's words are known. */
export async function agenciesToRead({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<SetupRecord[]> {
  const waiting = (await store.setups.waiting()).filter(
    ({ readAskedAt: at }) => at !== null && isDue(at, backoffs.agencyReading.mostMs, clock.now()),
  );
  if (waiting.length === 0 || (await store.reference.vocabulary()) === null) return [];
  return waiting;
}

/**
 * Reads an uploaded file if one waits: its sender looks at the page. Otherwise reads the feed of the agency whose request is the oldest.
 * The request is deleted only with the result, so it survives a crash.
 */
export async function readNextAgency(services: Services): Promise<string | null> {
  const uploaded = await readNextUpload(services);
  if (uploaded !== null) return uploaded;
  const { store, setups, spool } = services;
  const [agency] = await agenciesToRead(services);
  if (agency?.readAskedAt == null) return null;
  await noteSetupReading(agency.name, services);
  const read = await readOrFail(agency, services);
  await store.setups.endReading(agency.name, agency.readAskedAt, read);
  await noteSetupReading(null, services);
  const now = await store.setups.byName(agency.name);
  // The agency was removed or sent while its feed was read.
  if (now?.keptFile == null) await removeKept(read, spool);
  setups.changed(agency.name);
  return agency.name;
}

/** A reading that an exception ended is retried at growing intervals, and other agencies are read in between. */
async function readOrFail(
  agency: SetupRecord,
  { setups, clock, log }: Services,
): Promise<AgencyRead & { retryAt?: number }> {
  const read = await setups.read(agency);
  const { reading, exception = null } = read;
  if (reading.ok || exception === null) return read;
  const { reading: failed, retryAt } = failedAgain(agency.reading, reading, clock.now());
  log.error('the file of an agency could not be read', {
    agency: agency.name,
    failures: failed.failures,
    error: exception,
    retry_at: new Date(retryAt).toISOString(),
  });
  return { ...read, reading: failed, retryAt };
}

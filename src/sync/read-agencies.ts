import type { SetupRow } from '../store/store.js';
import type { Services } from './services.js';
import { removeKept } from './set-up-agency.js';

/** Agencies whose feed is to be read, in the order of asking; none before the portal's words are known. */
export async function agenciesToRead({ store }: Pick<Services, 'store'>): Promise<SetupRow[]> {
  const waiting = await store.setups.waiting();
  if (waiting.length === 0 || (await store.reference.vocabulary()) === null) return [];
  return waiting;
}

/** Reads the feed of the agency that waits longest: a crash on the way lets it wait on. */
export async function readNextAgency(services: Services): Promise<string | null> {
  const { store, setups, spool } = services;
  const [agency] = await agenciesToRead(services);
  if (agency?.readAskedAt == null) return null;
  const read = await setups.read(agency);
  await store.setups.endReading(agency.name, agency.readAskedAt, read);
  const now = await store.setups.byName(agency.name);
  // Somebody took it away, or sent it, while it was being read.
  if (now?.keptFile == null) await removeKept(read, spool);
  setups.changed(agency.name);
  return agency.name;
}

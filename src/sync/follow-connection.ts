import { warningsOfTheAgency } from '../core/retry-policy.js';
import type { ConnectionRow } from '../store/rows.js';
import { isObject } from '../wire/payload.js';
import type { Connection } from '../wire/replies.js';
import type { Services } from './services.js';

/** What follows where a connection reads other than the last time (RULES R85, R98). */
export async function followConnection(
  former: ConnectionRow | null,
  now: Connection,
  services: Services,
): Promise<void> {
  const { store, clock } = services;
  if (former?.remote == null) return;
  const { id, status } = now;
  if (status === 'revoked' && former.status !== 'revoked') await store.connections.release(id, clock.now());
  if (status === 'active' && former.certificationNote !== null)
    await store.connections.update(id, { certificationNote: null });
  if (status !== former.status && status !== 'revoked' && status !== 'paused')
    await store.connections.update(id, { outcomesDueAt: clock.now(), outcomesAsked: 0, backoffStep: 0 });
  if (status === 'certifying' && differ(now.counts, former.remote.counts))
    await store.connections.update(id, { outcomesDueAt: clock.now(), outcomesAsked: 0 });
  if (differ(summaryOf(now.agency), summaryOf(former.remote.agency))) await sendWarnedAgain(id, services);
}

/** Agents and photos that the portal left out may be taken now. */
async function sendWarnedAgain(connectionId: string, { store, clock }: Services): Promise<void> {
  const warned = await store.listings.warned(connectionId, warningsOfTheAgency);
  const ids = warned.map((row) => row.externalId);
  await store.outbox.sendAgain(connectionId, ids, 'own_change', clock.now());
}

/** How many listings are in use says nothing of the agency itself. */
function summaryOf(agency: unknown): unknown {
  if (!isObject(agency)) return null;
  const { listing_quota: quota, ...rest } = agency;
  return [rest, isObject(quota) ? quota.limit : null];
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

import type { ConnectionId } from '../../model/ids.js';
import { agentDropped, mayKeepMorePhotos, photosDropped } from '../../core/schedule/retry-policy.js';
import type { ConnectionRecord, PortalAgency } from '../../model/connection.js';
import type { Connection } from '../../wire/replies.js';
import type { Services } from '../services/services.js';

/** Reacts to a connection that changed since it was last read (RULES R113, R126). */
export async function followConnection(
  former: ConnectionRecord | null,
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
  if (differ(summaryOf(now.agency), summaryOf(former.remote.agency))) await sendAgentsAgain(id, services);
  await sendPhotosAgain(id, former.remote.agency.photo_limit, now.agency.photo_limit, services);
}

/** Queues listings that the portal accepted without their agents: after a change of the agency the portal may accept these too. */
async function sendAgentsAgain(connectionId: ConnectionId, { store, clock }: Services): Promise<void> {
  const warned = await store.listings.warned(connectionId, [agentDropped]);
  const ids = warned.map((row) => row.externalId);
  await store.outbox.sendAgain(connectionId, ids, 'own_change', clock.now());
}

/**
 * Queues listings that the portal accepted without some of their photos, if the plan may keep more of them now. Any other change of the
 * agency keeps as many as before: the portal has what was sent.
 */
async function sendPhotosAgain(
  connectionId: ConnectionId,
  former: number,
  limit: number,
  { store, clock }: Services,
): Promise<void> {
  if (limit === former) return;
  const warned = await store.listings.warned(connectionId, [photosDropped]);
  const payloads = await store.listings.payloads(
    connectionId,
    warned.map((row) => row.externalId),
  );
  const ids = [...payloads].flatMap(([id, { photos }]) =>
    Array.isArray(photos) && mayKeepMorePhotos(photos.length, former, limit) ? id : [],
  );
  await store.outbox.sendAgain(connectionId, ids, 'own_change', clock.now());
}

/** The agency without the number of used places, which changes with every listing. */
function summaryOf({ listing_quota: quota, ...agency }: PortalAgency): unknown {
  return [agency, quota.limit];
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

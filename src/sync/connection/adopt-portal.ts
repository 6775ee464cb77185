import type { ConnectionId } from '../../model/ids.js';
import type { Stop } from '../reports.js';
import type { ConnectionRecord } from '../../model/connection.js';
import { toSeen } from '../portal-state/read-outcomes.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

/**
 * `lastPushAt` of the portal may be this much later than that of the store without a push by another writer: the times come from two clocks, and a
 * request takes time.
 */
const toleranceMs = 2 * 60_000;

/**
 * Detects a push to this connection that was not made by this store: the store is empty or restored, or there is a second writer. The
 * portal's state is adopted before anything is sent, and nothing is removed until one clean cycle has passed.
 */
export async function adoptPortal(connectionId: ConnectionId, services: Services): Promise<Stop | null> {
  const { store, portal, clock, log } = services;
  const connection = await store.connections.get(connectionId);
  const pushedAt = lastPushAt(connection);
  if (pushedAt === null || pushedAt <= (connection?.lastPushAt ?? -Infinity) + toleranceMs) return null;
  const view = await portal.view(connectionId);
  if (view.kind !== 'ok') return backoffAfter(view, connectionId, services);
  const seen = view.body.map((record) => toSeen(record, services.protocol));
  await store.reconciles.adopt(connectionId, seen, { pushedAt, now: clock.now() });
  log.warn(
    'another client wrote to this connection: the portal’s state is adopted, and nothing is removed for one cycle',
    {
      connection: connectionId,
      listings: seen.length,
    },
  );
  return null;
}

/** Whether a feed was read completely since the portal's state was adopted. */
export async function isAdoptionClean(
  { id, adoptingSince }: ConnectionRecord,
  { store }: Services,
): Promise<boolean> {
  const feeds = await store.feeds.ofConnection(id);
  return feeds.some(({ lastCompleteAt }) => (lastCompleteAt ?? 0) > (adoptingSince ?? 0));
}

function lastPushAt(connection: ConnectionRecord | null): number | null {
  const at = Date.parse(connection?.remote?.last_push_at ?? '');
  return Number.isNaN(at) ? null : at;
}

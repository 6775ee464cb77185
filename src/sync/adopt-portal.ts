import type { Stop } from './reports.js';
import type { ConnectionRow } from '../store/rows.js';
import { toSeen } from './read-outcomes.js';
import type { Services } from './services.js';
import { stopOf } from './stop-of.js';

/** Our date and the portal's are of two clocks, and a request takes its time. */
const toleranceMs = 2 * 60_000;

/**
 * Somebody pushed to this connection, and it was not this store: an empty or restored one, or a second writer. What the portal
 * holds is taken over before anything is sent, and nothing is removed until one clean cycle has passed (RULES R100).
 */
export async function adoptPortal(connectionId: string, services: Services): Promise<Stop | null> {
  const { store, portal, clock, log } = services;
  const connection = await store.connections.get(connectionId);
  const pushedAt = lastPushAt(connection);
  if (pushedAt === null || pushedAt <= (connection?.lastPushAt ?? -Infinity) + toleranceMs) return null;
  const view = await portal.view(connectionId);
  if (view.kind !== 'ok') return stopOf(view, connectionId, services);
  const seen = view.body.map((record) => toSeen(record, services.protocol));
  await store.reconciles.adopt(connectionId, seen, { pushedAt, now: clock.now() });
  log.warn('another writer was here: what the portal holds is taken over, nothing is removed for one cycle', {
    connection: connectionId,
    listings: seen.length,
  });
  return null;
}

/** Whether a feed was read completely since the portal's word was taken over. */
export async function isAdoptionClean(
  { id, adoptingSince }: ConnectionRow,
  { store }: Services,
): Promise<boolean> {
  const feeds = (await store.feeds.all()).filter((feed) => feed.connectionId === id);
  return feeds.some(({ lastCompleteAt }) => (lastCompleteAt ?? 0) > (adoptingSince ?? 0));
}

function lastPushAt(connection: ConnectionRow | null): number | null {
  const text = connection?.remote?.last_push_at;
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}

import type { ConnectionId } from '../../model/ids.js';
import type { Services } from '../services/services.js';

/**
 * How many more live listings fit the agency's plan: the last reading minus everything sent since. The result may be too low, never too
 * high, as far as feedsync's own pushes go. Infinity if the plan has no limit, or nothing is known about it.
 */
export async function placesLeft(
  connectionId: ConnectionId,
  { store }: Pick<Services, 'store'>,
): Promise<number> {
  const connection = await store.connections.get(connectionId);
  const { used, limit } = connection?.remote?.agency.listing_quota ?? { used: 0, limit: null };
  if (connection?.readAt == null || limit === null) return Infinity;
  // A reading of this same millisecond already includes what was sent before it.
  const since = await store.spend.since(connectionId, connection.readAt + 1);
  const sent = since.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, limit - used - sent);
}

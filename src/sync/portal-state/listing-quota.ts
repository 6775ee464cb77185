import type { ConnectionId } from '../../model/ids.js';
import type { Services } from '../services/services.js';
import { ownValue } from '../../model/own-value.js';

/**
 * How many more live listings fit the agency's plan: the last reading minus everything sent since. May be too low, never too high. Infinity
 * if the plan has no limit, or nothing is known about it.
 */
export async function placesLeft(
  connectionId: ConnectionId,
  { store }: Pick<Services, 'store'>,
): Promise<number> {
  const connection = await store.connections.get(connectionId);
  const quota = quotaOf(connection?.remote?.agency);
  if (connection?.readAt == null || quota === null) return Infinity;
  // A reading of this same millisecond already includes what was sent before it.
  const since = await store.spend.since(connectionId, connection.readAt + 1);
  const sent = since.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, quota.limit - quota.used - sent);
}

function quotaOf(agency: unknown): { used: number; limit: number } | null {
  const quota: unknown = valueOf(agency, 'listing_quota');
  const [used, limit] = [valueOf(quota, 'used'), valueOf(quota, 'limit')];
  return typeof used === 'number' && typeof limit === 'number' ? { used, limit } : null;
}

function valueOf(of: unknown, key: string): unknown {
  return ownValue(of, key);
}

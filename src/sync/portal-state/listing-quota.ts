import type { Services } from '../services/services.js';
import { ownValue } from '../../model/own-value.js';

/**
 * Live listings that the agency's plan has room for, by its last reading less all that was sent since: never more than there
 * is. Infinity where the plan has no limit, or nothing is known.
 */
export async function placesLeft(connectionId: string, { store }: Pick<Services, 'store'>): Promise<number> {
  const connection = await store.connections.get(connectionId);
  const quota = quotaOf(connection?.remote?.agency);
  if (connection?.readAt == null || quota === null) return Infinity;
  // A reading of this very moment has seen what was sent before it.
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

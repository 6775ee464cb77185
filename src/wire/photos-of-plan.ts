import { photosMax } from './limits.js';
import { ownValue } from '../model/own-value.js';

/**
 * Photos to send: the agency's plan drops the rest, and a larger plan must re-push by itself (RULES R125).
 * @param remote the connection as the portal told it; null where it was never read
 */
export function photosOfPlan(remote: Readonly<Record<string, unknown>> | null): number {
  const limit = ownValue(remote?.agency, 'photo_limit');
  return typeof limit === 'number' ? Math.min(photosMax, limit) : photosMax;
}

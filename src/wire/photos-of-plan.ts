import { photosMax } from './limits.js';

/**
 * Photos to send: the agency's plan drops the rest, and a larger plan must re-push by itself (SEMANTICS 5).
 * @param remote the connection as the portal told it; null where it was never read
 */
export function photosOfPlan(remote: Readonly<Record<string, unknown>> | null): number {
  const agency = remote?.agency;
  const limit: unknown =
    typeof agency === 'object' && agency !== null ? Reflect.get(agency, 'photo_limit') : null;
  return typeof limit === 'number' ? Math.min(photosMax, limit) : photosMax;
}

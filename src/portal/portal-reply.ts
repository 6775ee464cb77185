/**
 * What became of a request, decided once at the edge. Callers never look at statuses, bodies or exceptions.
 * - `ok`: done, and the reply could be read.
 * - `refused`: the portal said no; it certainly had no effect.
 * - `unreachable`: it never left this machine, or there is no API at the address; certainly no effect, and worth trying again.
 * - `unknown`: it may have been applied (RULES R74, R92): repeat it with the same key, or read back.
 */
export type PortalReply<T> =
  | { kind: 'ok'; status: number; body: T; replayed: boolean; receivedAt: number }
  | PortalRefusal
  | { kind: 'unreachable'; reason: string }
  | { kind: 'unknown'; reason: string; status: number | null; retryAfterMs: number | null };

export interface PortalRefusal {
  kind: 'refused';
  status: number;
  /** The envelope's code, or `http_<status>` where the reply has no envelope. */
  code: string;
  message: string;
  details: unknown;
  requestId: string | null;
  retryAfterMs: number | null;
  scope: RefusalScope;
  receivedAt: number;
}

/**
 * Whom the refusal stops: the connection's item budget, the key for a while, the key until a person acts, the connection
 * (paused, revoked), nothing but this thing (absent, still in progress), or the request as it is: its content (`request`), its size
 * (`too_large`), its id that no path can carry (`not_sendable`), or this one request although the key is taken (`parked`).
 */
export type RefusalScope =
  | 'connection_items'
  | 'key_rate'
  | 'key_auth'
  | 'connection_state'
  | 'not_found'
  | 'in_progress'
  | 'request'
  | 'too_large'
  | 'not_sendable'
  | 'parked';

/** Of a batch or removal: a refusal that is about it alone, so that others may go on. */
export function concernsRequestAlone(scope: RefusalScope): boolean {
  return scope === 'request' || scope === 'too_large' || scope === 'not_sendable' || scope === 'parked';
}

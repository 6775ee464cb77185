/**
 * The outcome of a request. Callers need neither HTTP statuses nor bodies nor exceptions.
 * - `ok`: the portal applied the request, and its reply was read.
 * - `refused`: the portal refused the request, which had no effect.
 * - `unreachable`: the request was not sent, or there is no API at the address. It had no effect and can be retried.
 * - `unknown`: the request may have been applied (RULES R102, R120). Repeat it with the same idempotency key, or read the state back.
 */
export type PortalReply<T> =
  | { kind: 'ok'; status: number; body: T; replayed: boolean; receivedAt: number }
  | PortalRefusal
  | { kind: 'unreachable'; reason: string }
  | { kind: 'unknown'; reason: string; status: number | null; retryAfterMs: number | null };

/** A request that the portal refused, or that cannot be sent at all (status 0). */
export interface PortalRefusal {
  kind: 'refused';
  status: number;
  /** The code of the error envelope, or `http_<status>` without one. */
  code: string;
  message: string;
  details: unknown;
  requestId: string | null;
  retryAfterMs: number | null;
  scope: RefusalScope;
  receivedAt: number;
}

/**
 * What a refusal stops:
 * - `connection_items`: pushes of the connection, until its item budget has room
 * - `key_rate`: all requests of the key, for a while
 * - `key_auth`: all requests of the key, until someone fixes the key
 * - `connection_state`: writes of the connection, which is paused or revoked
 * - `not_found`: this request: its connection, listing or batch does not exist
 * - `in_progress`: this request: the first one with its idempotency key is still being processed
 * - `request`: this request, because of its content
 * - `too_large`: this request, because of its size
 * - `not_sendable`: this request: its id cannot be part of a URL's path
 * - `parked`: this request, although the portal accepts the key (see `request-parking.ts`)
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

/** An outcome that nothing is known about. @param status of the reply; null without a reply */
export function unknownReply(reason: string, status: number | null = null): PortalReply<never> {
  return { kind: 'unknown', reason, status, retryAfterMs: null };
}

/** Whether the refusal of a batch or a removal stops this request only, so that other requests of the connection can continue. */
export function concernsRequestAlone(scope: RefusalScope): boolean {
  return scope === 'request' || scope === 'too_large' || scope === 'not_sendable' || scope === 'parked';
}

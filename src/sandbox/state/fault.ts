import type { Due } from './fault-list.js';
import type { RequestMatch } from './gates.js';

/** A fault of requests: it acts on the next `times` [1] requests that match. */
export interface Fault extends RequestMatch {
  times?: number;
  does: FaultAction;
}

/**
 * - `status`: an error reply with this status; nothing is applied; `retryAfter` is sent as it is in the Retry-After header
 * - `cut`: the connection is reset, before or after the request is applied
 * - `latency`: the request is served after `ms` of the clock
 * - `truncated`: the request is applied; the first half of the reply's bytes is sent as a complete reply
 * - `html`: a login page with status 200; nothing is applied
 * - `drop_items`: the item results at these positions, from 0, are missing from the reply
 * - `reverse_items`: the item results are in reverse order
 * - `slow_body`: the reply is sent in `pieces`, with `ms` of the clock before each piece
 */
export type FaultAction =
  | { kind: 'status'; status: number; code?: string; retryAfter?: string }
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'latency'; ms: number }
  | { kind: 'truncated' }
  | { kind: 'html' }
  | { kind: 'drop_items'; positions: readonly number[] }
  | { kind: 'reverse_items' }
  | { kind: 'slow_body'; pieces: number; ms: number };

export type DueFault = Due<Fault>;

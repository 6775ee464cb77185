import type { Due } from './fault-list.js';
import type { RequestMatch } from './gates.js';

/** Something that goes wrong on purpose, for the next `times` requests that match [1]. */
export interface Fault extends RequestMatch {
  times?: number;
  does: FaultAction;
}

/**
 * - `status`: answers so without applying anything; `retryAfter` goes into the header as it is written
 * - `cut`: the connection is reset, before or after the request is applied
 * - `latency`: waits by the clock, then serves as usual
 * - `truncated`: applies the request and sends the first half of the reply's bytes, as if it were all
 * - `html`: a login page with status 200; nothing is applied
 * - `drop_items`: the reply lacks these positions of its item results
 * - `reverse_items`: the reply's item results stand in reverse order
 * - `slow_body`: the reply comes in `pieces`, with `ms` by the clock before each of them
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

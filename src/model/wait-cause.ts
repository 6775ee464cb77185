import type { RefusalDetail } from './refusal-details.js';

/**
 * Why an outbox entry waits although its turn has come:
 * - `plan_full`: the agency's plan has no room for it
 * - `item_refused`: the portal refused a request for what this listing holds
 * - `too_large`: it is too large for the portal even alone
 * - `request_refused`: the portal refuses this one request although it takes the key
 * - `not_sendable`: no request can carry its id
 * - `no_answer`: the portal has not answered its request as it should
 */
export type WaitKind =
  'plan_full' | 'item_refused' | 'too_large' | 'request_refused' | 'not_sendable' | 'no_answer';

/** Of a listing that the agency's plan has no room for, whether it was sent or not. */
export const planFullCode = 'quota_exceeded';

/** Of a request that is not sent, because no path can carry its listing's id. */
export const notSendableCode = 'id_not_in_a_path';

/** Kept with the outbox entry: no later reading could find it out again. */
export interface WaitCause {
  kind: WaitKind;
  /** The portal's code, or `http_<status>`; null where it gave none. */
  code: string | null;
  /** The portal's own words; empty where it gave none. */
  message: string;
  details: readonly RefusalDetail[];
  /** When it began to wait for this kind of reason; epoch milliseconds. */
  since: number;
  /** How often it came to this in a row. */
  tries: number;
}

/** What a refusal says, before it is known how long it lasts. */
export type WaitReason = Omit<WaitCause, 'since' | 'tries'>;

/** The same kind of reason again goes on counting. */
export function waitsAgain(former: WaitCause | null, reason: WaitReason, now: number): WaitCause {
  const isSame = former?.kind === reason.kind;
  return { ...reason, since: isSame ? former.since : now, tries: isSame ? former.tries + 1 : 1 };
}

import type { RefusalDetail } from './refusal-details.js';

/**
 * Why an outbox entry waits although its turn has come:
 * - `plan_full`: the agency's plan has no room for the listing
 * - `item_refused`: the portal refused a request because of this listing's content
 * - `too_large`: the listing is too large for the portal even in a request of its own
 * - `request_refused`: the portal refuses this request although it accepts the key
 * - `not_sendable`: the listing's id fits no request path
 * - `no_answer`: the portal has not given this request a usable reply
 * - `leaving`: a person decides whether the listing leaves, and the portal does not show it
 */
export type WaitKind =
  'plan_full' | 'item_refused' | 'too_large' | 'request_refused' | 'not_sendable' | 'no_answer' | 'leaving';

/** Code of a listing that the agency's plan has no room for, whether it was sent or not. */
export const planFullCode = 'quota_exceeded';

/** Code of a request that is not sent because the listing's id fits no request path. */
export const notSendableCode = 'id_not_in_a_path';

/** Stored with the outbox entry, because it cannot be derived again later. */
export interface WaitCause {
  kind: WaitKind;
  /** The portal's code, or `http_<status>`; null where it gave none. */
  code: string | null;
  /** The portal's message, verbatim; empty where it gave none. */
  message: string;
  details: readonly RefusalDetail[];
  /** When the entry began to wait for this kind of reason; epoch milliseconds. */
  since: number;
  /** Consecutive refusals for this kind of reason. */
  tries: number;
}

/** The content of one refusal, without its history. */
export type WaitReason = Omit<WaitCause, 'since' | 'tries'>;

/** The cause after another refusal: `since` and `tries` continue while the kind is the same, and restart when it changes. */
export function waitsAgain(former: WaitCause | null, reason: WaitReason, now: number): WaitCause {
  const isSame = former?.kind === reason.kind;
  return { ...reason, since: isSame ? former.since : now, tries: isSame ? former.tries + 1 : 1 };
}

import type { HoldId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** A decision about a hold. */
export interface Decision {
  holdId: HoldId;
  kind: 'approve' | 'reject';
  /** The number of listings that the hold showed when it was decided; required above `expectAbove`. */
  expect: number | null;
  author: string;
  /** When it was made. Values in doubt that came later were not seen and are not confirmed; missing: now. */
  askedAt?: Millis | undefined;
  /** For a hold of foreign listings: only these lines. The others stay open. */
  only?: readonly string[] | undefined;
  /** For a hold of an orphaned feed: approves it by giving its listings to this feed. */
  giveTo?: string | undefined;
  /** For a hold of removals: hides its listings until then instead of removing them (RULES R217). */
  hideUntil?: Millis | undefined;
  /** For a hold that proposes renames: accepts them, so that the listings continue under the new ids of their records. */
  rekey?: boolean | undefined;
}

export type DecisionResult = { ok: true; message: string; listings: number } | { ok: false; message: string };

import type { PollBalance } from '../core/schedule/balance.js';
import type { Drift } from '../core/listing/drift.js';
import type { Lane } from '../model/listing-states.js';
import type { Run } from '../model/run.js';

/** What one poll did, for the run, the page and the command line. */
export interface PollReport {
  feed: string;
  state: Run['state'];
  /** One sentence for a person. */
  message: string;
  balance: PollBalance;
  /** All of a dry run; the first thousand of one that is carried out. */
  planned: PlannedListing[];
  absences: AbsenceReport;
  /** Words without a meaning that came up for the first time since the feed is live. */
  newWords: number;
  /** From the source's Retry-After. */
  retryAfterMs: number | null;
}

/** A listing that this poll wants sent. */
export interface PlannedListing {
  externalId: string;
  action: 'queue' | 'restore' | 'conflict';
  lane: Lane | null;
  title: string | null;
}

/** What became of the listings that a complete poll did not have. */
export interface AbsenceReport {
  inGrace: number;
  held: number;
  pinned: number;
  removals: { externalId: string; title: string | null; reason: string }[];
  returned: number;
  /** Passed to another feed of the connection, which has them. */
  transferred: number;
  holdId: number | null;
  holdReason: string | null;
}

export const noAbsences: AbsenceReport = {
  inGrace: 0,
  held: 0,
  pinned: 0,
  removals: [],
  returned: 0,
  transferred: 0,
  holdId: null,
  holdReason: null,
};

/** What one push did. Its numbers are what the portal answered, not what was hoped for. */
export interface PushReport {
  connectionId: string;
  state: Run['state'];
  message: string;
  batches: number;
  sent: number;
  results: Record<string, number>;
  removed: number;
  /** When there may be more to do; null when the outbox holds nothing that waits for time alone. */
  nextAt: number | null;
}

/** Its numbers as its run keeps them, under way and at its end. */
export function pushBalance({ results, sent, removed }: PushReport): Run['balance'] {
  return { ...results, sent, removed };
}

/** What one comparison with the portal found and did. */
export interface ReconcileReport {
  connectionId: string;
  state: Run['state'];
  message: string;
  /** Listings that the view shows as live. */
  live: number;
  /** How what is off was archived. */
  way: 'list' | 'one_by_one' | 'nothing';
  /** Ids on the list that was, or would be, sent. */
  kept: number;
  archived: ReconciledListing[];
  /** Of what is off and live: waits for a person. */
  held: number;
  holdId: number | null;
  holdReason: string | null;
  /** Live ids that nothing here knows and nobody has decided. */
  foreign: ReconciledListing[];
  drift: (Drift & { title: string | null })[];
  /** Why nothing may be taken off this time; null where it may. */
  skipped: string | null;
}

interface ReconciledListing {
  externalId: string;
  title: string | null;
}

/** Why a push stopped before the outbox was empty; `retryAt` says when to come back. */
export interface Stop {
  reason: string;
  retryAt: number;
  /** Nobody's mistake: the hour's budget, a pause. Anything else is trouble. */
  expected: boolean;
  /** Expected, and nothing more may be sent before `retryAt`: somebody else’s turn. */
  waits?: boolean;
  /** Only one request or batch waits until then: the rest of the connection goes on. */
  alone?: boolean;
}

export interface OutcomesReport {
  stop: Stop | null;
  /** Records in the view. */
  seen: number;
  /** Listings whose state at the portal changed. */
  changed: number;
  /** Ids on the portal that the store does not know. */
  foreign: number;
}

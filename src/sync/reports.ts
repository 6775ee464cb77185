import type { PollBalance } from '../core/balance.js';
import type { Lane } from '../core/listing-states.js';
import type { RunRow } from '../store/rows.js';

/** What one poll did, for the run, the page and the command line. */
export interface PollReport {
  feed: string;
  state: RunRow['state'];
  /** One sentence for a person. */
  message: string;
  balance: PollBalance;
  planned: PlannedListing[];
  absences: AbsenceReport;
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
  holdId: number | null;
  holdReason: string | null;
}

export const noAbsences: AbsenceReport = {
  inGrace: 0,
  held: 0,
  pinned: 0,
  removals: [],
  returned: 0,
  holdId: null,
  holdReason: null,
};

/** What one push did. Its numbers are what the portal answered, not what was hoped for. */
export interface PushReport {
  connectionId: string;
  state: RunRow['state'];
  message: string;
  batches: number;
  sent: number;
  results: Record<string, number>;
  removed: number;
  /** When there may be more to do; null when the outbox holds nothing that waits for time alone. */
  nextAt: number | null;
}

/** Why a push stopped before the outbox was empty; `retryAt` says when to come back. */
export interface Stop {
  reason: string;
  retryAt: number;
  /** Nobody's mistake: the hour's budget. Anything else is shown. */
  expected: boolean;
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

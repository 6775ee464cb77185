import type { ConnectionId, ExternalId, HoldId } from '../model/ids.js';
import type { PollBalance } from '../core/schedule/balance.js';
import type { Drift } from '../core/listing/drift.js';
import type { Lane } from '../model/listing-states.js';
import type { Run } from '../model/run.js';

/** What one poll did: for the run, the console and the command line. */
export interface PollReport {
  feed: string;
  state: Run['state'];
  /** One sentence for the operator. */
  message: string;
  balance: PollBalance;
  /** All listings in a dry run; else the first thousand. */
  planned: PlannedListing[];
  absences: AbsenceReport;
  /** Number of unmapped values that are new since the feed went live. */
  newWords: number;
  /** From the source's Retry-After. */
  retryAfterMs: number | null;
}

/** A listing that this poll sends or would send. */
export interface PlannedListing {
  externalId: ExternalId;
  /** `deactivate`: its record calls it inactive, and the guard of removals judges that. */
  action: 'queue' | 'restore' | 'conflict' | 'deactivate';
  lane: Lane | null;
  title: string | null;
}

/** What happened to the listings that a complete poll did not find. */
export interface AbsenceReport {
  inGrace: number;
  /** Held removals and deactivations. */
  held: number;
  pinned: number;
  /** Number of listings that become inactive. */
  deactivated: number;
  removals: { externalId: ExternalId; title: string | null; reason: string }[];
  returned: number;
  /** Transferred to another feed of the connection that has them. */
  transferred: number;
  holdId: HoldId | null;
  holdReason: string | null;
}

export const noAbsences: AbsenceReport = {
  inGrace: 0,
  held: 0,
  pinned: 0,
  deactivated: 0,
  removals: [],
  returned: 0,
  transferred: 0,
  holdId: null,
  holdReason: null,
};

/** What one push did. The numbers come from the portal's answers. */
export interface PushReport {
  connectionId: ConnectionId;
  state: Run['state'];
  message: string;
  batches: number;
  sent: number;
  results: Record<string, number>;
  removed: number;
  /** When more can be sent; null if nothing in the outbox waits for a time. */
  nextAt: number | null;
}

/** The numbers that the run stores, during the push and at its end. */
export function pushBalance({ results, sent, removed }: PushReport): Run['balance'] {
  return { ...results, sent, removed };
}

/** What one comparison with the portal found and did. */
export interface ReconcileReport {
  connectionId: ConnectionId;
  state: Run['state'];
  message: string;
  /** Listings that the view shows as live. */
  live: number;
  /** How listings that are no longer wanted were archived. */
  way: 'list' | 'one_by_one' | 'nothing';
  /** Number of ids on the keep-list that was, or would be, sent. */
  kept: number;
  archived: ReconciledListing[];
  /** Listings that are live but not wanted, held for a decision. */
  held: number;
  holdId: HoldId | null;
  holdReason: string | null;
  /** Ids that are live on the portal, unknown to the store, and about which no user has decided. */
  foreign: ReconciledListing[];
  drift: (Drift & { title: string | null })[];
  /** Why nothing may be removed this time; null if removals are allowed. */
  skipped: string | null;
}

interface ReconciledListing {
  externalId: ExternalId;
  title: string | null;
}

/** Why a push stopped before the outbox was empty; `retryAt`: when to push again. */
export interface Stop {
  reason: string;
  retryAt: number;
  /** Normal operation, such as a spent budget or a pause. Anything else is trouble. */
  expected: boolean;
  /** Expected too, but nothing more may be sent before `retryAt`, because someone other than feedsync must act first. */
  waits?: boolean;
  /** Only one request or batch waits until `retryAt`. The rest of the connection continues. */
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

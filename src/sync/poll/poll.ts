import type { PollBalance } from '../../core/schedule/balance.js';
import type { Run } from '../../model/run.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import type { PlanVerdict } from './judge-plan.js';
import type { LoadedReference } from '../reference/load-reference.js';
import type { Reading } from './reading.js';
import type { AbsenceReport, PlannedListing } from '../reports.js';
import type { Feed, Services } from '../services/services.js';
import type { Validators } from '../snapshot/take-snapshot.js';
import type { ContentWatch } from './watch-content.js';

/** A poll under way: what it knows from the start. */
export interface Poll {
  feed: Feed;
  row: FeedRecord;
  /** Null for a dry run, which leaves no trace. */
  run: number | null;
  dryRun: boolean;
  /** A file that waits on disk; null: the source is asked. */
  file: Snapshot | null;
  /** What is kept is mapped again: that says nothing of what the source has now. */
  isRemap: boolean;
  /** Null while the portal's words and places were never read. */
  reference: LoadedReference | null;
  /** Of the mapping and the resolved tables; stored with the commit. */
  context: string | null;
  balance: PollBalance;
  watch: ContentWatch;
  services: Services;
}

/** How a poll ended; what is not given did not happen. */
export interface PollEnd {
  state: Run['state'];
  message: string;
  planned?: PlannedListing[];
  absences?: AbsenceReport;
  validators?: Validators | null;
  snapshot?: Snapshot | null;
  reading?: Reading;
  verdict?: PlanVerdict;
  retryAfterMs?: number | null;
  /** By feedsync itself, which was stopped: no failure of the feed. */
  wasStopped?: boolean;
  /** The source said nothing of its file, or nothing of it was mapped: no complete poll. */
  unproven?: boolean;
}

export function stalled(message: string, retryAfterMs: number | null = null): PollEnd {
  return { state: 'stalled', message, retryAfterMs };
}

export function stopped(message: string): PollEnd {
  return { state: 'stalled', message, wasStopped: true };
}

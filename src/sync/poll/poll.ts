import type { PollBalance } from '../../core/schedule/balance.js';
import type { Run } from '../../model/run.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import type { PlanVerdict } from './judge-plan.js';
import type { LoadedReference } from '../reference/load-reference.js';
import type { Reading } from './reading.js';
import type { AbsenceReport, PlannedListing } from '../reports.js';
import type { Feed, Services } from '../services/services.js';
import type { Staging } from '../staging/staging.js';
import type { Validators } from '../snapshot/take-snapshot.js';
import type { ContentWatch } from './watch-content.js';

/** A poll under way, with everything that is known before it reads. */
export interface Poll {
  feed: Feed;
  row: FeedRecord;
  /** Null for a dry run, which writes nothing. */
  run: number | null;
  dryRun: boolean;
  /** A kept file to apply; null: the source is fetched, or kept records are mapped. */
  file: Snapshot | null;
  /** True for a remap, which runs apart from a poll. It shows nothing about what the source has now. */
  isRemap: boolean;
  /** Null until the portal's words and places were read. */
  reference: LoadedReference | null;
  /** Digest of what decides how the records are mapped (`feedContext`); null as long as `reference` is. Stored with the commit. */
  context: string | null;
  balance: PollBalance;
  watch: ContentWatch;
  /** Discarded when the poll ends. */
  staging: Staging;
  services: Services;
}

/** How a poll ended. An absent field means that the step did not happen. */
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
  /** feedsync itself was stopped: not a failure of the feed. */
  wasStopped?: boolean;
  /** The source confirmed no file, or no record was mapped: this is no complete poll. */
  unproven?: boolean;
}

export function stalled(message: string, retryAfterMs: number | null = null): PollEnd {
  return { state: 'stalled', message, retryAfterMs };
}

export function stopped(message: string): PollEnd {
  return { state: 'stalled', message, wasStopped: true };
}

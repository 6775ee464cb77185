import type { ConnectionId, FeedId } from '../model/ids.js';
import type { PhotoReport } from './upkeep/check-photos.js';
import type { NoticeReport } from './notices/send-notices.js';
import type { ReferenceReport } from './reference/refresh-reference.js';
import type { OutcomesReport, PollReport, PushReport, ReconcileReport, Stop } from './reports.js';

/**
 * A unit of work. Jobs of one lane never run side by side. A lane is a connection, or work of no single connection, such as the portal's
 * data.
 */
export interface Job {
  /** A job with the same key is never queued twice. */
  key: string;
  lane: string;
  /** Hosts that the job reads from. Jobs of one host use at most half of the slots. */
  hosts?: readonly string[];
  /** The feed, if this is a poll that may be ended together with others (`calm/calm-polls.ts`). */
  mayBeCalm?: FeedId;
  run: () => Promise<JobReport>;
}

/** The key of a feed's poll. */
export function pollKey({ id }: { id: FeedId }): string {
  return `poll:${id}`;
}

/** What a job did: for metrics and change notifications. */
export type JobReport =
  | { kind: 'poll'; report: PollReport }
  /** Kept records or a kept file were mapped again. */
  | { kind: 'remap'; report: PollReport }
  | { kind: 'push'; report: PushReport }
  | { kind: 'outcomes'; connectionId: ConnectionId; report: OutcomesReport }
  | { kind: 'reconcile'; report: ReconcileReport }
  | { kind: 'reference'; report: ReferenceReport }
  | { kind: 'intents'; count: number }
  | { kind: 'requested'; jobs: JobReport[] }
  | { kind: 'key'; stop: Stop | null }
  | { kind: 'retry'; count: number }
  | { kind: 'suppressions'; count: number }
  | { kind: 'reminders'; count: number }
  | { kind: 'connection'; connectionId: ConnectionId; stop: Stop | null }
  | { kind: 'photos'; reports: PhotoReport[] }
  | { kind: 'agency'; name: string | null }
  | { kind: 'backup'; file: string | null }
  | { kind: 'notices'; report: NoticeReport }
  | { kind: 'housekeeping' };

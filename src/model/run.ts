import type { ConnectionId, FeedId, RunId } from './ids.js';
import type { Millis } from './millis.js';

export interface Run {
  id: RunId;
  kind: 'poll' | 'remap' | 'push' | 'outcomes' | 'reconcile' | 'reference';
  connectionId: ConnectionId | null;
  feedId: FeedId | null;
  startedAt: Millis;
  endedAt: Millis | null;
  state: 'running' | 'done' | 'unchanged' | 'stalled' | 'deferred' | 'held' | 'failed';
  /** One sentence for the operator. */
  message: string | null;
  /** Named counts. Those that must add up are checked before they are written. */
  balance: Record<string, number>;
}

import type { Millis } from './millis.js';

export interface Run {
  id: number;
  kind: 'poll' | 'remap' | 'push' | 'outcomes' | 'reconcile' | 'reference';
  connectionId: string | null;
  feedId: number | null;
  startedAt: Millis;
  endedAt: Millis | null;
  state: 'running' | 'done' | 'unchanged' | 'stalled' | 'deferred' | 'held' | 'failed';
  /** One sentence for the operator. */
  message: string | null;
  /** Named counts. Those that must add up are checked before they are written. */
  balance: Record<string, number>;
}

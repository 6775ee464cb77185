import type { Millis } from './millis.js';

export interface ConnectionRecord {
  id: string;
  /** As last read from the portal: the whole Connection resource, or null before the first read. */
  remote: Record<string, unknown> | null;
  status: 'unknown' | 'certifying' | 'active' | 'paused' | 'revoked' | 'not_found';
  readAt: Millis | null;
  /** The reconcile view was paged whole at least once: what it did not show, the portal does not hold. */
  viewReadAt: Millis | null;
  /** When the view shall be read for outcomes, and how often it was since the last push. */
  outcomesDueAt: Millis | null;
  outcomesAsked: number;
  nextPushAt: Millis;
  /** Step of the backoff while paused or after failures. */
  backoffStep: number;
  /** When we last wrote to it, by the portal's clock: a later `last_push_at` is somebody else's. */
  lastPushAt: Millis | null;
  /** Since when nothing is removed, because another writer was there and its work is taken over (SEMANTICS 8). */
  adoptingSince: Millis | null;
  /** Null until its schedule was read once. */
  nextReconcileAt: Millis | null;
  /** What the portal’s staff wrote when they sent the first push back, word for word; null where nothing is known. */
  certificationNote: string | null;
}

import type { ConnectionId } from './ids.js';
import type { Millis } from './millis.js';

export interface ConnectionRecord {
  id: ConnectionId;
  /** As last read from the portal: the whole Connection resource, or null before the first read. */
  remote: Record<string, unknown> | null;
  status: 'unknown' | 'certifying' | 'active' | 'paused' | 'revoked' | 'not_found';
  readAt: Millis | null;
  /** When the reconcile view was last read to its end; null: never. A listing that it did not show is not on the portal. */
  viewReadAt: Millis | null;
  /** When the view is next read for outcomes. */
  outcomesDueAt: Millis | null;
  /** How often the view was read for outcomes since the last push. */
  outcomesAsked: number;
  nextPushAt: Millis;
  /** Step of the backoff while paused or after failures. */
  backoffStep: number;
  /** When feedsync last wrote to the connection, by the portal's clock. A later `last_push_at` means another writer. */
  lastPushAt: Millis | null;
  /** Since when removals are withheld, because another writer was found and its listings are being adopted. */
  adoptingSince: Millis | null;
  /** Null until the schedule is first evaluated. */
  nextReconcileAt: Millis | null;
  /** The portal staff's note on a first push that they sent back, verbatim; null where none is known. */
  certificationNote: string | null;
}

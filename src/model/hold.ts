import type { HoldKind } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';

export interface Hold {
  id: number;
  connectionId: string;
  feedId: number | null;
  kind: HoldKind;
  state: 'open' | 'approved' | 'rejected' | 'closed';
  revision: number;
  openedAt: Millis;
  decidedAt: Millis | null;
  decidedBy: string | null;
  /** One paragraph: the numbers, the limit and where it is set. */
  reason: string;
  /** The snapshot that a plan hold keeps. */
  snapshotId: number | null;
  lineCount: number;
  /** What several holds have in common, such as `host feeds.example`: they are told as one. */
  cause: string | null;
  /** When it was told again last. */
  remindedAt: Millis | null;
}

export interface HoldLine {
  externalId: string;
  title: string | null;
  lastSeenAt: Millis | null;
  reason: RemoveReason;
}

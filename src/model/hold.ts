import type { ConnectionId, ExternalId, FeedId, HoldId, SnapshotId } from './ids.js';
import type { HoldKind } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';

export interface Hold {
  id: HoldId;
  connectionId: ConnectionId;
  feedId: FeedId | null;
  kind: HoldKind;
  state: 'open' | 'approved' | 'rejected' | 'closed';
  revision: number;
  openedAt: Millis;
  decidedAt: Millis | null;
  decidedBy: string | null;
  /** One paragraph: the numbers, the limit and the config key that sets it. */
  reason: string;
  /** The snapshot that a plan hold retains. */
  snapshotId: SnapshotId | null;
  lineCount: number;
  /** The cause that several holds share, such as `host feeds.example`: they are reported as one. */
  cause: string | null;
  /** When the last reminder was sent. */
  remindedAt: Millis | null;
}

export interface HoldLine {
  externalId: ExternalId;
  title: string | null;
  lastSeenAt: Millis | null;
  reason: RemoveReason;
}

import type { ConnectionId, ExternalId, FeedId, HoldId, SnapshotId } from './ids.js';
import type { HoldKind } from './listing-states.js';
import type { Millis } from './millis.js';
import type { RemoveReason } from './outcome.js';

/**
 * Why a hold was raised, as its column and the API spell it. Of a plan: `ids`, `prices`, `fields`, `rows`, `states`, or `older`: the file is older
 * than the last one. Of removals: the feed's `scope` was narrowed, its records have `lost_ids`, many feeds of one host lost listings together, or
 * an `upgrade` of the mapping reads states that all of the listings' records had before.
 * Of content: the feed's `first_file` looks wrong as a whole.
 */
export type HoldCause =
  | 'ids'
  | 'prices'
  | 'fields'
  | 'rows'
  | 'states'
  | 'older'
  | 'scope'
  | 'lost_ids'
  | 'upgrade'
  | 'first_file'
  | `host ${string}`;

/** The host that several holds share; null for any other cause. */
export function sharedHost(cause: HoldCause | null): string | null {
  return /^host (.+)$/.exec(cause ?? '')?.[1] ?? null;
}

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
  /** Number of lines whose listing becomes inactive and is not removed. */
  inactiveCount: number;
  /** Holds of one shared host are reported as one. */
  cause: HoldCause | null;
  /** When the last reminder was sent. */
  remindedAt: Millis | null;
}

/** Whether the agency decides the hold, as the operator may: it knows why listings left its file, and whether its values are right. */
export function isAgencysHold(hold: Pick<Hold, 'kind'> | null): boolean {
  return hold?.kind === 'removals' || hold?.kind === 'content';
}

export interface HoldLine {
  externalId: ExternalId;
  title: string | null;
  lastSeenAt: Millis | null;
  /** The reason of a removal; `inactive`: the listing becomes inactive and is not removed. */
  reason: RemoveReason | 'inactive';
}

/** A line whose listing is to be removed. */
export type RemovalLine = HoldLine & { reason: RemoveReason };

export function isRemovalLine(line: HoldLine): line is RemovalLine {
  return line.reason !== 'inactive';
}

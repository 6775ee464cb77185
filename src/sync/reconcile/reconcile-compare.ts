import type { ConnectionId } from '../../model/ids.js';
import { findDrift, type Drift, type ExpectedListing } from '../../core/listing/drift.js';
import { keepList } from '../../core/removals/keep-list.js';
import type { PortalState } from '../../model/listing-states.js';
import type { ReconcileListing, SeenListing } from '../../model/reconcile.js';
import type { Protocol } from '../../wire/protocol.js';
import type { ViewRecord } from '../../wire/replies.js';
import { toSeen } from '../portal-state/read-outcomes.js';
import type { ReconcileReport } from '../reports.js';
import type { Services } from '../services/services.js';

/** A comparison under way. Its steps fill the report. */
export interface Cycle {
  connectionId: ConnectionId;
  comparison: Comparison;
  report: ReconcileReport;
  services: Services;
  dryRun: boolean;
}

/** Store and view, compared before either is changed. */
export interface Comparison {
  known: ReadonlyMap<string, ReconcileListing>;
  seen: ReadonlyMap<string, SeenListing>;
  liveCount: number;
  /** Ids that must stay. */
  keep: string[];
  /** Removed in the store but live on the portal. */
  surplus: string[];
  /** Live on the portal, put there by no feed or user of this store, and not decided. */
  foreign: string[];
  drift: Drift[];
}

export function compareWithView(
  known: readonly ReconcileListing[],
  view: readonly ViewRecord[],
  protocol: Protocol,
  now: number,
): Comparison {
  const byId = new Map(known.map((listing) => [listing.externalId, listing]));
  const seen = new Map(view.map((record) => [record.external_id, toSeen(record, protocol)]));
  const live = [...seen.values()].filter(({ portal }) => mayBeLive(portal)).map((one) => one.externalId);
  const shown = new Map([...seen].map(([id, { portal, digest }]) => [id, { state: portal, digest }]));
  return {
    known: byId,
    seen,
    liveCount: [...seen.values()].filter(({ portal }) => portal === 'live').length,
    ...keepList(known.filter(isOurs).map(toKnown), live, now),
    foreign: live.filter((id) => isUndecided(byId.get(id))).sort(),
    drift: findDrift(known.flatMap(toExpected), shown),
  };
}

/**
 * Whether the reconcile call might archive the listing: the call archives live listings, and a state that is unknown here counts as live.
 */
function mayBeLive(state: PortalState): boolean {
  return state === 'live' || state === 'accepted' || state === 'unknown';
}

/**
 * Whether the store decides that the listing stays on the portal or leaves it. A foreign listing stays because it is live, not because the
 * store has a row of it.
 */
function isOurs({ owner, offSince }: ReconcileListing): boolean {
  return owner !== 'foreign' || offSince !== null;
}

function isUndecided(listing: ReconcileListing | undefined): boolean {
  return listing === undefined || (listing.owner === 'foreign' && listing.offSince === null);
}

function toKnown({
  externalId,
  offSince,
  pinnedUntil,
}: ReconcileListing): Parameters<typeof keepList>[0][number] {
  return { externalId, isOff: offSince !== null, pinnedUntil };
}

/** What the portal should show. Only listings that should be live with their current content and have no outbox entry. */
function toExpected(listing: ReconcileListing): ExpectedListing[] {
  const { owner, offSince, presence, offered, intent, queued, wantedDigest } = listing;
  const isWanted =
    owner !== 'foreign' && offSince === null && presence === 'present' && offered && queued === null;
  if (!isWanted || wantedDigest === null || (intent !== 'publish' && intent !== 'manual')) return [];
  return [{ ...listing, wantedDigest }];
}

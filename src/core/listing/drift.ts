import type { ExternalId } from '../../model/ids.js';
import { isRemoved, type PortalState } from '../../model/listing-states.js';

/** A listing that should be on the portal with its confirmed content, as the store has it. */
export interface ExpectedListing {
  externalId: ExternalId;
  /** The portal state last read. */
  portal: PortalState;
  wantedDigest: string;
  /** The digest that we believe the portal holds. */
  confirmedDigest: string | null;
  digestAlias: string | null;
  /** How often drift of this listing was repaired. */
  repairs: number;
  /**
   * Number of reconcile cycles in which the portal lacked the listing after a repair; 0 again once the portal holds it with other content.
   */
  missed: number;
  /** Since when the portal answers `unchanged` without showing the listing; null: it does not answer so. */
  unchangedSince: number | null;
}

/** The listing's state in the view now. */
export interface ShownListing {
  state: PortalState;
  digest: string | null;
}

export interface Drift {
  externalId: ExternalId;
  kind: 'missing' | 'content';
  /** `repair`: send it again. `taken_down`: it is missing although it was repaired. `show`: only report it; three repairs did not help. */
  action: 'repair' | 'taken_down' | 'show';
  /** The digest that the portal holds instead; null where it holds nothing. */
  heldDigest: string | null;
}

const repairsMax = 3;
const missedMax = 2;

/**
 * Finds where the portal and the store disagree, and decides the repair. Only listings that were live count, and only where the portal
 * gives no cause of its own. Listings that it reviews, refuses, pauses or took down are left alone, and so are those that it calls
 * unchanged without showing them: sending these again spends items and changes nothing (RULES R147).
 *
 * | last known           | view shows                  | drift                                                 |
 * |----------------------|-----------------------------|-------------------------------------------------------|
 * | live                 | live, our digest or none    | none                                                  |
 * | live                 | live, another digest        | content: repair, after three times show               |
 * | live, or repaired    | nothing, removed, archived  | missing: repair; missing twice after a repair: taken down |
 * | anything else        | any                         | none                                                  |
 */
export function findDrift(
  expected: readonly ExpectedListing[],
  view: ReadonlyMap<string, ShownListing>,
): Drift[] {
  return expected.flatMap((listing) => {
    const shown = view.get(listing.externalId) ?? null;
    if (shown === null || isRemoved(shown.state)) return wasThere(listing) ? [missing(listing)] : [];
    return shown.state === 'live' && isLive(listing) && !isSame(listing, shown)
      ? [otherContent(listing, shown)]
      : [];
  });
}

/** Whether the listing should be in the view: its last outcome was live, or it was sent again after it went missing. */
function wasThere(listing: ExpectedListing): boolean {
  if (listing.unchangedSince !== null) return false;
  return (
    isLive(listing) ||
    (listing.repairs > 0 && (listing.portal === 'accepted' || listing.portal === 'unknown'))
  );
}

/** A removed state counts too: the outcome reader may have stored it from the same view before this comparison. */
function isLive({ portal }: ExpectedListing): boolean {
  return portal === 'live' || isRemoved(portal);
}

function isSame({ confirmedDigest, digestAlias }: ExpectedListing, { digest }: ShownListing): boolean {
  // Without a digest in the view or in the store, only presence is compared.
  return digest === null || confirmedDigest === null || digest === confirmedDigest || digest === digestAlias;
}

function missing({ externalId, repairs, missed }: ExpectedListing): Drift {
  const missedNow = repairs > 0 ? missed + 1 : 0;
  const action = missedNow >= missedMax || repairs >= repairsMax ? 'taken_down' : 'repair';
  return { externalId, kind: 'missing', action, heldDigest: null };
}

function otherContent({ externalId, repairs }: ExpectedListing, { digest }: ShownListing): Drift {
  return {
    externalId,
    kind: 'content',
    action: repairs >= repairsMax ? 'show' : 'repair',
    heldDigest: digest,
  };
}

import { isOff, type PortalState } from './listing-states.js';

/** A listing that shall be on the portal as it is, seen from the store. */
export interface ExpectedListing {
  externalId: string;
  /** What the portal last said of it. */
  portal: PortalState;
  wantedDigest: string;
  /** The digest that we believe the portal holds. */
  confirmedDigest: string | null;
  digestAlias: string | null;
  /** How often it was repaired, and in how many cycles it was missing after that. */
  repairs: number;
  missed: number;
  /** Since when the portal calls it unchanged without showing it; null: it does not. */
  unchangedSince: number | null;
}

/** What the view shows of it now. */
export interface ShownListing {
  state: PortalState;
  digest: string | null;
}

export interface Drift {
  externalId: string;
  kind: 'missing' | 'content';
  /** `repair`: send it again. `taken_down`: it left after a repair too. `show`: only tell; three repairs did not help. */
  action: 'repair' | 'taken_down' | 'show';
  /** The digest that the portal holds instead; null where it holds nothing. */
  heldDigest: string | null;
}

const repairsMax = 3;
const missedMax = 2;

/**
 * Where portal and cache disagree, and what to do about it (RULES R119). Only what was live counts, and only where the
 * portal gives no cause of its own: a listing that it reviews, refuses, pauses or took down is left to it, and so is one that it calls unchanged
 * without showing it: to send that again spends items and changes nothing.
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
    if (shown === null || isOff(shown.state)) return wasThere(listing) ? [missing(listing)] : [];
    return shown.state === 'live' && isLive(listing) && !isSame(listing, shown)
      ? [otherContent(listing, shown)]
      : [];
  });
}

/** Gone from the view while its last outcome was live, or still gone though it was sent again. */
function wasThere(listing: ExpectedListing): boolean {
  if (listing.unchangedSince !== null) return false;
  return (
    isLive(listing) ||
    (listing.repairs > 0 && (listing.portal === 'accepted' || listing.portal === 'unknown'))
  );
}

/** The view itself may have told that a live listing was archived or removed before this comparison read it. */
function isLive({ portal }: ExpectedListing): boolean {
  return portal === 'live' || isOff(portal);
}

function isSame({ confirmedDigest, digestAlias }: ExpectedListing, { digest }: ShownListing): boolean {
  // Without a digest in the view, or in our memory, drift means presence alone.
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

import type { FeedId } from '../../model/ids.js';

export interface MissedListings {
  feedId: FeedId;
  /** Listings first missed within the hour. */
  missed: number;
  /** Listings that the feed had. */
  of: number;
}

/** A feed with fewer missing listings does not count as shrunken: so few may be ordinary sales. */
const missedMin = 3;
const missedShare = 0.1;
const feedsMin = 3;
/** On a host with many feeds, at least this share of them must shrink. */
const feedsShare = 0.1;

/** Whether a feed lost more listings than on an ordinary day. */
export function isShrunk({ missed, of }: Pick<MissedListings, 'missed' | 'of'>): boolean {
  return missed >= missedMin && missed >= of * missedShare;
}

/** Ids of the feeds of one host that shrink together; empty where they are too few to be more than chance (RULES R70). */
export function hostShrinks(feeds: readonly MissedListings[]): number[] {
  const shrunk = feeds.filter(isShrunk);
  const many = Math.max(feedsMin, Math.ceil(feeds.length * feedsShare));
  return shrunk.length < many ? [] : shrunk.map(({ feedId }) => feedId);
}

export interface MissedListings {
  feedId: number;
  /** Listings that it missed first within the hour. */
  missed: number;
  /** Listings that it had. */
  of: number;
}

/** A sale or two is no failure of a host. */
const missedMin = 3;
const missedShare = 0.1;
const feedsMin = 3;
/** Of the feeds of a large host, this share. */
const feedsShare = 0.1;

/** More than chance takes. */
export function isShrunk({ missed, of }: Pick<MissedListings, 'missed' | 'of'>): boolean {
  return missed >= missedMin && missed >= of * missedShare;
}

/** The feeds of one host that shrink together; empty where they are too few to be more than chance (RULES R53). */
export function hostShrinks(feeds: readonly MissedListings[]): number[] {
  const shrunk = feeds.filter(isShrunk);
  const many = Math.max(feedsMin, Math.ceil(feeds.length * feedsShare));
  return shrunk.length < many ? [] : shrunk.map(({ feedId }) => feedId);
}

export interface UpdatedAtFacts {
  /** The feed's own date, epoch ms. */
  feed: number | null;
  /** The last `source.updated_at` sent for this listing. */
  lastSent: number | null;
  /** Our clock corrected by the measured offset. */
  portalNow: number;
  /** The view has shown that the portal does not hold the id: a true first create. */
  knownAbsent: boolean;
}

/**
 * The `source.updated_at` to send (RULES R41). Never backwards: the portal answers `unchanged` to an older date and
 * would keep the old content. Not in the future, unless never-backwards needs it.
 */
export function updatedAtToSend({ feed, lastSent, portalNow, knownAbsent }: UpdatedAtFacts): number {
  const feedMayServe = feed !== null && feed <= portalNow;
  if (lastSent === null) return feedMayServe && knownAbsent ? feed : portalNow;
  if (feedMayServe && feed > lastSent) return feed;
  return Math.max(portalNow, lastSent + 1000);
}

export interface UpdatedAtFacts {
  /** The feed's own date, epoch ms. */
  feed: number | null;
  /** The last `source.updated_at` sent for this listing. */
  lastSent: number | null;
  /** Our clock, corrected by the measured offset to the portal's. */
  portalNow: number;
  /** The view has shown that the portal does not hold the id, so this sending creates the listing. */
  knownAbsent: boolean;
}

/**
 * The `source.updated_at` to send. It is always later than the last one sent, because the portal answers `unchanged` to an older date and
 * keeps the old content. It lies in the future only where this rule requires it (RULES R55).
 */
export function updatedAtToSend({ feed, lastSent, portalNow, knownAbsent }: UpdatedAtFacts): number {
  const feedMayServe = feed !== null && feed <= portalNow;
  if (lastSent === null) return feedMayServe && knownAbsent ? feed : portalNow;
  if (feedMayServe && feed > lastSent) return feed;
  return Math.max(portalNow, lastSent + 1000);
}

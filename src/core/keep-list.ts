/** A listing of the connection, as the store has it. */
export interface KnownListing {
  externalId: string;
  /** Its removal was decided: the only state that leaves the keep-list. */
  isOff: boolean;
  /** Until when a person keeps it on the portal although it is off. */
  pinnedUntil: number | null;
}

export interface KeepList {
  /** Ids that must stay, sorted. */
  keep: string[];
  /** Off in the store and live on the portal: what a call with `keep` would archive, sorted. */
  surplus: string[];
}

/**
 * Who stays when the portal is told to archive all others (RULES R115). As wide as it can be, so that no missing state ever
 * means removal: every id of the store but those that are off, and every live id that the store does not know. Built from
 * ownership alone: what the configuration says has no part in it.
 */
export function keepList(known: readonly KnownListing[], liveIds: Iterable<string>, now: number): KeepList {
  const off = new Set(known.filter((listing) => mayGo(listing, now)).map((listing) => listing.externalId));
  const live = [...liveIds];
  const keep = new Set(known.map((listing) => listing.externalId).filter((id) => !off.has(id)));
  for (const id of live) if (!off.has(id)) keep.add(id);
  return { keep: [...keep].sort(), surplus: live.filter((id) => off.has(id)).sort() };
}

function mayGo({ isOff, pinnedUntil }: KnownListing, now: number): boolean {
  return isOff && (pinnedUntil === null || pinnedUntil <= now);
}

/** How what is off leaves the portal. */
export type ArchiveWay = 'list' | 'one_by_one' | 'nothing';

/**
 * One call with the whole list, where it fits; it is never split, because each part would archive the other's listings.
 * An empty list would archive everything, and is never sent.
 */
export function archiveWay(keepCount: number, archiveCount: number, idsMax: number): ArchiveWay {
  if (keepCount > 0 && keepCount <= idsMax) return 'list';
  return archiveCount > 0 ? 'one_by_one' : 'nothing';
}

import type { ExternalId } from '../../model/ids.js';

/** A listing of the connection in the store. */
export interface KnownListing {
  externalId: ExternalId;
  /** Whether the listing's removal was decided. Only this excludes a listing from the keep-list, unless the listing is pinned. */
  isOff: boolean;
  /** Until when the listing is pinned: it stays on the portal although its removal was decided. */
  pinnedUntil: number | null;
}

export interface KeepList {
  /** Ids that must stay, sorted. */
  keep: string[];
  /** Removed in the store but live on the portal: the ids that a call with `keep` archives, sorted. */
  surplus: string[];
}

/**
 * The ids to keep when the portal archives all others. The list is as wide as possible, so that missing state never means removal: every
 * id of the store except those whose removal was decided and that are not pinned, and every live id that the store does not know. It depends
 * on the store alone, never on the configuration (RULES R143).
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

/** How removed listings are archived on the portal. */
export type ArchiveWay = 'list' | 'one_by_one' | 'nothing';

/**
 * One call with the whole list if it fits. A list is never split, because each part would archive the listings of the others. An empty
 * list is never sent, because it would archive everything. Without such a call, listings are archived one by one.
 */
export function archiveWay(keepCount: number, archiveCount: number, idsMax: number): ArchiveWay {
  if (keepCount > 0 && keepCount <= idsMax) return 'list';
  return archiveCount > 0 ? 'one_by_one' : 'nothing';
}

import { fold } from '../../model/fold.js';
import { standingOf } from '../../model/standing.js';
import type { Millis } from '../../model/millis.js';
import { excluded, listingKey, type Reader, type Writer } from './database.js';
import { inBlocks } from './queries.js';
import { upsertMany } from './insert-many.js';
import type { ListingRecord } from '../../model/listing.js';
import { listingCodec, type ListingSearch, type StoredListing, type Tables } from './tables.js';

/** A listing to change: read whole, changed in memory and written whole, all in one transaction. */
export type ListingDraft = ListingRecord &
  Pick<ListingSearch, 'foldedIds' | 'foldedAddress' | 'price'> & {
    /** The row as read; missing if the listing is new. */
    readonly former?: Tables['listing'];
  };

/** The portal states of `isOnPortal`, for conditions. */
export const onPortal = ['sent', 'accepted', 'needs_review', 'live', 'inactive', 'unknown'] as const;

/** Returns the external ids of the listings that the rows are about. */
export function idsOf(rows: Iterable<{ externalId: string }>): string[] {
  return Array.from(rows, ({ externalId }) => externalId);
}

/** Reads listings that are not changed. Unknown ids are left out. */
export async function readListings(
  reader: Reader,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<ListingRecord[]> {
  return (await storedListings(reader, connectionId, externalIds)).map(listingCodec.decode);
}

/** Reads listings to change them. @returns drafts by external id; unknown ids are left out */
export async function loadListings(
  writer: Writer,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<Map<string, ListingDraft>> {
  const rows = await storedListings(writer, connectionId, externalIds);
  return new Map(
    rows.map((row) => {
      const { foldedIds, foldedAddress, price } = row;
      return [row.externalId, { ...listingCodec.decode(row), foldedIds, foldedAddress, price, former: row }];
    }),
  );
}

function storedListings(
  reader: Reader,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<Tables['listing'][]> {
  return inBlocks([...new Set(externalIds)], (ids) =>
    reader
      .selectFrom('listing')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids),
  );
}

/** Columns of `listing` in indexes and in the conditions of partial indexes. */
export const listingIndexed = [
  'feedId',
  'sourceId',
  'owner',
  'presence',
  'offered',
  'intent',
  'portal',
  'failureCode',
  'retryAt',
  'unchangedSince',
  'offSince',
  'deactivation',
  'listingId',
  'candidateId',
  'publicUrl',
  'price',
  'standingSince',
] as const;

/** Writes listings. @param now since when a standing that differs from the stored one lasts */
export async function saveListings(
  writer: Writer,
  drafts: Iterable<ListingDraft>,
  now: Millis,
): Promise<void> {
  const changes = [...drafts].map(({ former, ...draft }) => {
    const isSame = former !== undefined && standingOf(former) === standingOf(draft);
    const standingSince = isSame ? former.standingSince : now;
    return { row: encodeDraft({ ...draft, standingSince }), former };
  });
  await upsertMany(writer, changes, {
    name: 'listing',
    key: listingKey,
    indexed: listingIndexed,
    of: (rows, row, kept) =>
      writer
        .insertInto('listing')
        .values(rows)
        .onConflict((conflict) => conflict.columns(listingKey).doUpdateSet(excluded(row, kept))),
  });
}

/** Changes the given fields of listings. Unknown listings are ignored. */
export async function changeListings(
  writer: Writer,
  connectionId: string,
  changes: readonly ({ externalId: string } & Partial<ListingRecord>)[],
  now: Millis,
): Promise<void> {
  const drafts = await loadListings(writer, connectionId, idsOf(changes));
  for (const { externalId, ...change } of changes) {
    const draft = drafts.get(externalId);
    if (draft !== undefined) Object.assign(draft, change);
  }
  await saveListings(writer, drafts.values(), now);
}

/** A new listing, not yet in the store. */
export function newListing(connectionId: string, externalId: string): ListingDraft {
  return {
    connectionId,
    externalId,
    owner: 'feed',
    feedId: null,
    sourceId: null,
    presence: 'present',
    offered: true,
    graceSince: null,
    gracePolls: 0,
    pinnedUntil: null,
    intent: 'publish',
    removeReason: null,
    wantedDigest: null,
    confirmedDigest: null,
    digestAlias: null,
    sentUpdatedAt: null,
    feedUpdatedAt: null,
    portal: 'none',
    failureCode: null,
    details: null,
    warnings: [],
    retries: 0,
    refusedAt: null,
    retryAt: null,
    unchangedSince: null,
    listingId: null,
    candidateId: null,
    publicUrl: null,
    firstSentAt: null,
    offSince: null,
    inactiveSince: null,
    deactivation: null,
    activeUntil: null,
    lastSeenAt: null,
    standingSince: null,
    title: null,
    price: null,
    foldedIds: foldIds([externalId]),
    foldedAddress: '',
  };
}

/** A listing on the portal that feedsync did not send. It stays as it is until a person decides. */
export function newForeign(connectionId: string, externalId: string): ListingDraft {
  const listing = newListing(connectionId, externalId);
  return { ...listing, owner: 'foreign', intent: 'keep', offered: false };
}

/** The value of `ListingSearch.foldedIds`. */
export function foldIds(ids: readonly string[]): string {
  return `\n${[...new Set(ids.map(fold))].join('\n')}\n`;
}

function encodeDraft(draft: Omit<ListingDraft, 'former'>): StoredListing & ListingSearch {
  const { foldedIds, foldedAddress, title, price } = draft;
  return Object.assign(listingCodec.encode(draft), {
    foldedTitle: fold(title ?? ''),
    foldedAddress,
    foldedIds,
    price,
  });
}

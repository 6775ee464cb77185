import { fold } from '../../model/fold.js';
import { blocksOf, excluded, listingKey, type Reader, type Writer } from './database.js';
import { upsertMany } from './insert-many.js';
import type { ListingRecord } from '../../model/listing.js';
import { listingCodec, type ListingSearch, type StoredListing, type Tables } from './tables.js';

/** A listing as it is changed: read whole, changed in memory, written whole, all in one transaction. */
export type ListingDraft = ListingRecord &
  Pick<ListingSearch, 'foldedIds' | 'foldedAddress'> & {
    /** As it was read; a new one was not. */
    readonly former?: Tables['listing'];
  };

export function decodeListing(stored: Tables['listing']): ListingRecord {
  return listingCodec.decode(stored);
}

/** For reading; those that are not known are left out. */
export async function readListings(
  reader: Reader,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<ListingRecord[]> {
  return (await storedListings(reader, connectionId, externalIds)).map(decodeListing);
}

/** For changing, by external id. */
export async function loadListings(
  writer: Writer,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<Map<string, ListingDraft>> {
  const rows = await storedListings(writer, connectionId, externalIds);
  return new Map(
    rows.map((row) => {
      const { foldedIds, foldedAddress } = row;
      return [row.externalId, { ...decodeListing(row), foldedIds, foldedAddress, former: row }];
    }),
  );
}

async function storedListings(
  reader: Reader,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<Tables['listing'][]> {
  const rows: Tables['listing'][] = [];
  for (const ids of blocksOf([...new Set(externalIds)])) {
    const found = await reader
      .selectFrom('listing')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .execute();
    for (const row of found) rows.push(row);
  }
  return rows;
}

/** Columns of indexes, and of the conditions under which rows are in them. */
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
  'listingId',
  'candidateId',
  'publicUrl',
] as const;

export async function saveListings(writer: Writer, drafts: Iterable<ListingDraft>): Promise<void> {
  const changes = [...drafts].map(({ former, ...draft }) => ({ row: encodeDraft(draft), former }));
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

/** Writes what is given of each listing that is known; others are left alone. */
export async function changeListings(
  writer: Writer,
  connectionId: string,
  changes: readonly ({ externalId: string } & Partial<ListingRecord>)[],
): Promise<void> {
  const drafts = await loadListings(
    writer,
    connectionId,
    changes.map((change) => change.externalId),
  );
  for (const { externalId, ...change } of changes) {
    const draft = drafts.get(externalId);
    if (draft !== undefined) Object.assign(draft, change);
  }
  await saveListings(writer, drafts.values());
}

/** A listing that nobody has heard of yet. */
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
    lastSeenAt: null,
    title: null,
    foldedIds: foldIds([externalId]),
    foldedAddress: '',
  };
}

/** On the portal and not ours: nothing is wanted of it until a person decides. */
export function newForeign(connectionId: string, externalId: string): ListingDraft {
  const listing = newListing(connectionId, externalId);
  return { ...listing, owner: 'foreign', intent: 'keep', offered: false };
}

export function foldIds(ids: readonly string[]): string {
  return `\n${[...new Set(ids.map(fold))].join('\n')}\n`;
}

function encodeDraft(draft: Omit<ListingDraft, 'former'>): StoredListing & ListingSearch {
  const { foldedIds, foldedAddress, title } = draft;
  return Object.assign(listingCodec.encode(draft), {
    foldedTitle: fold(title ?? ''),
    foldedAddress,
    foldedIds,
  });
}

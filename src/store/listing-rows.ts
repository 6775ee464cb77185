import { fold } from '../core/fold.js';
import { blocksOf, excluded, type Reader, type Writer } from './database.js';
import type { ListingRow } from './rows.js';
import { listingCodec, type StoredListing, type Tables } from './tables.js';

/** A listing as it is changed: read whole, changed in memory, written whole, all in one transaction. */
export type ListingDraft = ListingRow & { foldedIds: string };

const columnCount = 40;

export function decodeListing(stored: Tables['listing']): ListingRow {
  const { foldedTitle, foldedIds, ...listing } = stored;
  void foldedTitle;
  void foldedIds;
  return listingCodec.decode(listing);
}

export async function loadListings(
  reader: Reader,
  connectionId: string,
  externalIds: Iterable<string>,
): Promise<Map<string, ListingDraft>> {
  const drafts = new Map<string, ListingDraft>();
  for (const ids of blocksOf([...new Set(externalIds)])) {
    const rows = await reader
      .selectFrom('listing')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .execute();
    for (const row of rows)
      drafts.set(row.externalId, { ...decodeListing(row), foldedIds: row.foldedIds });
  }
  return drafts;
}

export async function saveListings(writer: Writer, drafts: Iterable<ListingDraft>): Promise<void> {
  const rows = [...drafts].map(encodeDraft);
  for (const block of blocksOf(rows, columnCount)) {
    const [first] = block;
    if (first === undefined) return;
    await writer
      .insertInto('listing')
      .values(block)
      .onConflict((conflict) =>
        conflict
          .columns(['connectionId', 'externalId'])
          .doUpdateSet(excluded(first, ['connectionId', 'externalId'])),
      )
      .execute();
  }
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
    listingId: null,
    candidateId: null,
    publicUrl: null,
    firstSentAt: null,
    offSince: null,
    lastSeenAt: null,
    title: null,
    foldedIds: foldIds([externalId]),
  };
}

export function foldIds(ids: readonly string[]): string {
  return `\n${[...new Set(ids.map(fold))].join('\n')}\n`;
}

function encodeDraft({ foldedIds, ...listing }: ListingDraft): StoredListing & Tables['listing'] {
  return { ...listingCodec.encode(listing), foldedTitle: fold(listing.title ?? ''), foldedIds };
}

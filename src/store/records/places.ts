import { sql } from 'kysely';
import { inactiveMark, markOf } from '../../core/listing/lost-fields.js';
import type { Reader } from '../database/database.js';
import { StoreError } from '../database/errors.js';
import { inBlocks } from '../database/queries.js';
import type { RecordPlace } from '../store.js';
import type { RecordFields } from '../database/tables.js';

/** See RecordStore.places. */
export async function placesOf(
  reader: Reader,
  feedId: number,
  sourceIds: readonly string[],
): Promise<Map<string, RecordPlace>> {
  const places = new Map<string, RecordPlace>();
  const known = await inBlocks(sourceIds, (ids) =>
    reader
      .selectFrom('record')
      .select(['sourceId', 'ordinal', 'kind', 'removeReason'])
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids),
  );
  for (const { sourceId, ordinal, kind, removeReason } of known)
    places.set(sourceId, { ordinal, formerMark: markOf(kind, removeReason) });
  const mapped = known.flatMap(({ kind, sourceId }) => (kind === 'mapped' ? [sourceId] : []));
  for (const sourceId of await inactiveRecords(reader, feedId, mapped))
    places.set(sourceId, { ordinal: places.get(sourceId)?.ordinal ?? -1, formerMark: inactiveMark });
  return places;
}

/** Those of the records that have a listing which is wanted inactive. */
async function inactiveRecords(
  reader: Reader,
  feedId: number,
  sourceIds: readonly string[],
): Promise<string[]> {
  const rows = await inBlocks(sourceIds, (ids) =>
    inactiveListings(reader, feedId).select('sourceId').where('sourceId', 'in', ids),
  );
  return rows.flatMap(({ sourceId }) => sourceId ?? []);
}

/**
 * Listings of the feed that are not removed and wanted inactive, without those that a person had hidden for a time: that their feed shows them
 * again is expected.
 */
export function inactiveListings(reader: Reader, feedId: number) {
  return reader
    .selectFrom('listing')
    .where('feedId', '=', feedId)
    .where('offSince', 'is', null)
    .where('inactiveSince', 'is not', null)
    .where((eb) => eb.or([eb('activeUntil', 'is', null), eb('deactivation', 'is not', null)]));
}

/** A decision gave the feed a record since its file was read: the ordinals of the file's new records may be taken. */
export function recordsChanged(): StoreError {
  return new StoreError(
    'wrong_state',
    'A decision changed the records of this feed while its file was read.',
  );
}

/** One past the highest ordinal of the feed. */
export async function nextOrdinal(reader: Reader, feedId: number): Promise<number> {
  const row = await reader
    .selectFrom('record')
    .select(sql<number>`coalesce(max(ordinal) + 1, 0)`.as('next'))
    .where('feedId', '=', feedId)
    .executeTakeFirstOrThrow();
  return row.next;
}

/** A record without an outcome. */
export function newRecord(feedId: number, sourceId: string, ordinal: number): RecordFields {
  return {
    feedId,
    ordinal,
    sourceId,
    fingerprint: null,
    kind: null,
    removeReason: null,
    listingCount: 0,
    hasError: false,
    codes: [],
    issues: [],
    uses: [],
    readAt: null,
    understoodAt: null,
    changedAt: null,
    offer: null,
  };
}

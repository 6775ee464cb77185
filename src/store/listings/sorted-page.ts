import type { ReferenceExpression } from 'kysely';
import type { Reader, WordSearch } from '../database/database.js';
import { listingCodec, type Tables } from '../database/tables.js';
import type { ListingOrder, SortedFilter, SortedListing } from '../store.js';
import { matching } from './listing-page.js';

/** The columns of the indexes that serve the orders (`schema/listing-orders.ts`). */
const columns = {
  code: 'externalId',
  price: 'price',
  since: 'standingSince',
} as const satisfies Record<ListingOrder, keyof Tables['listing']>;

/**
 * See ListingStore.sorted. Listings with the value and those without are two queries: one range of the index each.
 */
export async function sortedPage(
  reader: Reader,
  filter: SortedFilter,
  words: WordSearch,
): Promise<SortedListing[]> {
  if (filter.connectionIds?.length === 0) return [];
  const { after, limit } = filter;
  const isInRest = after?.value === null;
  const first = isInRest ? [] : await valuedPage(reader, filter, words);
  if (filter.order === 'code' || first.length === limit) return first;
  const rest = { ...filter, after: isInRest ? after : null, limit: limit - first.length };
  return [...first, ...(await unvaluedPage(reader, rest, words))];
}

async function valuedPage(reader: Reader, filter: SortedFilter, words: WordSearch): Promise<SortedListing[]> {
  const { order, isDescending, after, limit } = filter;
  const column = columns[order];
  const direction = isDescending ? 'desc' : 'asc';
  const keys = order === 'code' ? (['connectionId'] as const) : (['connectionId', 'externalId'] as const);
  let query = matching(reader.selectFrom('listing').selectAll(), filter, words)
    .where(column, 'is not', null)
    .orderBy(column, direction)
    .limit(limit);
  for (const key of keys) query = query.orderBy(key, direction);
  if (after !== null)
    query = query.where((eb) => {
      const columnsAfter = [column, ...keys] as const satisfies readonly ReferenceExpression<
        Tables,
        'listing'
      >[];
      const values = keys.map((key) => after[key]);
      return eb(
        // The tuple is as long as the order's index.
        eb.refTuple(...(columnsAfter as unknown as ['externalId', 'connectionId'])),
        isDescending ? '<' : '>',
        eb.tuple(...([after.value, ...values] as [string, string])),
      );
    });
  return (await query.execute()).map((row) => ({ listing: listingCodec.decode(row), value: row[column] }));
}

async function unvaluedPage(
  reader: Reader,
  filter: SortedFilter,
  words: WordSearch,
): Promise<SortedListing[]> {
  const { order, after, limit } = filter;
  let query = matching(reader.selectFrom('listing').selectAll(), filter, words)
    .where(columns[order], 'is', null)
    .orderBy('connectionId')
    .orderBy('externalId')
    .limit(limit);
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('connectionId', 'externalId'), '>', eb.tuple(after.connectionId, after.externalId)),
    );
  return (await query.execute()).map((row) => ({ listing: listingCodec.decode(row), value: null }));
}

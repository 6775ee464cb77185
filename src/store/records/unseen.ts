import type { Reader } from '../database/database.js';
import { nextOrdinal } from './staging.js';
import type { SeenOrdinals } from '../store.js';

/** So many are looked for one by one, those of records that are long gone among them. */
const lookedForMax = 4_000;
/** Rows are objects for a moment: so many at once. */
const pageRows = 5_000;

/**
 * Ordinals, ascending, of which a file had no record, nearly always few; not every one of them is a record's still. So nothing is looked
 * at of the records that it had: reading what all of a feed own took a quarter of a poll with little news.
 */
export async function unseenOrdinals(reader: Reader, feedId: number, seen: SeenOrdinals): Promise<number[]> {
  const unseen: number[] = [];
  const end = await nextOrdinal(reader, feedId);
  for (let ordinal = 0; ordinal < end; ordinal++) if (!seen.has(ordinal)) unseen.push(ordinal);
  return unseen.length <= lookedForMax ? unseen : unseenRecords(reader, feedId, seen);
}

async function unseenRecords(reader: Reader, feedId: number, seen: SeenOrdinals): Promise<number[]> {
  const unseen: number[] = [];
  for (let after = -1; ;) {
    const page = await reader
      .selectFrom('record')
      .select('ordinal')
      .where('feedId', '=', feedId)
      .where('ordinal', '>', after)
      .orderBy('ordinal')
      .limit(pageRows)
      .execute();
    for (const { ordinal } of page) if (!seen.has(ordinal)) unseen.push(ordinal);
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return unseen;
    after = last.ordinal;
  }
}

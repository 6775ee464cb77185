import type { Reader } from '../database/database.js';
import { nextOrdinal } from './places.js';
import type { SeenOrdinals } from '../store.js';

/** Up to this number, all unseen ordinals are returned and the caller looks up each of them, although some belong to records deleted long ago. */
const lookedUpMax = 4_000;
/** Rows read at once, to limit memory. */
const pageRows = 5_000;

/**
 * Ordinals without a record in the file, ascending. There are few as a rule; some belong to deleted records. All ordinals are counted
 * through instead of read: reading the listings of all records of a feed took a quarter of a poll with few changes.
 */
export async function unseenOrdinals(reader: Reader, feedId: number, seen: SeenOrdinals): Promise<number[]> {
  const unseen: number[] = [];
  const end = await nextOrdinal(reader, feedId);
  for (let ordinal = 0; ordinal < end; ordinal++) if (!seen.has(ordinal)) unseen.push(ordinal);
  return unseen.length <= lookedUpMax ? unseen : unseenRecords(reader, feedId, seen);
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

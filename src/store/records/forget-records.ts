import type { Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';

/** Deletes the fingerprints of records, so that the next poll reads them again. */
export async function forgetRecords(
  writer: Writer,
  feedId: number,
  sourceIds: readonly string[],
): Promise<void> {
  await inBlocks(sourceIds, (ids) =>
    writer
      .updateTable('record')
      .set({ fingerprint: null })
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids),
  );
}

import type { RecordStore } from '../contract/records.js';
import type { Reader, Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';

/** See RecordStore.noteChanged. */
export async function noteChanged(
  writer: Writer,
  feedId: number,
  ordinals: readonly number[],
  place: number,
): Promise<void> {
  await inBlocks(ordinals, (block) =>
    writer
      .updateTable('record')
      .set({ changedAt: place })
      .where('feedId', '=', feedId)
      .where('ordinal', 'in', block)
      .where((eb) => eb.or([eb('changedAt', 'is', null), eb('changedAt', '<', place)])),
  );
}

/** See RecordStore.changedAfter. */
export async function changedAfter(
  reader: Reader,
  feedId: number,
  place: number,
): ReturnType<RecordStore['changedAfter']> {
  return reader
    .selectFrom('record')
    .select(['ordinal', 'kind', 'removeReason', 'listingCount as listings'])
    .where('feedId', '=', feedId)
    .where('changedAt', '>', place)
    .orderBy('ordinal')
    .execute();
}

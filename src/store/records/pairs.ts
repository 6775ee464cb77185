import { pairId } from '../../core/listing/external-id.js';
import type { RecordStore } from '../contract/records.js';
import { plainBytes } from '../database/codec.js';
import type { Reader, Writer } from '../database/database.js';
import type { StageAnswer, StagedRecord } from '../../model/staged-record.js';
import { placesOf } from './staging.js';

/** See RecordStore.pairs. */
export async function pairsOf(reader: Reader, feedId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('record')
    .select('sourceId')
    .where('feedId', '=', feedId)
    .where((eb) =>
      eb.or([
        eb('sourceId', 'like', `%${pairId('', 'sale')}`),
        eb('sourceId', 'like', `%${pairId('', 'rent')}`),
      ]),
    )
    .execute();
  return rows.map(({ sourceId }) => sourceId);
}

/** See RecordStore.stagedAt. */
export async function stagedAt(
  reader: Reader,
  feedId: number,
  ordinal: number,
): ReturnType<RecordStore['stagedAt']> {
  const row = await reader
    .selectFrom('staged')
    .innerJoin('record', (join) =>
      join.onRef('record.feedId', '=', 'staged.feedId').onRef('record.ordinal', '=', 'staged.ordinal'),
    )
    .select(['record.sourceId', 'record.offer', 'staged.fingerprint', 'staged.content'])
    .where('staged.feedId', '=', feedId)
    .where('staged.ordinal', '=', ordinal)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...row, fingerprint: plainBytes(row.fingerprint), content: plainBytes(row.content) };
}

/** See RecordStore.moveStaged. */
export async function moveStaged(
  writer: Writer,
  feedId: number,
  ordinal: number,
  to: StagedRecord,
): Promise<StageAnswer> {
  const place = (await placesOf(writer, feedId, [to])).get(to.sourceId) ?? { ordinal, formerMark: null };
  const there = await writer
    .selectFrom('staged')
    .select('fingerprint')
    .where('feedId', '=', feedId)
    .where('ordinal', '=', place.ordinal)
    .executeTakeFirst();
  const moved = { feedId, ordinal } as const;
  if (there !== undefined) {
    await writer
      .deleteFrom('staged')
      .where('feedId', '=', moved.feedId)
      .where('ordinal', '=', moved.ordinal)
      .execute();
    const isSame = Buffer.compare(there.fingerprint, to.fingerprint) === 0;
    return { ...place, seenBefore: isSame ? 'same' : 'different' };
  }
  await writer
    .updateTable('staged')
    .set({ ordinal: place.ordinal, content: to.content })
    .where('feedId', '=', feedId)
    .where('ordinal', '=', ordinal)
    .execute();
  return { ...place, seenBefore: 'first' };
}

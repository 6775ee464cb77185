import { markOf } from '../../core/listing/lost-fields.js';
import type { RecordStore } from '../contract/records.js';
import type { Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import { decodeOutcome } from './staged-record.js';

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

/** See RecordStore.leaveChanged. */
export async function leaveChanged(
  writer: Writer,
  feedId: number,
  place: number,
): ReturnType<RecordStore['leaveChanged']> {
  const records = await writer
    .selectFrom('record')
    .leftJoin('staged', (join) =>
      join.onRef('staged.feedId', '=', 'record.feedId').onRef('staged.ordinal', '=', 'record.ordinal'),
    )
    .select([
      'record.ordinal',
      'record.kind',
      'record.removeReason',
      'record.listingCount as listings',
      'staged.content',
    ])
    .where('record.feedId', '=', feedId)
    .where('record.changedAt', '>', place)
    .orderBy('record.ordinal')
    .execute();
  const changed = records.map(({ ordinal, kind, removeReason, listings, content }) => {
    if (content === null) return { ordinal, listings, staged: null };
    const { kind: now } = decodeOutcome(content);
    const isOffered = now === 'mapped' || now === 'invalid';
    return { ordinal, listings, staged: { lostMark: isOffered ? markOf(kind, removeReason) : null } };
  });
  await inBlocks(
    changed.filter(({ staged }) => staged !== null).map(({ ordinal }) => ordinal),
    (block) => writer.deleteFrom('staged').where('feedId', '=', feedId).where('ordinal', 'in', block),
  );
  return changed;
}

import type { Confirmation, OpenDoubt } from '../../model/content.js';
import type { ExternalId } from '../../model/ids.js';
import { groupBy } from '../../model/group-by.js';
import { doubtCodec } from '../database/tables.js';
import { excluded, type Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import type { RecordDecision } from '../store.js';
import { forgetRecords } from './forget-records.js';

const doubtKey = ['feedId', 'externalId', 'field'] as const;

/**
 * Replaces the doubts of the records that have some or had some, adds past values of their listings, and stores which taken-back
 * confirmations are undone.
 */
export async function saveContent(
  writer: Writer,
  connectionId: string,
  feedId: number,
  decisions: readonly RecordDecision[],
): Promise<void> {
  await replaceDoubts(writer, feedId, decisions);
  for (const confirmation of decisions.flatMap(({ undone = [] }) => undone))
    await forgetBefore(writer, connectionId, confirmation);
  const past = decisions.flatMap(({ pastValues = [] }) =>
    pastValues.map(({ isBase, ...value }) => ({ ...value, connectionId, isBase: Number(isBase) })),
  );
  // A value that is replaced now is no longer marked as the present one. The marks of other fields stay.
  for (const [field, ofField] of groupBy(past, (value) => value.field))
    await inBlocks([...new Set(ofField.map(({ externalId }) => externalId))], (ids) =>
      writer
        .deleteFrom('pastValue')
        .where('connectionId', '=', connectionId)
        .where('field', '=', field)
        .where('externalId', 'in', ids)
        .where('until', 'is', null),
    );
  await inBlocks(past, (rows) => writer.insertInto('pastValue').values(rows));
}

/** A doubt stays until its record is judged again: by its ordinal, or because its listing passed to another record that was judged. */
async function replaceDoubts(
  writer: Writer,
  feedId: number,
  decisions: readonly RecordDecision[],
): Promise<void> {
  const judged = decisions.filter(({ doubts }) => doubts !== undefined);
  const ofFeed = () => writer.deleteFrom('contentDoubt').where('feedId', '=', feedId);
  await inBlocks(
    judged.map(({ ordinal }) => ordinal),
    (ordinals) => ofFeed().where('ordinal', 'in', ordinals),
  );
  await inBlocks(
    judged.flatMap(({ listings }) => listings.map(({ externalId }) => externalId)),
    (ids) => ofFeed().where('externalId', 'in', ids),
  );
  const open = judged.flatMap(({ doubts = [] }) => doubts);
  if (open.length === 0) return;
  const confirmed = await confirmedMeanwhile(writer, open);
  const rows = open.map((doubt) =>
    doubtCodec.encode({ ...doubt, confirmedAt: confirmed.get(doubt) ?? doubt.confirmedAt }),
  );
  await inBlocks(rows, (block) =>
    writer
      .insertInto('contentDoubt')
      .values(block)
      .onConflict((conflict) =>
        conflict.columns([...doubtKey]).doUpdateSet(excluded(block[0], [...doubtKey])),
      ),
  );
  await forgetRecords(
    writer,
    feedId,
    [...confirmed.keys()].map(({ sourceId }) => sourceId),
  );
}

/** Of these doubts, those that a person confirmed after they were judged, and when: their records have to be judged again. */
async function confirmedMeanwhile(
  writer: Writer,
  open: readonly OpenDoubt[],
): Promise<Map<OpenDoubt, number>> {
  const rows = await inBlocks([...new Set(open.map(({ externalId }) => externalId))], (ids) =>
    writer
      .selectFrom('confirmation')
      .select(['connectionId', 'externalId', 'field', 'offer', 'value', 'at'])
      .where('takenBackAt', 'is', null)
      .where('externalId', 'in', ids),
  );
  const isOf = (doubt: OpenDoubt, row: (typeof rows)[number]): boolean =>
    (['connectionId', 'externalId', 'field', 'offer', 'value'] as const).every(
      (name) => doubt[name] === row[name],
    );
  return new Map(
    open.flatMap((doubt) => {
      const row = rows.find((one) => isOf(doubt, one));
      return row === undefined ? [] : [[doubt, row.at] as const];
    }),
  );
}

/** The value before a confirmation that was taken back is wanted again from now on: it is undone once. */
async function forgetBefore(
  writer: Writer,
  connectionId: string,
  { externalId, field, offer, value }: Confirmation & { externalId: ExternalId },
): Promise<void> {
  await writer
    .updateTable('confirmation')
    .set({ beforeValue: null })
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .where('field', '=', field)
    .where('offer', '=', offer)
    .where('value', '=', value)
    .where('takenBackAt', 'is not', null)
    .execute();
}

/** Closes the doubts of listings that leave, are suppressed, or pass to another feed (RULES R81). */
export async function closeDoubts(
  writer: Writer,
  connectionId: string,
  externalIds: readonly string[],
): Promise<void> {
  await inBlocks(externalIds, (ids) =>
    writer.deleteFrom('contentDoubt').where('connectionId', '=', connectionId).where('externalId', 'in', ids),
  );
}

import { groupBy } from '../../model/group-by.js';
import { doubtCodec } from '../database/tables.js';
import type { Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import type { RecordDecision } from '../store.js';

/** Replaces the doubts of the records that have some or had some, and adds past values of their listings. */
export async function saveContent(
  writer: Writer,
  connectionId: string,
  feedId: number,
  decisions: readonly RecordDecision[],
): Promise<void> {
  const judged = decisions.filter(({ doubts }) => doubts !== undefined);
  await inBlocks(
    judged.map(({ ordinal }) => ordinal),
    (ordinals) =>
      writer.deleteFrom('contentDoubt').where('feedId', '=', feedId).where('ordinal', 'in', ordinals),
  );
  const doubts = judged.flatMap(({ doubts: open = [] }) => open.map((doubt) => doubtCodec.encode(doubt)));
  await inBlocks(doubts, (rows) =>
    writer
      .insertInto('contentDoubt')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['feedId', 'externalId', 'field']).doNothing()),
  );
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

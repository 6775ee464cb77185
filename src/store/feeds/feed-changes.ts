import { sql } from 'kysely';
import {
  changeKey,
  feedChangeKinds,
  feedChangeLimits,
  type FeedChange,
} from '../../core/setup/feed-changes.js';
import { addAudit } from '../database/audit.js';
import type {
  ChangedFeedKey,
  FeedChangeRecord,
  FeedChangeStore,
  ListedChange,
} from '../contract/feed-changes.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { countOf, inBlocks } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import { feedChangeCodec } from '../database/tables.js';

export function createFeedChanges({ db, write }: Database): FeedChangeStore {
  return {
    add: (of, changes, author, now) => write((writer) => addFeedChanges(writer, of, changes, author, now)),
    addToFeeds: (given, author, now) =>
      write(async (writer) => {
        const added: FeedChangeRecord[] = [];
        for (const { of, changes } of given)
          added.push(...(await addFeedChanges(writer, of, changes, author, now)));
        return added;
      }),
    list: (of) => feedChangeCodec.all(ofFeed(db, of).selectAll().orderBy('id', 'desc')),
    async listed(of, page) {
      const isText = sql<boolean>`kind = 'mapping' and value <> 'null'`;
      let query = ofFeed(db, of)
        .select(['id', 'feed', 'connectionId', 'kind', 'subject', 'author', 'at', 'undoneAt', 'undoneBy'])
        .select([
          sql<string>`case when ${isText} then 'null' else value end`.as('value'),
          sql<number | null>`case when ${isText} then length(value) end`.as('characters'),
        ])
        .orderBy('id', 'desc');
      if (page !== undefined) query = query.limit(page.limit);
      if (page?.before != null) query = query.where('id', '<', page.before);
      return (await query.execute()).map(({ characters, ...row }): ListedChange => ({
        ...feedChangeCodec.decode(row),
        characters,
      }));
    },
    one: (id, of) => feedChangeCodec.first(ofFeed(db, of).selectAll().where('id', '=', id)),
    current: () =>
      feedChangeCodec.all(
        db
          .selectFrom('feedChange')
          .selectAll()
          .where('undoneAt', 'is', null)
          .where((where) => where.or([where('kind', '<>', 'mapping'), where('id', 'in', lastTexts(db))]))
          .orderBy('id'),
      ),
    undo: (id, of, author, now) =>
      write(async (writer) => {
        const undone = await feedChangeCodec.first(
          writer
            .updateTable('feedChange')
            .set({ undoneAt: now, undoneBy: author })
            .where('id', '=', id)
            .where('feed', '=', of.feed)
            .where('connectionId', 'is not distinct from', of.connectionId)
            .where('undoneAt', 'is', null)
            .returningAll(),
        );
        if (undone === null) return null;
        const { feed, connectionId, kind, subject } = undone;
        await addAudit(writer, {
          at: now,
          author,
          action: 'feed.change_undone',
          subject: `feed ${feed}`,
          data: { connection: connectionId, change: id, kind, of: subject },
        });
        return undone;
      }),
  };
}

function ofFeed(reader: Reader, { feed, connectionId }: ChangedFeedKey) {
  return reader
    .selectFrom('feedChange')
    .where('feed', '=', feed)
    .where('connectionId', 'is not distinct from', connectionId);
}

/** Ids of the mapping texts in force, one per feed. Earlier texts stay stored, so that undoing the last one restores the one before. */
function lastTexts(db: Database['db']) {
  return db
    .selectFrom('feedChange')
    .select((select) => select.fn.max('id').as('id'))
    .where('kind', '=', 'mapping')
    .where('undoneAt', 'is', null)
    .groupBy(['feed', 'connectionId']);
}

/** Adds changes in the caller's transaction, with one audit line for all. */
export async function addFeedChanges(
  writer: Writer,
  of: ChangedFeedKey,
  changes: readonly FeedChange[],
  author: string,
  now: Millis,
): Promise<FeedChangeRecord[]> {
  const { feed, connectionId } = of;
  const rows = changes.map(({ kind, subject, value }) => ({
    ...{ feed, connectionId, kind, subject, author },
    ...{ value: JSON.stringify(value), at: now, undoneAt: null, undoneBy: null },
  }));
  const stored = await inBlocks(rows, (block) =>
    writer.insertInto('feedChange').values(block).returningAll(),
  );
  const added = stored.map(feedChangeCodec.decode);
  if (added.length === 0) return added;
  const counts = feedChangeKinds.flatMap((kind) => {
    const count = added.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [[kind, count]];
  });
  await addAudit(writer, {
    at: now,
    author,
    action: 'feed.change',
    subject: `feed ${feed}`,
    data: {
      connection: connectionId,
      changes: added.map(({ id }) => id),
      ...(Object.fromEntries(counts) as Record<string, number>),
    },
  });
  await forgetOldest(writer, of);
  return added;
}

/**
 * Deletes changes that are not in force, until the feed has no more than the limits allow. Undone changes go first, then overridden ones;
 * of each kind, those made first. An overridden change is worth more: it is in force again once the later one is undone.
 */
async function forgetOldest(writer: Writer, of: ChangedFeedKey): Promise<void> {
  const all = ofFeed(writer, of);
  const textsOver = (await countOf(all.where('kind', '=', 'mapping'))) - feedChangeLimits.texts;
  const over = (await countOf(all)) - feedChangeLimits.ofFeed;
  if (textsOver <= 0 && over <= 0) return;
  const rows = await all.select(['id', 'kind', 'subject', 'undoneAt']).orderBy('id').execute();
  const newest = new Map(
    rows.filter(({ undoneAt }) => undoneAt === null).map((row) => [changeKey(row), row.id]),
  );
  const isUndone = ({ undoneAt }: (typeof rows)[number]): boolean => undoneAt !== null;
  const covered = rows.filter((row) => !isUndone(row) && newest.get(changeKey(row)) !== row.id);
  const idle = [...rows.filter(isUndone), ...covered];
  const forgotten = [
    ...idle.filter(({ kind }) => kind === 'mapping').slice(0, Math.max(0, textsOver)),
    ...idle.filter(({ kind }) => kind !== 'mapping').slice(0, Math.max(0, over)),
  ];
  await inBlocks(
    forgotten.map(({ id }) => id),
    (ids) => writer.deleteFrom('feedChange').where('id', 'in', ids),
  );
}

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
import type { Database, Writer } from '../database/database.js';
import type { Millis } from '../../model/millis.js';
import { feedChangeCodec } from '../database/tables.js';

export function createFeedChanges({ db, write }: Database): FeedChangeStore {
  const ofFeed = ({ feed, connectionId }: ChangedFeedKey) =>
    db
      .selectFrom('feedChange')
      .where('feed', '=', feed)
      .where('connectionId', 'is not distinct from', connectionId);
  return {
    add: (of, changes, author, now) => write((writer) => addFeedChanges(writer, of, changes, author, now)),
    async list(of) {
      const rows = await ofFeed(of).selectAll().orderBy('id', 'desc').execute();
      return rows.map((row) => feedChangeCodec.decode(row));
    },
    async listed(of, page) {
      const isText = sql<boolean>`kind = 'mapping' and value <> 'null'`;
      let query = ofFeed(of)
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
    async one(id, of) {
      const row = await ofFeed(of).selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : feedChangeCodec.decode(row);
    },
    async current() {
      const rows = await db
        .selectFrom('feedChange')
        .selectAll()
        .where('undoneAt', 'is', null)
        .where((where) => where.or([where('kind', '<>', 'mapping'), where('id', 'in', lastTexts(db))]))
        .orderBy('id')
        .execute();
      return rows.map((row) => feedChangeCodec.decode(row));
    },
    undo: (id, of, author, now) =>
      write(async (writer) => {
        const undone = await writer
          .updateTable('feedChange')
          .set({ undoneAt: now, undoneBy: author })
          .where('id', '=', id)
          .where('feed', '=', of.feed)
          .where('connectionId', 'is not distinct from', of.connectionId)
          .where('undoneAt', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (undone === undefined) return null;
        const { feed, connectionId, kind, subject } = undone;
        await addAudit(writer, {
          at: now,
          author,
          action: 'feed.change_undone',
          subject: `feed ${feed}`,
          data: { connection: connectionId, change: id, kind, of: subject },
        });
        return feedChangeCodec.decode(undone);
      }),
  };
}

/** Of each feed, the mapping's text that is in force: those before it are kept, so that one of them can come back. */
function lastTexts(db: Database['db']) {
  return db
    .selectFrom('feedChange')
    .select((select) => select.fn.max('id').as('id'))
    .where('kind', '=', 'mapping')
    .where('undoneAt', 'is', null)
    .groupBy(['feed', 'connectionId']);
}

const rowsPerStatement = 200;

/** In the caller's transaction, with one audit line for all of them. */
export async function addFeedChanges(
  writer: Writer,
  of: ChangedFeedKey,
  changes: readonly FeedChange[],
  author: string,
  now: Millis,
): Promise<FeedChangeRecord[]> {
  const { feed, connectionId } = of;
  const added: FeedChangeRecord[] = [];
  for (let from = 0; from < changes.length; from += rowsPerStatement) {
    const rows = changes.slice(from, from + rowsPerStatement).map(({ kind, subject, value }) => ({
      ...{ feed, connectionId, kind, subject, author },
      ...{ value: JSON.stringify(value), at: now, undoneAt: null, undoneBy: null },
    }));
    const stored = await writer.insertInto('feedChange').values(rows).returningAll().execute();
    added.push(...stored.map((row) => feedChangeCodec.decode(row)));
  }
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
 * Deletes changes that no longer count, as far as the limits ask for it: the oldest, and first those that were taken back. What lies
 * under another one counts again once that is taken back.
 */
async function forgetOldest(writer: Writer, { feed, connectionId }: ChangedFeedKey): Promise<void> {
  const ofFeed = writer
    .selectFrom('feedChange')
    .where('feed', '=', feed)
    .where('connectionId', 'is not distinct from', connectionId);
  const count = async (only: typeof ofFeed): Promise<number> =>
    Number((await only.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  const texts = (await count(ofFeed.where('kind', '=', 'mapping'))) - feedChangeLimits.texts;
  const all = (await count(ofFeed)) - feedChangeLimits.ofFeed;
  if (texts <= 0 && all <= 0) return;
  const rows = await ofFeed.select(['id', 'kind', 'subject', 'undoneAt']).orderBy('id').execute();
  const newest = new Map(
    rows.filter(({ undoneAt }) => undoneAt === null).map((row) => [changeKey(row), row.id]),
  );
  const isUndone = ({ undoneAt }: (typeof rows)[number]): boolean => undoneAt !== null;
  const covered = rows.filter((row) => !isUndone(row) && newest.get(changeKey(row)) !== row.id);
  const idle = [...rows.filter(isUndone), ...covered];
  const forgotten = [
    ...idle.filter(({ kind }) => kind === 'mapping').slice(0, Math.max(0, texts)),
    ...idle.filter(({ kind }) => kind !== 'mapping').slice(0, Math.max(0, all)),
  ];
  for (let from = 0; from < forgotten.length; from += rowsPerStatement) {
    const ids = forgotten.slice(from, from + rowsPerStatement).map(({ id }) => id);
    await writer.deleteFrom('feedChange').where('id', 'in', ids).execute();
  }
}

import type { Database } from './database.js';
import type { FeedRow } from './rows.js';
import type { FeedStore } from './store.js';
import { feedCodec } from './tables.js';

export function createFeeds({ db, write }: Database): FeedStore {
  return {
    declare: (feed, now) =>
      write(async (writer) => {
        const known = await writer
          .selectFrom('feed')
          .selectAll()
          .where('name', '=', feed.name)
          .executeTakeFirst();
        const { connectionId, sourceHash, mapping } = feed;
        // Validators of another source would make it answer "not modified" about a file that was never read.
        const forgotten =
          known === undefined || known.sourceHash === sourceHash
            ? {}
            : { etag: null, lastModified: null, lastFullFetchAt: null };
        const row =
          known === undefined
            ? await writer
                .insertInto('feed')
                .values(newFeed(feed, now))
                .returningAll()
                .executeTakeFirstOrThrow()
            : await writer
                .updateTable('feed')
                .set({ connectionId, sourceHash, mapping, ...forgotten })
                .where('id', '=', known.id)
                .returningAll()
                .executeTakeFirstOrThrow();
        return feedCodec.decode(row);
      }),
    async get(id) {
      const row = await db.selectFrom('feed').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : feedCodec.decode(row);
    },
    async byName(name) {
      const row = await db.selectFrom('feed').selectAll().where('name', '=', name).executeTakeFirst();
      return row === undefined ? null : feedCodec.decode(row);
    },
    async all() {
      const rows = await db.selectFrom('feed').selectAll().orderBy('name').execute();
      return rows.map((row) => feedCodec.decode(row));
    },
    async update(id, change) {
      const columns = feedCodec.encodePart(change);
      if (Object.keys(columns).length === 0) return;
      await write(async (writer) => {
        await writer.updateTable('feed').set(columns).where('id', '=', id).execute();
      });
    },
  };
}

function newFeed(
  feed: Pick<FeedRow, 'name' | 'connectionId' | 'sourceHash' | 'mapping'>,
  now: number,
): Omit<FeedRow, 'id'> {
  return {
    ...feed,
    life: 'active',
    nextPollAt: now,
    failures: 0,
    lastPollAt: null,
    lastCompleteAt: null,
    stalledSince: null,
    stallReason: null,
    etag: null,
    lastModified: null,
    lastFullFetchAt: null,
    context: null,
    committedSnapshotId: null,
    deferredSnapshotId: null,
    firstPushAt: null,
  };
}

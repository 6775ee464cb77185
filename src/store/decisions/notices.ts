import { sql, type UpdateObject } from 'kysely';
import type { NoticeStore } from '../contract/notices.js';
import type { Database, Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import { noticeCodec, type Tables } from '../database/tables.js';

export function createNotices({ db, write }: Database): NoticeStore {
  return {
    open: () =>
      noticeCodec.all(db.selectFrom('notice').selectAll().where('overAt', 'is', null).orderBy('id')),
    note: (change) => write((writer) => note(writer, change)),
    write: (ids, message) => write((writer) => update(writer, ids, { message })),
    told: (ids, now) => write((writer) => update(writer, ids, { toldAt: now, problem: null })),
    failed: (ids, { problem, nextTryAt }) =>
      write((writer) => update(writer, ids, { problem, nextTryAt, tries: sql`tries + 1` })),
    list: ({ limit }) =>
      noticeCodec.all(db.selectFrom('notice').selectAll().orderBy('id', 'desc').limit(limit)),
  };
}

async function note(writer: Writer, { added, over, now }: Parameters<NoticeStore['note']>[0]): Promise<void> {
  await update(writer, over, { overAt: now });
  for (const notice of added)
    await writer
      .insertInto('notice')
      .values({
        ...notice,
        atOnce: notice.atOnce ? 1 : 0,
        noticedAt: now,
        message: null,
        tries: 0,
        nextTryAt: now,
        problem: null,
        toldAt: null,
        overAt: null,
      })
      .execute();
}

async function update(
  writer: Writer,
  ids: readonly number[],
  change: UpdateObject<Tables, 'notice'>,
): Promise<void> {
  await inBlocks(ids, (block) => writer.updateTable('notice').set(change).where('id', 'in', block));
}

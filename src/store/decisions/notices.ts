import type { NoticeRecord, NoticeStore } from '../contract/notices.js';
import { blocksOf, type Database, type Writer } from '../database/database.js';
import { noticeCodec } from '../database/tables.js';

export function createNotices({ db, write }: Database): NoticeStore {
  return {
    async open() {
      const rows = await db
        .selectFrom('notice')
        .selectAll()
        .where('overAt', 'is', null)
        .orderBy('id')
        .execute();
      return rows.map((row) => noticeCodec.decode(row));
    },
    note: (change) => write((writer) => note(writer, change)),
    write: (ids, message) => write((writer) => update(writer, ids, { message })),
    told: (ids, now) => write((writer) => update(writer, ids, { toldAt: now, problem: null })),
    failed: (ids, { problem, nextTryAt }) =>
      write(async (writer) => {
        for (const block of blocksOf(ids))
          await writer
            .updateTable('notice')
            .set((eb) => ({ problem, nextTryAt, tries: eb('tries', '+', 1) }))
            .where('id', 'in', block)
            .execute();
      }),
    async list({ limit }) {
      const rows = await db.selectFrom('notice').selectAll().orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => noticeCodec.decode(row));
    },
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
  change: Partial<Pick<NoticeRecord, 'message' | 'toldAt' | 'overAt' | 'problem'>>,
): Promise<void> {
  for (const block of blocksOf(ids))
    await writer.updateTable('notice').set(change).where('id', 'in', block).execute();
}

import { addAudit } from '../database/audit.js';
import type { Expectation, ExpectationStore } from '../contract/expectations.js';
import { blocksOf, type Database, type Writer } from '../database/database.js';
import type { Millis } from '../../model/millis.js';

export function createExpectations({ db, write }: Database): ExpectationStore {
  return {
    announce: (wish) =>
      write(async (writer) => {
        await end(writer, wish.feedId, wish.at);
        const { feedId, removals, until, author, at } = wish;
        const expectation = await writer
          .insertInto('expectation')
          .values({ feedId, removals, used: 0, until, author, at, endedAt: null })
          .returningAll()
          .executeTakeFirstOrThrow();
        const data = { removals, until };
        await addAudit(writer, { at, author, action: 'removals.expected', subject: `feed ${feedId}`, data });
        return expectation;
      }),
    cancel: (feedId, author, now) =>
      write(async (writer) => {
        const ended = await end(writer, feedId, now);
        if (ended === null) return null;
        const data = { removals: ended.removals, until: ended.until };
        const subject = `feed ${feedId}`;
        await addAudit(writer, { at: now, author, action: 'removals.not_expected', subject, data });
        return ended;
      }),
    async open(feedId, now) {
      const row = await db
        .selectFrom('expectation')
        .selectAll()
        .where('feedId', '=', feedId)
        .where('endedAt', 'is', null)
        .where('until', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },
    async removed(feedId) {
      const rows = await db
        .selectFrom('expectedRemoval')
        .select('externalId')
        .where('feedId', '=', feedId)
        .execute();
      return new Set(rows.map((row) => row.externalId));
    },
  };
}

async function end(writer: Writer, feedId: number, now: Millis): Promise<Expectation | null> {
  const ended = await writer
    .updateTable('expectation')
    .set({ endedAt: now })
    .where('feedId', '=', feedId)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return ended ?? null;
}

/** In the transaction that queues removals: what is used up is never used twice, and only the last way of leaving counts. */
export async function noteExpected(
  writer: Writer,
  feedId: number,
  removals: readonly { externalId: string; expectationId: number | null }[],
): Promise<void> {
  for (const ids of blocksOf(removals.map(({ externalId }) => externalId)))
    await writer
      .deleteFrom('expectedRemoval')
      .where('feedId', '=', feedId)
      .where('externalId', 'in', ids)
      .execute();
  // One announcement of a feed is open at a time.
  const expected = removals.filter(({ expectationId }) => expectationId !== null);
  const id = expected[0]?.expectationId ?? null;
  if (id === null) return;
  for (const block of blocksOf(expected))
    await writer
      .insertInto('expectedRemoval')
      .values(block.map(({ externalId }) => ({ feedId, externalId })))
      .execute();
  await writer
    .updateTable('expectation')
    .set((eb) => ({ used: eb('used', '+', expected.length) }))
    .where('id', '=', id)
    .execute();
}

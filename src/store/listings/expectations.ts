import { addAudit } from '../database/audit.js';
import type { Expectation, ExpectationStore } from '../contract/expectations.js';
import type { Database, Writer } from '../database/database.js';
import { idsOf } from '../database/listing-rows.js';
import { firstOf, inBlocks } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';

export function createExpectations({ db, write }: Database): ExpectationStore {
  return {
    announce: (wanted) =>
      write(async (writer) => {
        await end(writer, wanted.feedId, wanted.at);
        const { feedId, removals, until, author, at } = wanted;
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
    open: (feedId, now) =>
      firstOf(
        db
          .selectFrom('expectation')
          .selectAll()
          .where('feedId', '=', feedId)
          .where('endedAt', 'is', null)
          .where('until', '>', now),
      ),
    async removed(feedId) {
      const removals = db.selectFrom('expectedRemoval').select('externalId').where('feedId', '=', feedId);
      return new Set(idsOf(await removals.execute()));
    },
  };
}

/** Ends the feed's open announcement, if any. */
function end(writer: Writer, feedId: number, now: Millis): Promise<Expectation | null> {
  return firstOf(
    writer
      .updateTable('expectation')
      .set({ endedAt: now })
      .where('feedId', '=', feedId)
      .where('endedAt', 'is', null)
      .returningAll(),
  );
}

/**
 * Counts queued removals against the user's announcement of them, and stores which listings' removals were announced. An announcement allows
 * a number of removals without asking. The count runs in the transaction that queues the removals, so that no part of this number is used
 * twice. A listing's latest removal replaces what was stored for an earlier one.
 */
export async function noteExpected(
  writer: Writer,
  feedId: number,
  removals: readonly { externalId: string; expectationId: number | null }[],
): Promise<void> {
  await inBlocks(idsOf(removals), (ids) =>
    writer.deleteFrom('expectedRemoval').where('feedId', '=', feedId).where('externalId', 'in', ids),
  );
  // A feed has at most one open announcement: all removals have the same id.
  const expected = removals.filter(({ expectationId }) => expectationId !== null);
  const id = expected[0]?.expectationId ?? null;
  if (id === null) return;
  await inBlocks(expected, (block) =>
    writer.insertInto('expectedRemoval').values(block.map(({ externalId }) => ({ feedId, externalId }))),
  );
  await writer
    .updateTable('expectation')
    .set((eb) => ({ used: eb('used', '+', expected.length) }))
    .where('id', '=', id)
    .execute();
}

import { sql } from 'kysely';
import { roomLeft, windowMarginMs } from '../../core/schedule/budget.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { writeOne } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import type { SpendStore } from '../store.js';

export function createSpend({ db, write, writeAlone }: Database): SpendStore {
  return {
    since: (scope, since) => spentSince(db, scope, since),
    take: (scope, { limit, ms, now }) =>
      writeAlone(
        async (writer) => {
          const at = now();
          const spent = await spendWhereRoom(writer, { scope, limit, ms, now: at });
          if (spent !== null) return { spent };
          const { moreAt } = roomLeft(await spentSince(writer, scope, at - 2 * ms), limit, ms, at);
          return { againAt: moreAt ?? at + ms };
        },
        { turn: scope },
      ),
    settle: (spent, at) =>
      writeOne(write, (writer) => writer.updateTable('spend').set({ at }).where('id', '=', spent)),
    add: (scope, at, amount) =>
      writeOne(write, (writer) =>
        writer.insertInto('spend').values({ scope, at, amount, ownChange: 0, batchId: null }),
      ),
    prune: (before) => writeOne(write, (writer) => writer.deleteFrom('spend').where('at', '<', before)),
  };
}

async function spentSince(reader: Reader, scope: string, since: Millis): ReturnType<SpendStore['since']> {
  const rows = await reader
    .selectFrom('spend')
    .select(['at', 'amount', 'ownChange'])
    .where('scope', '=', scope)
    .where((eb) => eb.or([eb('at', 'is', null), eb('at', '>=', since)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
  // Spends in flight, whose time is null, come last in both databases: SQLite sorts nulls first, PostgreSQL last.
  return [...rows.filter((row) => row.at !== null), ...rows.filter((row) => row.at === null)];
}

/** Spends 1 by the rule of `roomLeft`, in one statement. @returns the id of the spend; null if there is no room */
async function spendWhereRoom(
  writer: Writer,
  { scope, limit, ms, now }: { scope: string; limit: number; ms: Millis; now: Millis },
): Promise<number | null> {
  const spent = writer
    .selectFrom('spend')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql.lit(0)).as('amount'))
    .where('scope', '=', scope)
    .where((eb) => eb.or([eb('at', 'is', null), eb('at', '>', now - ms - windowMarginMs)]));
  const added = await writer
    .insertInto('spend')
    .columns(['scope', 'at', 'amount', 'ownChange'])
    .expression(
      writer
        .selectNoFrom([
          sql<string>`cast(${scope} as text)`.as('scope'),
          sql<number>`cast(${now} as bigint)`.as('at'),
          sql.lit(1).as('amount'),
          sql.lit(0).as('ownChange'),
        ])
        .where(sql<number>`${spent}`, '<', limit),
    )
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

/** Counts the items of a batch that is about to be sent. `fixSpend` replaces their number and time after the reply. */
export async function reserveSpend(
  writer: Writer,
  batch: { id: number; connectionId: string; items: number; ownChanges: number },
): Promise<void> {
  await writer
    .insertInto('spend')
    .values({
      scope: batch.connectionId,
      at: null,
      amount: batch.items,
      ownChange: batch.ownChanges,
      batchId: batch.id,
    })
    .execute();
}

/** Sets the final spend of a batch after its reply: `items` spent at `at`, or nothing. */
export async function fixSpend(writer: Writer, batchId: number, at: Millis, items: number): Promise<void> {
  if (items === 0) {
    await writer.deleteFrom('spend').where('batchId', '=', batchId).execute();
    return;
  }
  await writer
    .updateTable('spend')
    .set((eb) => ({
      at,
      amount: items,
      ownChange: eb.case().when('ownChange', '>', items).then(items).else(eb.ref('ownChange')).end(),
    }))
    .where('batchId', '=', batchId)
    .execute();
}

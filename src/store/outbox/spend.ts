import { sql } from 'kysely';
import { roomLeft, windowMarginMs } from '../../core/schedule/budget.js';
import type { Database, Reader, Writer } from '../database/database.js';
import type { Millis } from '../../model/millis.js';
import type { SpendStore } from '../store.js';

export function createSpend({ db, write, writeAlone: alone }: Database): SpendStore {
  return {
    since: (scope, since) => spentSince(db, scope, since),
    take: (scope, { limit, ms, now }) =>
      alone(
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
      write(async (writer) => {
        await writer.updateTable('spend').set({ at }).where('id', '=', spent).execute();
      }),
    add: (scope, at, amount) =>
      write(async (writer) => {
        await addSpend(writer, scope, at, amount);
      }),
    prune: (before) =>
      write(async (writer) => {
        await writer.deleteFrom('spend').where('at', '<', before).execute();
      }),
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
  // Dialects disagree on where nulls stand.
  return [...rows.filter((row) => row.at !== null), ...rows.filter((row) => row.at === null)];
}

/** The rule of `roomLeft` in one statement, in the turn of its scope. @returns null where there is no room */
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

async function addSpend(writer: Writer, scope: string, at: Millis, amount: number): Promise<number> {
  const { id } = await writer
    .insertInto('spend')
    .values({ scope, at, amount, ownChange: 0, batchId: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A batch about to be sent: its items count from now on, until its reply says when and how many. */
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

/** The reply's word: `items` spent at `at`, or nothing. */
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

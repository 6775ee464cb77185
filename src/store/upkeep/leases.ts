import { sql } from 'kysely';
import { currentFence, Fence } from '../../platform/fence.js';
import type { LeaseStore } from '../contract/leases.js';
import type { Database, Opening, Reader, Transact, Writer } from '../database/database.js';
import { isHeld } from '../database/held-lease.js';

/** A lane that was given back keeps its count. */
const nobody = '';

/** The database as jobs have it: what they write is refused once their fence has ended, or their lease is another holder's. */
export function fenced(database: Database): Database {
  const guarded =
    <O extends Opening>(transact: Transact<O>): Transact<O> =>
    async (work, opening) => {
      const fence = currentFence();
      if (fence === null) return transact(work, opening);
      fence.check();
      const lease = fence.storedLease;
      return transact(checked(fence, work), lease === null ? opening : ({ ...opening, lease } as O));
    };
  const { write, writeUnsynced: lightly, writeAlone: alone, destroy, backUp } = database;
  return {
    ...database,
    write: guarded(write),
    writeUnsynced: guarded(lightly),
    writeAlone: guarded(alone),
    destroy: (work) => {
      const fence = currentFence();
      return destroy(fence === null ? work : checked(fence, work));
    },
    backUp: async (file) => {
      currentFence()?.check();
      return backUp(file);
    },
  };
}

/** A job may end while its transaction waits for its turn, or is under way: then nothing of it is written. */
function checked<T>(fence: Fence, work: (writer: Writer) => Promise<T>): (writer: Writer) => Promise<T> {
  return async (writer) => {
    fence.check();
    const result = await work(writer);
    fence.check();
    return result;
  };
}

export function createLeases(database: Database): LeaseStore {
  const { db, time, writeAlone: alone, once } = database;
  return {
    take: async (lane, holder, ms) => {
      const wish = { lane, holder, ms };
      const epoch = await once((writer) => takeFree(writer, wish, database));
      if (epoch !== null) return { lease: { lane, holder, epoch }, abandoned: false };
      return alone((writer) => take(writer, wish, database));
    },
    renew: (leases, ms) =>
      alone(async (writer) => {
        await writer
          .updateTable('lease')
          .set({ until: sql<number>`${time} + ${ms}` })
          .where((eb) =>
            eb.or(leases.map(({ lane, epoch }) => eb.and([eb('name', '=', lane), eb('token', '=', epoch)]))),
          )
          .where('until', '>', time)
          .execute();
      }),
    give: ({ lane, epoch }) =>
      once(async (writer) => {
        await writer
          .updateTable('lease')
          .set({ holder: nobody, until: 0 })
          .where('name', '=', lane)
          .where('token', '=', epoch)
          .execute();
      }),
    isGone: (holder) => alone((writer) => database.isGone(writer, holder)),
    isHeld: (lease) => isHeld(db, lease, time),
    free: (lanes) =>
      alone(async (writer) => {
        const free: string[] = [];
        for (const lane of new Set(lanes)) {
          const row = await leaseOf(writer, lane, database);
          if (row === undefined || (await isFree(writer, row, database))) free.push(lane);
        }
        return free;
      }),
    within(lease, work) {
      const fence = Fence.underLease(lease, true);
      return fence.enter(() => work(fence));
    },
    async now() {
      const { rows } = await sql<{ now: number }>`select ${time} as now`.execute(db);
      return Number(rows[0]?.now);
    },
  };
}

interface LeaseWish {
  lane: string;
  holder: string;
  ms: number;
}

/** As it nearly always is. @returns its epoch; null where somebody has the lane, or had it to the end */
async function takeFree(
  writer: Reader,
  { lane, holder, ms }: LeaseWish,
  { time }: Database,
): Promise<number | null> {
  const until = sql<number>`${time} + ${ms}`;
  const taken = await writer
    .insertInto('lease')
    .values({ name: lane, holder, token: 1, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, token: sql<number>`lease.token + 1`, until })
        .where('lease.holder', '=', nobody),
    )
    .returning('token')
    .executeTakeFirst();
  return taken?.token ?? null;
}

/** From somebody whose time is over, or who is gone. */
async function take(
  writer: Writer,
  { lane, holder, ms }: LeaseWish,
  database: Database,
): ReturnType<LeaseStore['take']> {
  const { time } = database;
  const former = await leaseOf(writer, lane, database);
  if (former === undefined || !(await isFree(writer, former, database))) return null;
  const taken = await writer
    .updateTable('lease')
    .set((eb) => ({ holder, token: eb('token', '+', 1), until: sql<number>`${time} + ${ms}` }))
    .where('name', '=', lane)
    // Whoever took it in between has it.
    .where((eb) => eb.or([eb('holder', '=', former.holder), eb('holder', '=', nobody)]))
    .returning('token')
    .executeTakeFirst();
  if (taken === undefined) return null;
  return { lease: { lane, holder, epoch: taken.token }, abandoned: former.holder !== nobody };
}

interface LeaseRow {
  holder: string;
  leftMs: number;
}

function leaseOf(writer: Writer, lane: string, { time }: Database): Promise<LeaseRow | undefined> {
  return writer
    .selectFrom('lease')
    .select(['holder', sql<number>`until - ${time}`.as('leftMs')])
    .where('name', '=', lane)
    .executeTakeFirst();
}

async function isFree(writer: Writer, { holder, leftMs }: LeaseRow, { isGone }: Database): Promise<boolean> {
  return holder === nobody || leftMs <= 0 || (await isGone(writer, holder));
}

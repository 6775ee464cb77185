import { sql } from 'kysely';
import { currentFence, Fence } from '../../platform/fence.js';
import type { LeaseStore } from '../contract/leases.js';
import { writeOne } from '../database/queries.js';
import type { Database, Opening, Reader, Transact, Writer } from '../database/database.js';
import { isHeld } from '../database/held-lease.js';

/** `holder` of a released lane. The row stays, so that the lane's epoch keeps counting up. */
export const noHolder = '';

/** The database for jobs: a job's writes are refused once its fence has ended or its lease is lost. */
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
  const { write, writeUnsynced, writeAlone, destroy, backUp } = database;
  return {
    ...database,
    write: guarded(write),
    writeUnsynced: guarded(writeUnsynced),
    writeAlone: guarded(writeAlone),
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

/** Checks the fence before and after the work of a transaction: if the job ends while the transaction waits or runs, nothing is written. */
function checked<T>(fence: Fence, work: (writer: Writer) => Promise<T>): (writer: Writer) => Promise<T> {
  return async (writer) => {
    fence.check();
    const result = await work(writer);
    fence.check();
    return result;
  };
}

export function createLeases(database: Database): LeaseStore {
  const { db, time, writeAlone, once } = database;
  return {
    take: async (lane, holder, ms) => {
      const entry = { lane, holder, ms };
      const epoch = await once((writer) => takeFree(writer, entry, database));
      if (epoch !== null) return { lease: { lane, holder, epoch }, abandoned: false };
      return writeAlone((writer) => take(writer, entry, database));
    },
    async claim(lanes, holder, ms) {
      if (lanes.length === 0) return [];
      const free = sql`select name from lease where name in (${sql.join([...lanes])}) and holder = ${noHolder} ${database.skipLocked}`;
      const { rows } = await once((writer) =>
        sql<{ lane: string; epoch: number }>`with free as (${free})
          update lease set holder = ${holder}, token = token + 1, until = ${time} + cast(${ms} as bigint)
          where name in (select name from free) returning name as lane, token as epoch`.execute(writer),
      );
      return rows.map(({ lane, epoch }) => ({ lane, holder, epoch }));
    },
    renew: (leases, ms) =>
      writeOne(writeAlone, (writer) =>
        writer
          .updateTable('lease')
          .set({ until: sql<number>`${time} + ${ms}` })
          .where((eb) =>
            eb.or(leases.map(({ lane, epoch }) => eb.and([eb('name', '=', lane), eb('token', '=', epoch)]))),
          )
          .where('until', '>', time),
      ),
    give: ({ lane, epoch }) =>
      once(async (writer) => {
        await writer
          .updateTable('lease')
          .set({ holder: noHolder, until: 0 })
          .where('name', '=', lane)
          .where('token', '=', epoch)
          .execute();
      }),
    giveAll: (leases) =>
      once(async (writer) => {
        if (leases.length === 0) return;
        await writer
          .updateTable('lease')
          .set({ holder: noHolder, until: 0 })
          .where((eb) =>
            eb.or(leases.map(({ lane, epoch }) => eb.and([eb('name', '=', lane), eb('token', '=', epoch)]))),
          )
          .execute();
      }),
    isGone: (holder) => writeAlone((writer) => database.isGone(writer, holder)),
    isHeld: (lease) => isHeld(db, lease, time),
    free: (lanes) =>
      writeAlone(async (writer) => {
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

interface LeaseRequest {
  lane: string;
  holder: string;
  ms: number;
}

/**
 * Takes a new or released lane: one statement, and nearly always enough.
 * @returns the epoch of the lease; null if the lane was not released, even if its lease has expired
 */
async function takeFree(
  writer: Reader,
  { lane, holder, ms }: LeaseRequest,
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
        .where('lease.holder', '=', noHolder),
    )
    .returning('token')
    .executeTakeFirst();
  return taken?.token ?? null;
}

/** Takes a lane that was not released, if its lease has expired or its holder is gone. */
async function take(
  writer: Writer,
  { lane, holder, ms }: LeaseRequest,
  database: Database,
): ReturnType<LeaseStore['take']> {
  const { time } = database;
  const former = await leaseOf(writer, lane, database);
  if (former === undefined || !(await isFree(writer, former, database))) return null;
  const taken = await writer
    .updateTable('lease')
    .set((eb) => ({ holder, token: eb('token', '+', 1), until: sql<number>`${time} + ${ms}` }))
    .where('name', '=', lane)
    // A worker that took the lane in between keeps it.
    .where((eb) => eb.or([eb('holder', '=', former.holder), eb('holder', '=', noHolder)]))
    .returning('token')
    .executeTakeFirst();
  if (taken === undefined) return null;
  return { lease: { lane, holder, epoch: taken.token }, abandoned: former.holder !== noHolder };
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
  return holder === noHolder || leftMs <= 0 || (await isGone(writer, holder));
}

import {
  HandleEmptyInListsPlugin,
  Kysely,
  type PostgresPool,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import pg from 'pg';
import { columnNames } from '../database/column-names.js';
import {
  answersPerOrdinal,
  fingerprintBytes,
  noteAnswer,
  type Database,
  type OpeningInTurn,
  type Reader,
  type Transact,
  type Writer,
} from '../database/database.js';
import { leaseLost, StoreError } from '../database/errors.js';
import { postgresWords, searchPostgresWords } from '../schema/page-indexes.js';
import {
  createPostgresPool,
  NamingDialect,
  openingPool,
  withOpening,
  type OpeningStatement,
} from './postgres-dialect.js';
import { isConflict, placeOf } from './postgres-errors.js';
import type { KnownBlock } from '../../model/staged-record.js';
import type { Tables } from '../database/tables.js';

export interface PostgresOptions {
  readOnly: boolean;
  /** While the store is open, no other process may open it exclusively or as a `holder`. */
  exclusive: boolean;
  /** Name of this process among those that share the store; null: this process does not share it. */
  holder: string | null;
}

export interface PostgresDatabase extends Database {
  /** Runs changes of the schema. One process at a time. */
  readonly migrate: (work: (db: Reader) => Promise<void>) => Promise<void>;
}

const readersMax = 4;
/** Maximum number of tries after conflicts. Only transactions of other processes conflict, and these are few and short. */
const conflictsMax = 50;

/** The server ends a transaction that is idle for this time, since its locks block other processes. Equal to the term of a lane's lease. */
const standstillSeconds = 60;

const lockTriesMax = 5;
const lockAgainSeconds = 0.1;

/** First keys of the advisory locks. The second key is a hash: of the schema, of a holder's name, or of schema and turn. */
const lockOf = { store: 0x0feed5, migration: 0x0feed6, holder: 0x0feed7, turn: 0x0feed8 } as const;

/**
 * The database on PostgreSQL: a pool of connections that read, and one connection that writes. So a process has one writing transaction at a
 * time, as with SQLite. The writing connection holds the lock of an exclusive store: if the lock is lost, so is the connection, and the write
 * fails.
 */
export function postgresDatabase(url: string, options: PostgresOptions): PostgresDatabase {
  const { readOnly } = options;
  const place = placeOf(url);
  const db = kyselyOver(createPostgresPool(url, { connectionsMax: readersMax, readOnly: true }));
  const admit = (client: pg.PoolClient): Promise<void> => takeLocks(client, place, options);
  const writer = readOnly ? null : createPostgresPool(url, { connectionsMax: 1, readOnly: false, admit });
  const writing = writer === null ? db : kyselyOver(openingPool(writer));
  const transaction =
    (
      isolation: 'serializable' | 'read committed',
      first: readonly OpeningStatement[] = [],
    ): Transact<OpeningInTurn> =>
    (work, opening = {}) =>
      againAfterConflicts(() =>
        withOpening([...first, ...statementsOf(opening)], () =>
          writing.transaction().setIsolationLevel(isolation).execute(work),
        ),
      );
  const write = transaction('serializable');
  let isOpen = true;
  return {
    db,
    file: null,
    read: (work) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    write,
    writeUnsynced: transaction('serializable', [{ text: 'set local synchronous_commit = off' }]),
    writeAlone: transaction('read committed'),
    once: (work) => againAfterConflicts(() => work(writing)),
    time: sql.raw<number>(time),
    skipLocked: sql`for update skip locked`,
    isGone,
    migrate: (work) => writing.connection().execute((connection) => underLock(connection, work)),
    async destroy(work) {
      try {
        return await write(work);
      } finally {
        await writing.connection().execute(dropRemains);
      }
    },
    wordSearch: searchPostgresWords,
    lookUps: (feedId) => (fingerprints, count, known) => lookUp(db, feedId, fingerprints, count, known),
    backUp: () =>
      Promise.reject(
        new StoreError(
          'backup',
          `The store ${place} is in PostgreSQL, whose own tools copy it: pg_dump for a copy of one moment, or the server's own archive. Nothing was written. Where backups.schedule is set, take it out.`,
        ),
      ),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await db.destroy();
      if (writing !== db) await writing.destroy();
    },
  };
}

const time = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** The statements that begin a transaction. The lock of the turn comes first, so that later statements see what the previous turn committed. */
function statementsOf({ lease, turn }: OpeningInTurn): OpeningStatement[] {
  const statements: OpeningStatement[] = [];
  if (turn !== undefined)
    statements.push({
      text: `select pg_advisory_xact_lock(${lockOf.turn}, hashtext(current_schema() || ' ' || ${pg.escapeLiteral(turn)}))`,
    });
  if (lease !== undefined)
    statements.push({
      text: `select from lease where name = ${pg.escapeLiteral(lease.lane)} and token = ${lease.epoch} and until > ${time} for share`,
      check(rows) {
        if (rows.length === 0) throw leaseLost(lease);
      },
    });
  return statements;
}

/** Whether a process has the store open now, exclusively or as one of several. */
export async function isPostgresLocked(url: string): Promise<boolean> {
  const db = kyselyOver(createPostgresPool(url, { connectionsMax: 1, readOnly: true }));
  try {
    const { rows } = await sql`select 1 from pg_locks
      where locktype = 'advisory' and granted and classid = ${sql.lit(lockOf.store)} and objsubid = 2
        and objid = (hashtext(current_schema())::bigint & 4294967295)::oid
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length > 0;
  } finally {
    await db.destroy();
  }
}

export const postgresTypes = {
  serial: 'bigint generated by default as identity primary key',
  bytes: 'bytea',
  // Ids are compared byte by byte, whatever the collation of the database.
  text: 'text collate "C"',
  words: postgresWords,
} as const;

function kyselyOver(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new NamingDialect({ pool }),
    plugins: [columnNames, new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
}

/** Takes the locks of a new writing connection. They are released with the connection, however the process ends. @throws StoreError `locked` */
async function takeLocks(
  client: pg.PoolClient,
  place: string,
  { exclusive, holder }: PostgresOptions,
): Promise<void> {
  if (!exclusive && holder === null) return;
  const mode = exclusive ? '' : '_shared';
  const take = `select pg_try_advisory_lock${mode}(${lockOf.store}, hashtext(current_schema())) as taken`;
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>(take);
    if (rows[0]?.taken === true) break;
    if (tries === lockTriesMax) throw lockedBy(place, exclusive);
    // The server may not have noticed yet that a former connection of this process was lost, so the lock is tried again after a pause.
    await client.query(`select pg_sleep(${lockAgainSeconds})`);
  }
  if (holder === null) return;
  await client.query(`set idle_in_transaction_session_timeout = '${standstillSeconds}s'`);
  await client.query(`select pg_advisory_lock_shared(${lockOf.holder}, hashtext($1))`, [holder]);
}

function lockedBy(place: string, exclusive: boolean): StoreError {
  return new StoreError(
    'locked',
    exclusive
      ? `Another feedsync process works on the store ${place}; nothing was changed. Stop it first, or give this one its own store.`
      : `A feedsync command has the store ${place} for itself; nothing was changed. Start this process again when it has ended.`,
  );
}

/** A process is gone if its lock is not held: the lock is released with its connection. */
async function isGone(writer: Writer, holder: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks
    where locktype = 'advisory' and granted and classid = ${sql.lit(lockOf.holder)} and objsubid = 2
      and objid = (hashtext(${holder})::bigint & 4294967295)::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(writer);
  return rows.length === 0;
}

async function underLock(connection: Reader, work: (db: Reader) => Promise<void>): Promise<void> {
  const lock = sql`${sql.lit(lockOf.migration)}, hashtext(current_schema())`;
  await sql`select pg_advisory_lock(${lock})`.execute(connection);
  try {
    await work(connection);
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(connection);
  }
}

/** Retries at once after a conflict: the other transaction has ended by then. */
async function againAfterConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || tries === conflictsMax) throw error;
    }
  }
}

/** Rewrites the files of all tables: until then they contain deleted and replaced rows. */
async function dropRemains(connection: Reader): Promise<void> {
  try {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(connection);
    const tables = sql.join(rows.map(({ name }) => sql.id(name)));
    await sql`vacuum (full) ${tables}`.execute(connection.withoutPlugins());
  } catch {
    // Rewriting failed, as a rule because the disk has no space for a second copy. No query returns the erased rows any more, and new rows
    // overwrite them gradually.
  }
}

/** Looks up a block of fingerprints with one statement. The index alone answers each, and all answers are returned as one value. */
async function lookUp(
  db: Reader,
  feedId: number,
  fingerprints: Uint8Array,
  count: number,
  known: KnownBlock,
): Promise<void> {
  if (count === 0) return;
  const packed = fingerprints.subarray(0, count * fingerprintBytes);
  const size = sql.lit(fingerprintBytes);
  const { rows } = await sql<{ found: Buffer }>`select string_agg(int4send(coalesce((
      select ordinal * ${sql.lit(answersPerOrdinal)} + least(listing_count, ${sql.lit(answersPerOrdinal - 1)}) from record
      where feed_id = ${feedId} and fingerprint = substring(${packed}::bytea from i * ${size} + 1 for ${size})
      limit 1), -1)), ''::bytea order by i) as found
    from generate_series(0, ${sql.lit(count - 1)}) as i`.execute(db);
  const found = rows[0]?.found ?? Buffer.alloc(0);
  for (let index = 0; index < count; index++) {
    const answer = found.readInt32BE(index * 4);
    noteAnswer(known, index, answer === -1 ? null : answer);
  }
}

import { realpathSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { openSqlite } from '../../platform/files/sqlite.js';
import { columnNames } from '../database/column-names.js';
import {
  answersPerOrdinal,
  fingerprintBytes,
  noteAnswer,
  type Database,
  type Opening,
  type Transact,
  type Writer,
} from '../database/database.js';
import { leaseLost, StoreError } from '../database/errors.js';
import { isHeld } from '../database/held-lease.js';
import { rebuildSqliteWords, searchSqliteWords, sqliteWords } from '../schema/page-indexes.js';
import { RecordsInOrder } from './records-in-order.js';
import type { KnownBlock } from '../../model/staged-record.js';
import { backUpSqlite } from './sqlite-backup.js';
import { FeedsyncSqliteDialect } from './sqlite-dialect.js';
import { explainSqlite } from './sqlite-errors.js';
import { closeMarked } from './sqlite-file.js';
import type { Tables } from '../database/tables.js';

/** SQLite's wait for a lock blocks the event loop. So the wait is short, and the whole transaction is retried. */
const busyMs = 500;
const busyTriesMax = 4;

/**
 * The database on one connection to an SQLite file or to a database in memory. Closing a connection that may write also removes the file's
 * open mark (see `sqlite-file.ts`).
 * @param raw connection to a database that has the current schema
 */
export function sqliteDatabase(raw: Sqlite.Database): Database {
  const db = kyselyOver(raw);
  const expectRecords = prepareLookUps(raw);
  const write: Transact = (work, opening) =>
    againWhileBusy(() => db.transaction().execute(opened(work, opening)));
  return {
    db,
    file: raw.memory ? null : realpathSync(raw.name),
    read: (work) => db.transaction().setAccessMode('read only').execute(work),
    write,
    writeUnsynced: (work, opening) => againWhileBusy(() => withoutSync(db, raw, opened(work, opening))),
    // SQLite runs one writing transaction at a time, so that none conflicts with another.
    writeAlone: write,
    once: (work) => againWhileBusy(() => work(db)),
    time,
    skipLocked: sql``,
    isGone: async () => false,
    async destroy(work) {
      raw.pragma('secure_delete = ON');
      try {
        return await write(work);
      } finally {
        raw.pragma('secure_delete = OFF');
        await db.connection().execute(async () => dropRemains(raw));
      }
    },
    wordSearch: searchSqliteWords,
    lookUps(feedId) {
      const records = expectRecords(feedId);
      const lookUpAll = raw.transaction((fingerprints: Uint8Array, count: number, known: KnownBlock) => {
        for (let index = 0; index < count; index++)
          noteAnswer(known, index, records.answer(fingerprints, index * fingerprintBytes) ?? null);
      });
      return (fingerprints, count, known) =>
        // Reserves the connection, so that the look-up never runs inside another caller's transaction.
        db.connection().execute(async () => {
          try {
            lookUpAll(fingerprints, count, known);
          } catch (error) {
            throw explainSqlite(error, raw.name);
          }
        });
    },
    async backUp(file) {
      if (raw.memory) return backUpSqlite(raw, file);
      const source = connectSqlite(raw.name, { readOnly: true });
      try {
        return await backUpSqlite(source, file);
      } finally {
        source.close();
      }
    },
    async close() {
      if (!raw.open) return;
      // This request for the connection waits until the work under way has released it.
      await db.connection().execute(async () => undefined);
      if (raw.readonly || raw.memory) raw.close();
      else closeMarked(raw.name, () => raw.close());
    },
  };
}

const time = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * Checks the lease at the start of a transaction. No other process can take over the lane until the transaction ends, because SQLite runs
 * one writing transaction at a time.
 */
function opened<T>(
  work: (writer: Writer) => Promise<T>,
  { lease }: Opening = {},
): (writer: Writer) => Promise<T> {
  if (lease === undefined) return work;
  return async (writer) => {
    if (!(await isHeld(writer, lease, time))) throw leaseLost(lease);
    return work(writer);
  };
}

/**
 * A small transaction without fsync. The next transaction with fsync also flushes this one, since both are in the same write-ahead log, in
 * order. Temporary data (statement journals and sorting) stays in memory: as files, it was half of all that a first sync wrote.
 */
function withoutSync<T>(
  db: Kysely<Tables>,
  raw: Sqlite.Database,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    raw.pragma('synchronous = NORMAL');
    raw.pragma('temp_store = MEMORY');
    try {
      return await connection.transaction().execute(work);
    } finally {
      raw.pragma('synchronous = FULL');
      raw.pragma('temp_store = DEFAULT');
    }
  });
}

/** Removes deleted data for good: free pages and the log may still contain it, so the file is rewritten and the log truncated. */
function dropRemains(raw: Sqlite.Database): void {
  try {
    raw.exec(rebuildSqliteWords);
    // `vacuum` keeps the rowids of a table that has an index. The word index refers to listings by rowid.
    raw.exec('vacuum');
  } catch {
    // Rewriting failed, as a rule because the disk has no space for a second copy. The erased data itself was overwritten (secure_delete);
    // only older remains may stay.
  }
  if (!raw.memory) raw.pragma('wal_checkpoint(TRUNCATE)');
}

async function againWhileBusy<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      const isBusy = error instanceof StoreError && error.kind === 'busy';
      if (!isBusy || tries === busyTriesMax) throw error;
    }
  }
}

/**
 * Page cache of 2 MB: the operating system caches the file too. With 8 MB, polls of 100,000 records took as long and needed up to 10 MB more
 * memory (medians: 1.60 s either way if nothing changed; 4.83 s with 8 MB and 4.69 s with 2 MB if 1 % changed).
 */
const cacheKibibytes = 2 * 1024;
/**
 * Pages of the log between two checkpoints, 16 MB. More frequent checkpoints cost time: a large feed changes the same pages repeatedly, and each
 * checkpoint writes them to the file again.
 */
const checkpointPages = 4_000;

/** Opens an existing SQLite file, or a database in memory, with the settings of the store. @throws StoreError */
export function connectSqlite(path: string, options: { readOnly: boolean }): Sqlite.Database {
  let raw: Sqlite.Database | null = null;
  try {
    raw = openSqlite(path, {
      readonly: options.readOnly,
      fileMustExist: path !== ':memory:',
      timeout: busyMs,
    });
    raw.pragma('foreign_keys = ON');
    // Must be set at each open: SQLite's default for a file in WAL mode is NORMAL here.
    raw.pragma('synchronous = FULL');
    raw.pragma(`cache_size = -${cacheKibibytes}`);
    raw.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    return raw;
  } catch (error) {
    raw?.close();
    throw explainSqlite(error, path);
  }
}

export function kyselyOver(raw: Sqlite.Database): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new FeedsyncSqliteDialect(raw),
    plugins: [columnNames],
  });
}

export const sqliteTypes = {
  serial: 'integer primary key autoincrement',
  bytes: 'blob',
  words: sqliteWords,
} as const;

/** Number of records read in advance. With 4,096 records, reading took as long. */
const runRecords = 1_024;

/**
 * The statements for look-ups. The index alone answers them. Ordinal and count are one number and the key is one reused buffer, so that
 * looking up a known record allocates nothing. Following records are returned as one value: a row for each took four times as long.
 */
function prepareLookUps(raw: Sqlite.Database): (feedId: number) => RecordsInOrder {
  const answer = `ordinal * ${answersPerOrdinal} + min(listing_count, ${answersPerOrdinal - 1})`;
  const find = raw
    .prepare<[number, Buffer], number>(`select ${answer} from record where feed_id = ? and fingerprint = ?`)
    .pluck();
  // The unary plus keeps SQLite from using the index on fingerprints, after which it would have to sort.
  const following = raw.prepare<[number, number], { fingerprints: Buffer | null; answers: string }>(
    `select cast(group_concat(fingerprint, '') as blob) as fingerprints, json_group_array(${answer}) as answers from (
      select ordinal, fingerprint, listing_count from record
      where feed_id = ? and ordinal > ? and +fingerprint is not null order by ordinal limit ${runRecords})`,
  );
  const key = Buffer.alloc(fingerprintBytes);
  return (feedId) =>
    new RecordsInOrder(
      (packed, at) => {
        key.set(packed.subarray(at, at + fingerprintBytes));
        return find.get(feedId, key);
      },
      (ordinal) => {
        const run = following.get(feedId, ordinal);
        return {
          fingerprints: run?.fingerprints ?? new Uint8Array(),
          answers: JSON.parse(run?.answers ?? '[]') as number[],
        };
      },
    );
}

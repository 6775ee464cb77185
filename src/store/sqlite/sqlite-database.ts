import { realpathSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { openSqlite } from '../../platform/files/sqlite.js';
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

/** A busy wait blocks the event loop: it is short, and the whole transaction is tried again. */
const busyMs = 500;
const busyTriesMax = 4;

/**
 * One connection to an SQLite file, or to a database in memory. Who may write owns the file's mark (see sqlite-file).
 * @param raw with the schema in place
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
    writeUnsynced: (work, opening) => againWhileBusy(() => lightly(db, raw, opened(work, opening))),
    // Transactions wait for each other here, so that each is alone.
    writeAlone: write,
    once: (work) => againWhileBusy(() => work(db)),
    time,
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
        // Holds the connection, so that it never runs inside another caller's transaction.
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
      // Waits for what is under way.
      await db.connection().execute(async () => undefined);
      if (raw.readonly || raw.memory) raw.close();
      else closeMarked(raw.name, () => raw.close());
    },
  };
}

const time = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;

/** Everything here is done in turn; a lease may be another process's. */
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
 * For small transactions. The log keeps their order: what is not on the disk yet is there with the next one that is waited for. What a
 * statement of many rows would need to be undone is kept in memory, as what it sorts is; in files it was half of all that a first sync wrote.
 */
function lightly<T>(
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

/** Pages that are free, and the log, still hold what was deleted before: the file is written anew, the log cut to nothing. */
function dropRemains(raw: Sqlite.Database): void {
  try {
    raw.exec(rebuildSqliteWords);
    // It leaves the rows of a table that has an index under their numbers, by which the words are kept.
    raw.exec('vacuum');
  } catch {
    // The disk has no room for a second copy: what was erased is overwritten all the same, only older remains may stay.
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
 * The system keeps the file's pages as well. With 8 MB here polls of 100,000 records took as long (none changed: median of 1.60 s with
 * either; 1 % changed: 4.83 s for 4.69) and up to 10 MB more.
 */
const cacheKibibytes = 2 * 1024;
/** 16 MB: a large feed changes the same pages again and again, and each checkpoint writes them to their place once more. */
const checkpointPages = 4_000;

/** @throws StoreError */
export function connectSqlite(path: string, options: { readOnly: boolean }): Sqlite.Database {
  let raw: Sqlite.Database | null = null;
  try {
    raw = openSqlite(path, {
      readonly: options.readOnly,
      fileMustExist: path !== ':memory:',
      timeout: busyMs,
    });
    raw.pragma('foreign_keys = ON');
    // Every later open of a WAL file falls back to NORMAL.
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
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

export const sqliteTypes = {
  serial: 'integer primary key autoincrement',
  bytes: 'blob',
  words: sqliteWords,
} as const;

/** Records that are read together: with 4,096 they took as long. */
const runRecords = 1_024;

/**
 * Look-ups are answered from the index alone. Ordinal and count come back as one number and the key is one buffer, so that a known record
 * allocates nothing; the records that follow another come as one value, where a row for each took four times as long.
 */
function prepareLookUps(raw: Sqlite.Database): (feedId: number) => RecordsInOrder {
  const answer = `ordinal * ${answersPerOrdinal} + min(listing_count, ${answersPerOrdinal - 1})`;
  const find = raw
    .prepare<[number, Buffer], number>(`select ${answer} from record where feed_id = ? and fingerprint = ?`)
    .pluck();
  // The plus keeps the order from being made anew, from the index of fingerprints.
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

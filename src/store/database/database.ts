import { sql, type Kysely, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Lease } from '../contract/leases.js';
import type { LookUp } from '../contract/records.js';
import { otherFeedMark, type KnownBlock } from '../../model/staged-record.js';
import type { StoreBackup } from '../contract/backup.js';
import type { Tables } from './tables.js';

/** Runs queries, inside or outside a transaction. */
export type Reader = Kysely<Tables>;
/** A transaction that may write. */
export type Writer = Transaction<Tables>;

/**
 * A condition on listings: for each word of the text, the listing has a word that begins with it. The store's word index answers the
 * condition, so that a search through all listings does not scan them.
 */
export type WordSearch = (text: string) => RawBuilder<SqlBool>;

/** Conditions that a transaction ensures when it begins, before it reads anything. */
export interface Opening {
  /** The lease stays valid until the transaction ends. The transaction fails with StoreError `lease_lost` if the lease is lost already. */
  lease?: Lease;
}

/**
 * Only for transactions in which each statement sees what others have committed by then. A transaction with one snapshot might not see what
 * the previous turn committed.
 */
export interface OpeningInTurn extends Opening {
  /** Transactions with the same name run one after the other. */
  turn?: string;
}

/** Runs `work` in one transaction that may write from its first statement on. */
export type Transact<O extends Opening = Opening> = <T>(
  work: (writer: Writer) => Promise<T>,
  opening?: O,
) => Promise<T>;

/** The database under the store. It hides the differences between SQLite and PostgreSQL; all other SQL runs on both. */
export interface Database {
  /** For reads that need no common snapshot. */
  readonly db: Reader;
  /** Real path of the SQLite file; null in memory and on PostgreSQL. */
  readonly file: string | null;
  /** Runs several reads on one snapshot. */
  readonly read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>;
  readonly write: Transact;
  /**
   * Like `write`, but without fsync: for work that is redone if lost. Commit order is preserved: a power cut never loses this transaction
   * and keeps a later one.
   */
  readonly writeUnsynced: Transact;
  /** A short transaction on a single row. On PostgreSQL it is `read committed`, so that it never fails with a serialization conflict. */
  readonly writeAlone: Transact<OpeningInTurn>;
  /** Runs a single statement on a single row, which is its own transaction. */
  readonly once: <T>(work: (db: Reader) => Promise<T>) => Promise<T>;
  /** SQL for the store's clock in epoch milliseconds, which is the same for all processes on the store. */
  readonly time: RawBuilder<number>;
  /** Ends a query so that it locks its rows and leaves out those that others have locked; empty where one transaction writes at a time. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Whether a process that shared the store is known to have ended. @param holder name of the process */
  readonly isGone: (writer: Writer, holder: string) => Promise<boolean>;
  /** Like `write`, for erasing: nothing that the transaction deletes or replaces stays readable in the store's files. */
  readonly destroy: <T>(work: (writer: Writer) => Promise<T>) => Promise<T>;
  /** Searches listings with the dialect's word index (`page-indexes.ts`). */
  readonly wordSearch: WordSearch;
  /** See RecordStore.lookUps. Hot path: each dialect has its own statements. */
  readonly lookUps: (feedId: number) => LookUp;
  /** See Store.backUp. */
  readonly backUp: (file: string) => Promise<StoreBackup>;
  readonly close: () => Promise<void>;
}

export const fingerprintBytes = 16;

/** A look-up returns one number: the record's ordinal times `answersPerOrdinal`, plus the number of listings that the record yields. */
export const answersPerOrdinal = otherFeedMark + 1;

export function ordinalOf(answer: number): number {
  return Math.floor(answer / answersPerOrdinal);
}

/** Stores the answer for one record of a block. @param answer null: the fingerprint is unknown */
export function noteAnswer(known: KnownBlock, index: number, answer: number | null): void {
  known.ordinals[index] = answer === null ? -1 : ordinalOf(answer);
  known.listings[index] = answer === null ? 0 : answer % answersPerOrdinal;
}

/** Maximum number of values bound to one statement. SQLite allows 32,766. */
const valuesMax = 16_000;

/** Key of `listing`, and of tables with at most one row per listing. */
export const listingKey = ['connectionId', 'externalId'] as const;

/** Splits items into non-empty blocks that fit one statement. @param valuesPerItem values that each item binds */
export function* blocksOf<T>(items: readonly T[], valuesPerItem = 16): Generator<[T, ...T[]]> {
  const size = Math.max(1, Math.floor(valuesMax / valuesPerItem));
  for (let start = 0; start < items.length; start += size)
    yield items.slice(start, start + size) as [T, ...T[]];
}

/** `column = excluded.column` for each column except `keys`: the update part of an upsert. @param row one with all columns */
export function excluded<Row extends object, Key extends keyof Row & string>(
  row: Row,
  keys: readonly Key[],
): { [K in Exclude<keyof Row & string, Key>]: RawBuilder<Row[K]> } {
  const columns = Object.keys(row).filter((column) => !(keys as readonly string[]).includes(column));
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as {
    [K in Exclude<keyof Row & string, Key>]: RawBuilder<Row[K]>;
  };
}

import { sql, type Kysely, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Lease } from '../contract/leases.js';
import type { LookUp } from '../contract/records.js';
import { otherFeedMark, type KnownBlock } from '../../model/staged-record.js';
import type { StoreBackup } from '../contract/backup.js';
import type { Tables } from './tables.js';

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

/** Listings that have words which begin so, by the store's index of words: among all of them, none is looked at one by one. */
export type WordSearch = (text: string) => RawBuilder<SqlBool>;

/** What a transaction makes sure of as it begins, before it reads anything. */
export interface Opening {
  /** Nobody takes it over before the transaction has ended. @throws StoreError `lease_lost` where somebody has */
  lease?: Lease;
}

/** Only for a transaction that reads what others have committed since it began: one of a single moment would read what was before. */
export interface OpeningInTurn extends Opening {
  /** Those of one name are in a transaction one after the other. */
  turn?: string;
}

/** One transaction, from the first statement on with the right to write. */
export type Transact<O extends Opening = Opening> = <T>(
  work: (writer: Writer) => Promise<T>,
  opening?: O,
) => Promise<T>;

/** What the store's parts work on. A dialect is this plus its types in migrations; everything else is common SQL. */
export interface Database {
  /** Reads that need no common moment. */
  readonly db: Reader;
  /** Of SQLite on disk, behind links; else null. */
  readonly file: string | null;
  /** Several reads of one moment. */
  readonly read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>;
  readonly write: Transact;
  /**
   * The same for what is done again where it is lost: after a power cut it may not have happened, and then nothing that was written
   * after it has. Nobody waits for the disk.
   */
  readonly writeUnsynced: Transact;
  /** One short transaction about a single row, which no other transaction has to be done again for. */
  readonly writeAlone: Transact<OpeningInTurn>;
  /** One statement about a single row: it is a transaction by itself. */
  readonly once: <T>(work: (db: Reader) => Promise<T>) => Promise<T>;
  /** The store's clock, in epoch milliseconds: the same for all who share it. */
  readonly time: RawBuilder<number>;
  /** Whether a process that shared the store is known to have ended. */
  readonly isGone: (writer: Writer, holder: string) => Promise<boolean>;
  /** The same for what is erased for good: nothing that it deletes or replaces stays readable in the store's files. */
  readonly destroy: <T>(work: (writer: Writer) => Promise<T>) => Promise<T>;
  /** Finds listings by the index of words that is the dialect's own (`page-indexes.ts`). */
  readonly wordSearch: WordSearch;
  /** Hot: statements of the dialect's own (see RecordStore.lookUps). */
  readonly lookUps: (feedId: number) => LookUp;
  /** A copy of one moment in a file of its own (see Store.backUp). */
  readonly backUp: (file: string) => Promise<StoreBackup>;
  readonly close: () => Promise<void>;
}

export const fingerprintBytes = 16;

/** One number answers the look-up of a record: its ordinal times this, and how many listings it yields. */
export const answersPerOrdinal = otherFeedMark + 1;

export function ordinalOf(answer: number): number {
  return Math.floor(answer / answersPerOrdinal);
}

/** @param answer null: its fingerprint is not known */
export function noteAnswer(known: KnownBlock, index: number, answer: number | null): void {
  known.ordinals[index] = answer === null ? -1 : ordinalOf(answer);
  known.listings[index] = answer === null ? 0 : answer % answersPerOrdinal;
}

/** Values bound to one statement at most; SQLite admits 32,766. */
const valuesMax = 16_000;

/** What names a listing, and its one row of every table about listings. */
export const listingKey = ['connectionId', 'externalId'] as const;

/** Blocks of rows that fit one statement; none is empty. */
export function* blocksOf<T>(items: readonly T[], valuesPerItem = 16): Generator<[T, ...T[]]> {
  const size = Math.max(1, Math.floor(valuesMax / valuesPerItem));
  for (let start = 0; start < items.length; start += size)
    yield items.slice(start, start + size) as [T, ...T[]];
}

/** `column = excluded.column`, for the update half of an upsert. */
export function excluded<Row extends object, Key extends keyof Row & string>(
  row: Row,
  keys: readonly Key[],
): { [K in Exclude<keyof Row & string, Key>]: RawBuilder<Row[K]> } {
  const columns = Object.keys(row).filter((column) => !(keys as readonly string[]).includes(column));
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as {
    [K in Exclude<keyof Row & string, Key>]: RawBuilder<Row[K]>;
  };
}

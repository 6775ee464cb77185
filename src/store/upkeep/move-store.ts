import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import pg from 'pg';
import { advanced, currentFence } from '../../platform/fence.js';
import { StoreError } from '../database/errors.js';
import { explainPostgres, placeOf } from '../postgres/postgres-errors.js';
import type { Millis } from '../../model/millis.js';

interface MovedTable {
  table: string;
  rows: number;
}

export interface Moved {
  tables: MovedTable[];
  /** When an earlier run completed the move; null: this run did. */
  before: Millis | null;
}

export interface MoveProgress {
  table: string;
  rows: number;
  of: number;
}

/** A row as its values, in the order of the table's columns. */
type Row = (string | number | Buffer | null)[];

interface Shape {
  table: string;
  columns: { name: string; type: string }[];
}

const blockRowsMax = 2_000;
const blockBytesMax = 4 * 1024 * 1024;
/** Tables that belong to one process or one database. They are not copied. */
const notMoved = new Set(['schema_version', 'lease']);
/** Table in the target with the progress of an unfinished move. */
const progressTable = 'feedsync_move';
/** Key in the target's `meta` of the mark of a completed move. The source has no such key. */
const markKey = 'store.moved';

/** Describes a completed move. */
interface Mark {
  at: Millis;
  /** For each table, the digest of its rows (`Sum.digest`). */
  tables: Record<string, string>;
}

/**
 * Copies an SQLite store into an empty store on PostgreSQL, and compares the two.
 * Each block and its progress are one transaction, so that a run that is started again continues where the last one stopped. Deleting the
 * progress table and writing the mark are one transaction too: a run after that only compares the two stores and copies nothing.
 * @param source a store with this release's schema; no other process works on it
 * @param url a store with the same schema; no other process works on it
 * @throws StoreError if the target contains anything else, or if the two differ in the end
 */
export async function moveStore(
  source: Sqlite.Database,
  url: string,
  now: Millis,
  onProgress: (progress: MoveProgress) => void,
): Promise<Moved> {
  const client = new pg.Client({ connectionString: url, application_name: 'feedsync migrate' });
  // Without a listener a lost connection would end the process. The next statement reports the loss.
  client.on('error', () => undefined);
  const forget = currentFence()?.onEnd(() => client.end());
  try {
    await client.connect();
    const shapes = await shapesOf(source, client);
    const former = await begin(client, shapes, placeOf(url));
    if (former !== null) return await confirm(source, client, shapes, former, placeOf(url));
    for (const shape of shapes) await moveTable(source, client, shape, onProgress);
    const sums = new Map<string, Sum>();
    for (const shape of shapes) sums.set(shape.table, await compare(source, client, shape, placeOf(url)));
    await end(client, shapes, { at: now, tables: digestsOf(sums) });
    await analyze(client, shapes);
    return { tables: tablesOf(sums), before: null };
  } catch (error) {
    throw error instanceof StoreError ? error : explainPostgres(error, placeOf(url));
  } finally {
    forget?.();
    await client.end().catch(() => undefined);
  }
}

/** Compares the stores after an earlier run completed the move. @throws StoreError if one of them is another store or has changed since */
async function confirm(
  source: Sqlite.Database,
  client: pg.Client,
  shapes: readonly Shape[],
  mark: Mark,
  place: string,
): Promise<Moved> {
  const sums = new Map<string, Sum>();
  for (const shape of shapes) {
    const here = sumHere(source, shape);
    const isSame = mark.tables[shape.table] === here.digest && here.equals(await sumThere(client, shape));
    if (!isSame)
      throw inUse(
        place,
        shape.table,
        ` A store was moved there on ${new Date(mark.at).toISOString().slice(0, 10)}, and either it is not this one or one of the two was worked on since.`,
      );
    sums.set(shape.table, here);
  }
  await analyze(client, shapes);
  return { tables: tablesOf(sums), before: mark.at };
}

function digestsOf(sums: ReadonlyMap<string, Sum>): Mark['tables'] {
  return Object.fromEntries([...sums].map(([table, { digest }]) => [table, digest]));
}

function tablesOf(sums: ReadonlyMap<string, Sum>): MovedTable[] {
  return [...sums].map(([table, { rows }]) => ({ table, rows }));
}

function inUse(place: string, table: string, why = ''): StoreError {
  return new StoreError(
    'not_a_store',
    `The store ${place} is in use: its table ${table} holds rows.${why} Nothing was copied. Name an empty database, or an empty schema of it.`,
  );
}

/** The tables to copy. Each comes after the tables that it refers to. */
async function shapesOf(source: Sqlite.Database, client: pg.Client): Promise<Shape[]> {
  const names = source
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .pluck()
    .all()
    .filter((name) => !notMoved.has(name));
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const parent of source
      .prepare<[string], string>('select "table" from pragma_foreign_key_list(?)')
      .pluck()
      .all(name))
      if (parent !== name) visit(parent);
    ordered.push(name);
  };
  names.forEach(visit);
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() order by ordinal_position`,
  );
  const shapes = ordered.map((table) => ({
    table,
    columns: rows.filter((row) => row.table === table).map(({ name, type }) => ({ name, type })),
  }));
  // The tables of SQLite's word index do not exist in PostgreSQL.
  return shapes.filter(({ columns }) => columns.length > 0);
}

/**
 * Makes sure that the target is empty or was filled by an earlier move, and creates the progress table if needed.
 * @returns the mark of a completed move; null: the move is not complete
 */
async function begin(client: pg.Client, shapes: readonly Shape[], place: string): Promise<Mark | null> {
  const { rows } = await client.query<{ there: string | null }>('select to_regclass($1) as there', [
    progressTable,
  ]);
  if (rows[0]?.there !== null) return null;
  const { rows: marks } = await client.query<{ value: string }>('select value from meta where key = $1', [
    markKey,
  ]);
  if (marks[0] !== undefined) return JSON.parse(marks[0].value) as Mark;
  for (const { table } of shapes) {
    const found = await client.query(`select 1 from ${quoted(table)} limit 1`);
    if ((found.rowCount ?? 0) > 0) throw inUse(place, table);
  }
  await client.query(`create table ${progressTable} (name text primary key, last_row bigint not null)`);
  return null;
}

async function moveTable(
  source: Sqlite.Database,
  client: pg.Client,
  shape: Shape,
  onProgress: (progress: MoveProgress) => void,
): Promise<void> {
  const { table } = shape;
  const of =
    source
      .prepare<[], number>(`select count(*) from ${quoted(table)}`)
      .pluck()
      .get() ?? 0;
  const { rows } = await client.query<{ last: string }>(
    `select last_row::text as last from ${progressTable} where name = $1`,
    [table],
  );
  let last = Number(rows[0]?.last ?? -1);
  let moved =
    source
      .prepare<[number], number>(`select count(*) from ${quoted(table)} where rowid <= ?`)
      .pluck()
      .get(last) ?? 0;
  for (;;) {
    const block = readBlock(source, shape, last);
    if (block.rows.length === 0) return;
    await writeBlock(client, shape, block);
    last = block.last;
    moved += block.rows.length;
    advanced({ steps: 1 });
    onProgress({ table, rows: moved, of });
  }
}

interface Block {
  rows: Row[];
  last: number;
}

function readBlock(source: Sqlite.Database, shape: Shape, after: number): Block {
  const rows: Row[] = [];
  let last = after;
  let bytes = 0;
  for (const values of rowsOf(source, shape, after)) {
    const [rowid, ...row] = values as [number, ...Row];
    rows.push(row.map(storable));
    last = rowid;
    bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if (rows.length >= blockRowsMax || bytes >= blockBytesMax) break;
  }
  return { rows, last };
}

function rowsOf(
  source: Sqlite.Database,
  { table, columns }: Shape,
  after: number,
): IterableIterator<unknown> {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  return source
    .prepare(`select rowid, ${names} from ${quoted(table)} where rowid > ? order by rowid`)
    .raw()
    .iterate(after);
}

async function writeBlock(
  client: pg.Client,
  { table, columns }: Shape,
  { rows, last }: Block,
): Promise<void> {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const lists = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  await client.query('begin');
  try {
    await client.query(
      `insert into ${quoted(table)} (${names}) select * from unnest(${lists})`,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
    await client.query(
      `insert into ${progressTable} values ($1, $2) on conflict (name) do update set last_row = excluded.last_row`,
      [table, last],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Compares a table in both stores. @throws StoreError `corrupt` if the rows differ */
async function compare(
  source: Sqlite.Database,
  client: pg.Client,
  shape: Shape,
  place: string,
): Promise<Sum> {
  const { table } = shape;
  const here = sumHere(source, shape);
  const there = await sumThere(client, shape);
  if (here.equals(there)) return here;
  throw new StoreError(
    'corrupt',
    `The table ${table} differs: ${here.rows} rows here, ${there.rows} in ${place}, or others. Another process worked on one of the two. The store here is as it was; empty the other one and begin again.`,
  );
}

function sumHere(source: Sqlite.Database, shape: Shape): Sum {
  const sum = new Sum();
  for (const values of rowsOf(source, shape, -1))
    sum.add((values as [number, ...Row]).slice(1).map(storable));
  return sum;
}

async function sumThere(client: pg.Client, shape: Shape): Promise<Sum> {
  const sum = new Sum();
  for await (const row of rowsThere(client, shape)) sum.add(row);
  return sum;
}

async function* rowsThere(client: pg.Client, { table, columns }: Shape): AsyncGenerator<Row> {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  await client.query('begin');
  try {
    const all = table === 'meta' ? `where key <> ${pg.escapeLiteral(markKey)}` : '';
    await client.query(`declare moved no scroll cursor for select ${names} from ${quoted(table)} ${all}`);
    for (;;) {
      const { rows } = await client.query<Row>({
        text: `fetch ${blockRowsMax} from moved`,
        rowMode: 'array',
      });
      if (rows.length === 0) return;
      advanced({ steps: 1 });
      yield* rows.map((row) => row.map((value, index) => comparable(value, columns[index]?.type ?? '')));
    }
  } finally {
    await client.query('commit');
  }
}

/** The number of rows and the sum of their hashes, which does not depend on their order. */
class Sum {
  rows = 0;
  #high = 0n;

  add(row: Row): void {
    const hash = createHash('sha256');
    for (const value of row) {
      const bytes = value === null ? null : Buffer.isBuffer(value) ? value : Buffer.from(String(value));
      hash.update(bytes === null ? 'n' : `${bytes.length}:`);
      if (bytes !== null) hash.update(bytes);
    }
    this.#high = BigInt.asUintN(128, this.#high + hash.digest().readBigUInt64BE(0));
    this.rows++;
  }

  get digest(): string {
    return `${this.rows} ${this.#high.toString(16)}`;
  }

  equals(other: Sum): boolean {
    return this.rows === other.rows && this.#high === other.#high;
  }
}

async function end(client: pg.Client, shapes: readonly Shape[], mark: Mark): Promise<void> {
  await client.query('begin');
  try {
    for (const shape of shapes) await goOnNumbering(client, shape);
    await client.query(
      'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [markKey, JSON.stringify(mark)],
    );
    await client.query(`drop table ${progressTable}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function goOnNumbering(client: pg.Client, { table, columns }: Shape): Promise<void> {
  if (!columns.some(({ name }) => name === 'id')) return;
  const { rows } = await client.query<{ sequence: string | null }>(
    'select pg_get_serial_sequence($1, $2) as sequence',
    [quoted(table), 'id'],
  );
  const sequence = rows[0]?.sequence;
  if (sequence)
    await client.query(`select setval($1, coalesce(max(id), 0) + 1, false) from ${quoted(table)}`, [
      sequence,
    ]);
}

async function analyze(client: pg.Client, shapes: readonly Shape[]): Promise<void> {
  for (const { table } of shapes) {
    await client.query(`analyze ${quoted(table)}`);
    advanced({ steps: 1 });
  }
}

/** Replaces NUL, which PostgreSQL cannot store in a text. NUL has no meaning in feedsync's texts. */
function storable<T>(value: T): T | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

/** A value of PostgreSQL as SQLite returns it: the driver returns 64-bit numbers as text. */
function comparable(value: Row[number], type: string): Row[number] {
  return type === 'bigint' && value !== null ? Number(value) : value;
}

function sizeOf(value: Row[number]): number {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}

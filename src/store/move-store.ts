import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import pg from 'pg';
import { advanced, currentFence } from '../platform/fence.js';
import { StoreError } from './errors.js';
import { explainPostgres, placeOf } from './postgres-errors.js';

export interface MovedTable {
  table: string;
  rows: number;
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
/** What belongs to one process or one database and is made anew. */
const notMoved = new Set(['schema_version', 'lease']);
const progressTable = 'feedsync_move';

/**
 * Copies all that an SQLite store holds into a store on PostgreSQL that holds nothing yet, and compares the two. A block and the note of
 * how far it went are one transaction: begun again, it goes on where it ended.
 * @param source at this release's schema, with nobody else working on it
 * @param url of a store with the same schema, with nobody else working on it
 * @throws StoreError where the target holds something else, or where the two differ in the end
 */
export async function moveStore(
  source: Sqlite.Database,
  url: string,
  onProgress: (progress: MoveProgress) => void,
): Promise<MovedTable[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'feedsync migrate' });
  // A connection that ends is told by the next statement.
  client.on('error', () => undefined);
  const forget = currentFence()?.onEnd(() => client.end());
  try {
    await client.connect();
    const shapes = await shapesOf(source, client);
    await begin(client, shapes, placeOf(url));
    for (const shape of shapes) await moveTable(source, client, shape, onProgress);
    const moved: MovedTable[] = [];
    for (const shape of shapes) moved.push(await compare(source, client, shape, placeOf(url)));
    await finish(client, shapes);
    return moved;
  } catch (error) {
    throw error instanceof StoreError ? error : explainPostgres(error, placeOf(url));
  } finally {
    forget?.();
    await client.end().catch(() => undefined);
  }
}

/** Tables in an order in which each comes after those that it refers to. */
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
  // What SQLite keeps for its search is no table there.
  return shapes.filter(({ columns }) => columns.length > 0);
}

/** The target is empty, or holds what a former move brought. */
async function begin(client: pg.Client, shapes: readonly Shape[], place: string): Promise<void> {
  const { rows } = await client.query<{ there: string | null }>('select to_regclass($1) as there', [
    progressTable,
  ]);
  if (rows[0]?.there !== null) return;
  for (const { table } of shapes) {
    const found = await client.query(`select 1 from ${quoted(table)} limit 1`);
    if ((found.rowCount ?? 0) === 0) continue;
    throw new StoreError(
      'not_a_store',
      `The store ${place} is in use: its table ${table} holds rows. Nothing was copied. Name an empty database, or an empty schema of it.`,
    );
  }
  await client.query(`create table ${progressTable} (name text primary key, last_row bigint not null)`);
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

/** @throws StoreError where one has what the other has not */
async function compare(
  source: Sqlite.Database,
  client: pg.Client,
  shape: Shape,
  place: string,
): Promise<MovedTable> {
  const { table } = shape;
  const here = new Sum();
  for (const values of rowsOf(source, shape, -1))
    here.add((values as [number, ...Row]).slice(1).map(storable));
  const there = new Sum();
  for await (const row of rowsThere(client, shape)) there.add(row);
  if (here.equals(there)) return { table, rows: here.rows };
  throw new StoreError(
    'corrupt',
    `The table ${table} differs: ${here.rows} rows here, ${there.rows} in ${place}, or others. Somebody worked on one of the two meanwhile. The store here is as it was; empty the other one and begin again.`,
  );
}

async function* rowsThere(client: pg.Client, { table, columns }: Shape): AsyncGenerator<Row> {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  await client.query('begin');
  try {
    await client.query(`declare moved no scroll cursor for select ${names} from ${quoted(table)}`);
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

/** What rows come to, whatever their order: the sum of their digests. */
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

  equals(other: Sum): boolean {
    return this.rows === other.rows && this.#high === other.#high;
  }
}

async function finish(client: pg.Client, shapes: readonly Shape[]): Promise<void> {
  for (const { table, columns } of shapes) {
    if (!columns.some(({ name }) => name === 'id')) continue;
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
  await client.query(`drop table ${progressTable}`);
  for (const { table } of shapes) {
    await client.query(`analyze ${quoted(table)}`);
    advanced({ steps: 1 });
  }
}

/** PostgreSQL has no text with a NUL in it; a text of ours never means one. */
function storable<T>(value: T): T | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

/** 64-bit numbers come as texts. */
function comparable(value: Row[number], type: string): Row[number] {
  return type === 'bigint' && value !== null ? Number(value) : value;
}

function sizeOf(value: Row[number]): number {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}

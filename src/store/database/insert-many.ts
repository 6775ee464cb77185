import type { Compilable, CompiledQuery } from 'kysely';
import { assertStore } from './errors.js';
import type { Writer } from './database.js';

/** An insert statement for any number of rows. */
export interface RowsInsert<Row> {
  /** Unique name: compiled statements are kept under it. */
  name: string;
  /** Builds the statement. @param row one of the rows, for its columns */
  of: (rows: Row[], row: Row) => Compilable;
}

/** Number of values bound to one statement: large enough that the cost per call hardly counts, small enough to keep the statement prepared. */
const valuesPerStatement = 1_000;
const smallBlock = 8;

/**
 * Inserts many rows with statements for three block sizes (large, 8 and 1 rows), each compiled and prepared once: building and preparing a
 * statement costs several times as much as inserting. All rows must have the same columns, in any order and without undefined values.
 */
export async function insertMany<Row extends object>(
  writer: Writer,
  rows: readonly Row[],
  insert: RowsInsert<Row>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const large = Math.max(1, Math.floor(valuesPerStatement / Object.keys(first).length));
  for (let at = 0; at < rows.length;) {
    const left = rows.length - at;
    const size = left >= large ? large : Math.min(left >= smallBlock ? smallBlock : 1, large);
    const block = rows.slice(at, at + size);
    const { query, columns } = compiledFor(writer, insert, block, first);
    const parameters = new Array<unknown>(size * columns.length);
    let next = 0;
    for (const row of block) for (const column of columns) parameters[next++] = row[column as keyof Row];
    await writer.executeQuery({ ...query, parameters });
    at += size;
  }
}

/** A row to write. */
export interface RowChange<Row> {
  row: Row;
  /** The row as read in the same transaction; undefined if the row is new or was not read. */
  former: Row | undefined;
}

export interface RowsUpsert<Row, Column extends keyof Row> {
  name: string;
  key: readonly Column[];
  /** Columns of indexes, and of the conditions of partial indexes. */
  indexed: readonly Column[];
  /** Builds the statement. @param kept columns that the statement does not update in an existing row */
  of: (rows: Row[], row: Row, kept: readonly Column[]) => Compilable;
}

/**
 * Inserts rows or overwrites those with the same key. A row whose indexed columns are unchanged is written by a statement that does not
 * name these columns: SQLite rewrites an index entry for each indexed column that an update names, even if its value stays the same.
 */
export async function upsertMany<Row extends object, Column extends keyof Row>(
  writer: Writer,
  changes: Iterable<RowChange<Row>>,
  { name, key, indexed, of }: RowsUpsert<Row, Column>,
): Promise<void> {
  const foundBy = [...key, ...indexed];
  const moved: Row[] = [];
  const inPlace: Row[] = [];
  for (const { row, former } of changes) {
    const isInPlace = former !== undefined && foundBy.every((column) => row[column] === former[column]);
    (isInPlace ? inPlace : moved).push(row);
  }
  await insertMany(writer, moved, { name, of: (rows, row) => of(rows, row, key) });
  await insertMany(writer, inPlace, { name: `${name} in place`, of: (rows, row) => of(rows, row, foundBy) });
}

interface CompiledInsert {
  query: CompiledQuery;
  /** Columns in the order in which the statement binds them. */
  columns: readonly string[];
}

/** Compiled statements by the dialect that compiled them, then by name and block size. */
const compiledBy = new WeakMap<object, Map<string, CompiledInsert>>();

function compiledFor<Row extends object>(
  writer: Writer,
  { name, of }: RowsInsert<Row>,
  block: Row[],
  row: Row,
): CompiledInsert {
  const { adapter } = writer.getExecutor();
  const known = compiledBy.get(adapter) ?? new Map<string, CompiledInsert>();
  compiledBy.set(adapter, known);
  const key = `${name} ${block.length}`;
  const compiled = known.get(key) ?? {
    query: of(block, row).compile(),
    columns: Object.keys(block[0] ?? row),
  };
  assertStore(
    compiled.query.parameters.length === block.length * Object.keys(row).length &&
      compiled.columns.every((column) => column in row),
    `an insert into ${name} binds more or less than its rows`,
  );
  known.set(key, compiled);
  return compiled;
}

import type { Compilable, CompiledQuery } from 'kysely';
import { assertStore } from './errors.js';
import type { Writer } from './database.js';

/** An insert as it is written for some rows, under a name that no other has. */
export interface RowsInsert<Row> {
  name: string;
  /** @param row one of them, for its columns */
  of: (rows: Row[], row: Row) => Compilable;
}

/** Values bound to one statement: enough that calling it costs little beside its rows, and short enough to be kept prepared. */
const valuesPerStatement = 1_000;
const smallBlock = 8;

/**
 * Inserts many rows in statements of three lengths, each compiled and prepared once: building and preparing them costs several
 * times what inserting does. All rows must have the same columns, in whatever order, none of them undefined.
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

/** A row as it shall be, and as it was read in the same transaction, unless it is new. */
export interface RowChange<Row> {
  row: Row;
  former: Row | undefined;
}

export interface RowsUpsert<Row, Column extends keyof Row> {
  name: string;
  key: readonly Column[];
  indexed: readonly Column[];
  /** @param kept columns of which a row that is there keeps its own */
  of: (rows: Row[], row: Row, kept: readonly Column[]) => Compilable;
}

/**
 * Inserts rows, or writes them over those that have their keys. Where nothing changed that a row is found by, no index is touched: SQLite
 * writes an index anew for each of its columns that an update names, be it with the value that it had.
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
  /** In the order in which the statement binds them: that of the rows it was compiled for. */
  columns: readonly string[];
}

/** By the dialect that compiled them. */
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

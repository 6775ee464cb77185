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
 * times what inserting does. All rows must have the same columns, none of them undefined.
 */
export async function insertMany<Row extends object>(
  writer: Writer,
  rows: readonly Row[],
  insert: RowsInsert<Row>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first) as (keyof Row & string)[];
  const large = Math.max(1, Math.floor(valuesPerStatement / columns.length));
  for (let at = 0; at < rows.length;) {
    const left = rows.length - at;
    const size = left >= large ? large : Math.min(left >= smallBlock ? smallBlock : 1, large);
    const block = rows.slice(at, at + size);
    const compiled = compiledFor(writer, insert, block, first, columns.length);
    const parameters = block.flatMap((row) => columns.map((column) => row[column]));
    await writer.executeQuery({ ...compiled, parameters });
    at += size;
  }
}

/** By the dialect that compiled them. */
const compiledBy = new WeakMap<object, Map<string, CompiledQuery>>();

function compiledFor<Row extends object>(
  writer: Writer,
  { name, of }: RowsInsert<Row>,
  block: Row[],
  row: Row,
  columns: number,
): CompiledQuery {
  const { adapter } = writer.getExecutor();
  const known = compiledBy.get(adapter) ?? new Map<string, CompiledQuery>();
  compiledBy.set(adapter, known);
  const key = `${name} ${block.length}`;
  const compiled = known.get(key) ?? of(block, row).compile();
  assertStore(
    compiled.parameters.length === block.length * columns,
    `an insert into ${name} binds more or less than its rows`,
  );
  known.set(key, compiled);
  return compiled;
}

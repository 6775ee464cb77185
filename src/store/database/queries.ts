import type { SelectQueryBuilder } from 'kysely';
import { blocksOf, type Transact, type Writer } from './database.js';
import type { Tables } from './tables.js';

interface Statement<Row = unknown> {
  execute(): Promise<Row[]>;
}

/** Runs one statement in its own transaction. */
export async function writeOne(write: Transact, statement: (writer: Writer) => Statement): Promise<void> {
  await write((writer) => statement(writer).execute());
}

/** The first row of a query; null if there is none. */
export async function firstOf<Row>(query: {
  executeTakeFirst(): Promise<Row | undefined>;
}): Promise<Row | null> {
  return (await query.executeTakeFirst()) ?? null;
}

/** The rows of a statement that runs once per block of values, since one statement cannot bind any number of them. */
export async function inBlocks<T, Row>(
  values: readonly T[],
  statementOf: (block: [T, ...T[]]) => Statement<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const block of blocksOf(values)) for (const row of await statementOf(block).execute()) rows.push(row);
  return rows;
}

/** The number of rows that a query selects. */
export async function countOf<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Escapes a text for `like … escape '\\'`. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

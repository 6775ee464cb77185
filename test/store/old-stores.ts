import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type Sqlite from 'better-sqlite3';
import { openSqlite } from '../../src/platform/files/sqlite.js';

/** Stores as releases wrote them, one for each schema: none of these files is ever made anew once its schema was released. */
export const oldStoresFolder = 'test/store/schemas';

/** What differs wherever a store is read: addresses of the portal and of the feed. */
export type Places = Readonly<Record<'portal' | 'feed', string>>;

export interface OldStore {
  schema: number;
  /** Makes it at `path`, as if that release had just stopped. */
  restore: (path: string, places: Places) => void;
}

export function oldStores(): OldStore[] {
  return readdirSync(oldStoresFolder)
    .map((name) => ({
      schema: Number(/\d+/.exec(name)?.[0]),
      restore: (path: string, places: Places) =>
        restore(gunzipSync(readFileSync(join(oldStoresFolder, name))).toString(), path, places),
    }))
    .sort((a, b) => a.schema - b.schema);
}

function restore(text: string, path: string, { portal, feed }: Places): void {
  const raw = openSqlite(path);
  raw.pragma('synchronous = OFF');
  raw.exec(text.replaceAll('{portal}', portal).replaceAll('{feed}', feed));
  raw.close();
}

/** Keeps the store at `path` as one of this schema: the statements that make it, packed. */
export function keep(path: string, schema: number, places: Places): void {
  writeFileSync(join(oldStoresFolder, `schema-${schema}.sql.gz`), gzipSync(dump(path, places), { level: 9 }));
}

function dump(path: string, { portal, feed }: Places): string {
  const raw = openSqlite(path, { readonly: true });
  const statements = raw
    .prepare<[], { name: string; type: string; sql: string }>(
      `select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by instr('table index trigger', type), rowid`,
    )
    .all();
  // The words of an index of words are found anew in what it is an index of; its own tables come with it.
  const words = statements.flatMap(({ name, sql }) => (/^create virtual table/i.test(sql) ? [name] : []));
  const isOwnedByWords = ({ name, type }: { name: string; type: string }): boolean =>
    type === 'table' && words.some((index) => name.startsWith(`${index}_`));
  const lines = statements
    .filter((statement) => !isOwnedByWords(statement))
    .flatMap(({ name, type, sql }) => [
      `${sql.replace(/\s+/g, ' ')};`,
      ...(type === 'table' && !words.includes(name) ? rowsOf(raw, name) : []),
    ]);
  lines.push(...words.map((name) => `insert into ${name} (${name}) values ('rebuild');`));
  raw.close();
  return `${lines.join('\n')}\n`.replaceAll(portal, '{portal}').replaceAll(feed, '{feed}');
}

function rowsOf(raw: Sqlite.Database, table: string): string[] {
  const columns = raw
    .prepare<[string], { name: string }>('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `quote("${name}")`);
  return raw
    .prepare<[], string>(`select ${columns.join(` || ', ' || `)} from "${table}"`)
    .pluck()
    .all()
    .map((values) => `insert into "${table}" values (${values});`);
}

/** Tables and indexes as the database has them. */
export function schemaOf(path: string): string[] {
  const raw = openSqlite(path, { readonly: true });
  const found = raw
    .prepare<[], string>(
      `select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by type, name`,
    )
    .pluck()
    .all();
  raw.close();
  return found.map((sql) => sql.replace(/\s+/g, ' '));
}

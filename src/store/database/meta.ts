import type { Database, Reader } from './database.js';
import { writeOne } from './queries.js';
import type { MetaStore } from '../store.js';

export function createMeta({ db, write }: Database): MetaStore {
  return {
    get: (key) => readMeta(db, key),
    set: (key, value) => write((writer) => writeMeta(writer, key, value)),
    change: (key, to) =>
      write(async (writer) => {
        const value = to(await readMeta(writer, key));
        if (value !== null) await writeMeta(writer, key, value);
        return value !== null;
      }),
    remove: (key) => writeOne(write, (writer) => writer.deleteFrom('meta').where('key', '=', key)),
    // `!` is the character after the space, at which all prefixes end. Both databases compare keys byte by byte.
    under: (prefix) =>
      db
        .selectFrom('meta')
        .select(['key', 'value'])
        .where('key', '>=', prefix)
        .where('key', '<', `${prefix.slice(0, -1)}!`)
        .orderBy('key')
        .execute(),
  };
}

/** A single value; null if it was never written. */
export async function readMeta(reader: Reader, key: string): Promise<string | null> {
  const row = await reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Writes a single value in the caller's transaction. */
export async function writeMeta(writer: Reader, key: string, value: string): Promise<void> {
  await writer
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

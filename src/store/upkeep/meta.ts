import type { Database, Reader } from '../database/database.js';
import type { MetaStore } from '../store.js';

export function createMeta({ db, write }: Database): MetaStore {
  return {
    get: (key) => readMeta(db, key),
    set: (key, value) => write((writer) => writeMeta(writer, key, value)),
    remove: (key) =>
      write(async (writer) => {
        await writer.deleteFrom('meta').where('key', '=', key).execute();
      }),
    // The sign after the space ends the range in both databases, whose keys are compared byte by byte.
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

export async function readMeta(reader: Reader, key: string): Promise<string | null> {
  const row = await reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeMeta(writer: Reader, key: string, value: string): Promise<void> {
  await writer
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

import type { Database } from './database.js';
import type { MetaStore } from './store.js';

export function createMeta({ db, write }: Database): MetaStore {
  return {
    async get(key) {
      const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
      return row?.value ?? null;
    },
    set: (key, value) =>
      write(async (writer) => {
        await writer
          .insertInto('meta')
          .values({ key, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute();
      }),
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

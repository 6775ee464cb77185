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
  };
}

import { copyMark } from '../../core/setup/kept-copies.js';
import { addAudit } from '../database/audit.js';
import type { Database } from '../database/database.js';
import type { KeptMappingStore } from '../store.js';

export function createKeptMappings({ db, write }: Database): KeptMappingStore {
  return {
    versions: () =>
      db
        .selectFrom('keptMapping')
        .select(['feedId', 'name', 'version', 'origin'])
        .orderBy('feedId')
        .orderBy('name')
        .execute(),
    ofFeed: (feedId) =>
      db.selectFrom('keptMapping').selectAll().where('feedId', '=', feedId).orderBy('name').execute(),
    keep: (feedId, mappings) =>
      write(async (writer) => {
        await writer.deleteFrom('keptMapping').where('feedId', '=', feedId).execute();
        const rows = mappings.map(({ name, version, origin, text }) => ({
          ...{ feedId, name, version, origin, text },
        }));
        if (rows.length > 0) await writer.insertInto('keptMapping').values(rows).execute();
      }),
    release: (feedId, author, now) =>
      write(async (writer) => {
        const released = await writer
          .deleteFrom('keptMapping')
          .where('feedId', '=', feedId)
          .where('name', 'not like', `${copyMark}%`)
          .returning(['name', 'version'])
          .execute();
        released.sort((a, b) => (a.name < b.name ? -1 : 1));
        const data = Object.fromEntries(released.map(({ name, version }) => [name, version]));
        await addAudit(writer, {
          at: now,
          author,
          action: 'mapping_upgrade',
          subject: `feed ${feedId}`,
          data,
        });
      }),
  };
}

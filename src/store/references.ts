import type { Place, Vocabulary } from '../core/reference.js';
import { blocksOf, type Database } from './database.js';
import type { ReferenceStore } from './store.js';

/** When the place directory was last read whole; it may hold no place. */
const placesReadAt = 'places.read_at';

export function createReferences({ db, read, write }: Database): ReferenceStore {
  return {
    saveVocabulary: (document, vocabulary, etag, now) =>
      write(async (writer) => {
        const content = {
          document: JSON.stringify(document),
          content: JSON.stringify(vocabulary),
          etag,
          readAt: now,
        };
        await writer
          .insertInto('vocabulary')
          .values({ version: vocabulary.version, ...content })
          .onConflict((conflict) => conflict.column('version').doUpdateSet(content))
          .execute();
      }),
    async vocabulary() {
      const row = await db
        .selectFrom('vocabulary')
        .select(['document', 'content', 'etag', 'readAt'])
        .orderBy('readAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        document: JSON.parse(row.document) as unknown,
        vocabulary: JSON.parse(row.content) as Vocabulary,
        etag: row.etag,
        readAt: row.readAt,
      };
    },
    savePlaces: (places, now) =>
      write(async (writer) => {
        await writer.deleteFrom('place').execute();
        // A place that moved between two pages of the directory comes twice.
        const unique = [...new Map(places.map((place) => [place.id, place])).values()];
        const rows = unique.map((place, position) => ({
          id: place.id,
          position,
          content: JSON.stringify(place),
        }));
        for (const block of blocksOf(rows)) await writer.insertInto('place').values(block).execute();
        await writer
          .insertInto('meta')
          .values({ key: placesReadAt, value: String(now) })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(now) }))
          .execute();
      }),
    places: () =>
      read(async (reader) => {
        const mark = await reader
          .selectFrom('meta')
          .select('value')
          .where('key', '=', placesReadAt)
          .executeTakeFirst();
        if (mark === undefined) return null;
        const rows = await reader.selectFrom('place').select('content').orderBy('position').execute();
        return {
          places: rows.map((row) => JSON.parse(row.content) as Place),
          readAt: Number(mark.value),
        };
      }),
  };
}

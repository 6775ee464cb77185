import type { Place, Vocabulary } from '../core/reference.js';
import { addAudit } from './audit.js';
import type { StoredVocabulary } from './contract/upkeep.js';
import { blocksOf, type Database, type Reader, type Writer } from './database.js';
import type { ReferenceStore } from './store.js';

/** When the place directory was last read whole; it may hold no place. */
export const placesReadAt = 'places.read_at';

type Role = 'serving' | 'suspect';

export function createReferences({ db, read, write }: Database): ReferenceStore {
  return {
    saveVocabulary: (document, vocabulary, etag, now) =>
      write(async (writer) => {
        await saveAs('serving', { document, vocabulary, etag, readAt: now }, writer);
        await forgetSuspect(writer);
      }),
    vocabulary: () => vocabularyOf('serving', db),
    suspectVocabulary: (suspect) => write((writer) => saveAs('suspect', suspect, writer)),
    suspect: () => vocabularyOf('suspect', db),
    acceptSuspect: (by, now) =>
      write(async (writer) => {
        const suspect = await vocabularyOf('suspect', writer);
        if (suspect === null) return false;
        await saveAs('serving', { ...suspect, readAt: now }, writer);
        await forgetSuspect(writer);
        const subject = suspect.vocabulary.version;
        await addAudit(writer, { at: now, author: by, action: 'vocabulary.accepted', subject, data: {} });
        return true;
      }),
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

async function vocabularyOf(role: Role, reader: Reader): Promise<StoredVocabulary | null> {
  const row = await reader
    .selectFrom('vocabulary')
    .select(['document', 'content', 'etag', 'readAt'])
    .where('role', '=', role)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { etag, readAt } = row;
  return {
    document: JSON.parse(row.document) as unknown,
    vocabulary: JSON.parse(row.content) as Vocabulary,
    etag,
    readAt,
  };
}

async function saveAs(
  role: Role,
  { document, vocabulary, etag, readAt }: StoredVocabulary,
  writer: Writer,
): Promise<void> {
  const row = { document: JSON.stringify(document), content: JSON.stringify(vocabulary), etag, readAt };
  await writer
    .insertInto('vocabulary')
    .values({ role, ...row })
    .onConflict((conflict) => conflict.column('role').doUpdateSet(row))
    .execute();
}

async function forgetSuspect(writer: Writer): Promise<void> {
  await writer.deleteFrom('vocabulary').where('role', '=', 'suspect').execute();
}

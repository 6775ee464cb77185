import { sql } from 'kysely';
import type { Place, Vocabulary } from '../../model/reference.js';
import { addAudit } from '../database/audit.js';
import type { StoredPlaces, StoredVocabulary } from '../contract/upkeep.js';
import { blocksOf, type Database, type Reader, type Writer } from '../database/database.js';
import type { ReferenceStore } from '../store.js';

/** When the place directory was last read whole; it may hold no place. */
export const placesReadAt = 'places.read_at';

/** Counts what changed of words and places. */
const changesKey = 'reference.changes';

type Role = 'serving' | 'suspect';

export function createReferences({ db, read, write }: Database): ReferenceStore {
  const vocabularyAt = keptWhile(() => vocabularyOf('serving', db));
  const placesAt = keptWhile(() => read(readPlaces));
  return {
    saveVocabulary: (document, words, etag, now) =>
      write(async (writer) => {
        await saveAs('serving', { document, vocabulary: words, etag, readAt: now }, writer);
        await forgetSuspect(writer);
        await noteChange(writer);
      }),
    vocabulary: async () => vocabularyAt((await marks(db)).vocabulary),
    places: async () => placesAt((await marks(db)).places),
    async known() {
      const now = await marks(db);
      const [vocabulary, places] = [await vocabularyAt(now.vocabulary), await placesAt(now.places)];
      return vocabulary === null || places === null ? null : { vocabulary, places };
    },
    suspectVocabulary: (suspect) => write((writer) => saveAs('suspect', suspect, writer)),
    suspect: () => vocabularyOf('suspect', db),
    acceptSuspect: (by, now) =>
      write(async (writer) => {
        const suspect = await vocabularyOf('suspect', writer);
        if (suspect === null) return false;
        await saveAs('serving', { ...suspect, readAt: now }, writer);
        await forgetSuspect(writer);
        await noteChange(writer);
        const subject = suspect.vocabulary.version;
        await addAudit(writer, { at: now, author: by, action: 'vocabulary.accepted', subject, data: {} });
        return true;
      }),
    savePlaces: (directory, now) =>
      write(async (writer) => {
        await writer.deleteFrom('place').execute();
        // A place that moved between two pages of the directory comes twice.
        const unique = [...new Map(directory.map((place) => [place.id, place])).values()];
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
        await noteChange(writer);
      }),
  };
}

/** Loaded once for as long as its mark is the same; the mark was read before, so that it is never the younger one. */
function keptWhile<T>(load: () => Promise<T>): (mark: string | null) => Promise<T | null> {
  let kept: { mark: string; value: T } | null = null;
  return async (mark) => {
    if (mark === null) kept = null;
    else if (kept?.mark !== mark) kept = { mark, value: await load() };
    return kept?.value ?? null;
  };
}

/** What each is as long as nothing changed; null where it was never read. */
async function marks(reader: Reader): Promise<{ vocabulary: string | null; places: string | null }> {
  const { etag, vocabularyAt, placesAt, changes } = await reader
    .selectNoFrom((eb) => {
      const serving = eb.selectFrom('vocabulary').where('role', '=', 'serving');
      const meta = (key: string) => eb.selectFrom('meta').select('value').where('key', '=', key);
      return [
        serving.select('etag').as('etag'),
        serving.select('readAt').as('vocabularyAt'),
        meta(placesReadAt).as('placesAt'),
        meta(changesKey).as('changes'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    vocabulary: vocabularyAt === null ? null : JSON.stringify([etag, vocabularyAt, changes]),
    places: placesAt === null ? null : JSON.stringify([placesAt, changes]),
  };
}

async function noteChange(writer: Writer): Promise<void> {
  await writer
    .insertInto('meta')
    .values({ key: changesKey, value: '1' })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: sql<string>`cast(cast(meta.value as integer) + 1 as text)` }),
    )
    .execute();
}

async function readPlaces(reader: Reader): Promise<StoredPlaces | null> {
  const mark = await reader
    .selectFrom('meta')
    .select('value')
    .where('key', '=', placesReadAt)
    .executeTakeFirst();
  if (mark === undefined) return null;
  const rows = await reader.selectFrom('place').select('content').orderBy('position').execute();
  return { places: rows.map((row) => JSON.parse(row.content) as Place), readAt: Number(mark.value) };
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

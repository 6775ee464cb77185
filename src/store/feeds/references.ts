import type { Place, Vocabulary } from '../../model/reference.js';
import { addAudit } from '../database/audit.js';
import type { StoredPlaces, StoredVocabulary } from '../contract/upkeep.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import type { ReferenceStore } from '../store.js';
import { readMeta, writeMeta } from '../database/meta.js';

/** Key in `meta` of the time when the place directory was last read, even if it had no place. */
export const placesReadAt = 'places.read_at';

/** Key in `meta` of the number of changes of vocabulary and places. */
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
        // A place that moved from one page of the directory to another during reading occurs twice.
        const unique = [...new Map(directory.map((place) => [place.id, place])).values()];
        const rows = unique.map((place, position) => ({
          id: place.id,
          position,
          content: JSON.stringify(place),
        }));
        await inBlocks(rows, (block) => writer.insertInto('place').values(block));
        await writeMeta(writer, placesReadAt, String(now));
        await noteChange(writer);
      }),
  };
}

/**
 * Caches a value until its mark changes. The caller reads the mark before the value is loaded, so that a change in between makes the cached
 * value too new for its mark, never too old.
 */
function keptWhile<T>(load: () => Promise<T>): (mark: string | null) => Promise<T | null> {
  let kept: { mark: string; value: T } | null = null;
  return async (mark) => {
    if (mark === null) kept = null;
    else if (kept?.mark !== mark) kept = { mark, value: await load() };
    return kept?.value ?? null;
  };
}

/** Marks that change whenever the stored vocabulary or places change; null: never read. */
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
  const changes = Number(await readMeta(writer, changesKey));
  await writeMeta(writer, changesKey, String(changes + 1));
}

async function readPlaces(reader: Reader): Promise<StoredPlaces | null> {
  const readAt = await readMeta(reader, placesReadAt);
  if (readAt === null) return null;
  const rows = await reader.selectFrom('place').select('content').orderBy('position').execute();
  return { places: rows.map((row) => JSON.parse(row.content) as Place), readAt: Number(readAt) };
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

import { sql } from 'kysely';
import type { Place, Vocabulary } from '../core/reference.js';
import { addAudit } from './audit.js';
import type { StoredPlaces, StoredVocabulary } from './contract/upkeep.js';
import { blocksOf, type Database, type Reader, type Writer } from './database.js';
import type { ReferenceStore } from './store.js';

/** When the place directory was last read whole; it may hold no place. */
export const placesReadAt = 'places.read_at';

/** Counts what changed of words and places. */
const changesKey = 'reference.changes';

type Role = 'serving' | 'suspect';

export function createReferences({ db, read, write }: Database): ReferenceStore {
  const vocabulary = keptWhile(
    () => vocabularyMark(db),
    () => vocabularyOf('serving', db),
  );
  const places = keptWhile(
    () => placesMark(db),
    () => read(readPlaces),
  );
  return {
    saveVocabulary: (document, words, etag, now) =>
      write(async (writer) => {
        await saveAs('serving', { document, vocabulary: words, etag, readAt: now }, writer);
        await forgetSuspect(writer);
        await noteChange(writer);
      }),
    vocabulary,
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
    places,
  };
}

/** @param mark what it is as long as nothing changed; read before what is kept under it, so that it is never the younger one */
function keptWhile<T>(mark: () => Promise<string | null>, load: () => Promise<T>): () => Promise<T | null> {
  let kept: { mark: string; value: T } | null = null;
  return async () => {
    const now = await mark();
    if (now === null) {
      kept = null;
      return null;
    }
    if (kept?.mark !== now) kept = { mark: now, value: await load() };
    return kept.value;
  };
}

async function vocabularyMark(reader: Reader): Promise<string | null> {
  const row = await reader
    .selectFrom('vocabulary')
    .leftJoin('meta', (join) => join.on('meta.key', '=', changesKey))
    .select(['vocabulary.etag', 'vocabulary.readAt', 'meta.value'])
    .where('vocabulary.role', '=', 'serving')
    .executeTakeFirst();
  return row === undefined ? null : JSON.stringify([row.etag, row.readAt, row.value]);
}

async function placesMark(reader: Reader): Promise<string | null> {
  const rows = await reader
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'in', [placesReadAt, changesKey])
    .orderBy('key')
    .execute();
  return rows.some(({ key }) => key === placesReadAt) ? JSON.stringify(rows) : null;
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

import { placesPageSchema } from '../../wire/replies.js';
import { businessCategories, readVocabulary } from '../../wire/vocabulary.js';
import type { Protocol } from '../../wire/protocol.js';
import { isObject } from '../../wire/payload.js';
import type { Place } from './places.js';
import type { SandboxVocabulary, VocabularyDocument } from './vocabulary.js';

/** A file with a saved vocabulary or saved places cannot be used. The message tells the user why, and what to do. */
export class SavedReferenceError extends Error {
  override name = 'SavedReferenceError';
}

/** Vocabulary and places saved from a real portal. The sandbox's own are used where a field is absent. */
export interface SavedReference {
  vocabulary?: VocabularyDocument;
  places?: Place[];
}

/**
 * @param text the body of GET /vocabularies, or the output of `feedsync vocabularies --json`
 * @param file name of the file, for the error's message
 * @throws SavedReferenceError
 */
export function readSavedVocabulary(text: string, file: string): VocabularyDocument {
  const [read] = readJson(text, file, 'vocabulary');
  const document = isObject(read) && isObject(read.document) ? read.document : read;
  const { version, fields } = readVocabulary(document);
  if (fields.category.length === 0) {
    throw notSaved(file, 'GET /vocabularies: it names no categories');
  }
  if (version === '') throw notSaved(file, 'GET /vocabularies: it has no version');
  return document as VocabularyDocument;
}

/**
 * @param text one page of GET /places, a list of pages, one page per line, or the output of `feedsync places --json`
 * @throws SavedReferenceError
 */
export function readSavedPlaces(text: string, file: string): Place[] {
  const read = readJson(text, file, 'places');
  const pages = read.length === 1 && Array.isArray(read[0]) ? (read[0] as unknown[]) : read;
  const places = pages.flatMap((page) => placesOf(page, file));
  if (places.length === 0) throw notSaved(file, 'GET /places: it holds no place');
  const ids = new Set(places.map((place) => place.id));
  if (ids.size < places.length) throw notSaved(file, 'GET /places: an id stands in it twice');
  return places;
}

/** A saved vocabulary. Its categories of land and of business premises are recognised by their labels. */
export function vocabularyOf(document: VocabularyDocument, protocol: Protocol): SandboxVocabulary {
  const vocabulary = readVocabulary(document);
  const land = vocabulary.fields.category.filter(({ labels }) =>
    labels.some((label) => landWords.test(label)),
  );
  return {
    document,
    businessPremises: businessCategories(vocabulary, protocol),
    land: new Set(land.map((entry) => entry.key)),
  };
}

const landWords = /\b(zemljišt|plac\b|land\b|plot\b)/i;

function placesOf(page: unknown, file: string): Place[] {
  if (!isObject(page) || !Array.isArray(page.places)) throw notSaved(file, 'GET /places: it has no `places`');
  const read = placesPageSchema.safeParse(page);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.') ?? '';
    throw notSaved(file, `GET /places: ${where} is not as a place has it`);
  }
  return read.data.places.flatMap(({ type, id, ...rest }) =>
    type === 'city' || type === 'municipality' ? [{ ...rest, id: id.toLowerCase(), type }] : [],
  );
}

/** @returns the one document of the file, or one per line where the lines are documents @throws SavedReferenceError */
function readJson(text: string, file: string, what: string): unknown[] {
  const parse = (json: string): unknown[] | null => {
    try {
      return [JSON.parse(json) as unknown];
    } catch {
      return null;
    }
  };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = parse(text) ?? lines.map((line) => parse(line)?.[0]);
  if (read.length > 0 && !read.includes(undefined)) return read;
  throw new SavedReferenceError(
    `The ${what} file ${file} is not JSON. Save the body of the portal's reply as it came, and name that file.`,
  );
}

function notSaved(file: string, why: string): SavedReferenceError {
  return new SavedReferenceError(
    `The file ${file} is not a saved reply of ${why}. Save the body of the portal's reply as it came, and name that file.`,
  );
}

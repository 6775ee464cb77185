import type { Vocabulary, VocabularyEntry, VocabularyField } from '../core/reference.js';
import { isObject } from './payload.js';
import { toleratedNames, type Protocol } from './protocol.js';

/** The vocabulary document's key of each enumeration that a mapping may name. */
export const vocabularyDocumentKeys: Readonly<Record<VocabularyField, string>> = {
  category: 'categories',
  heating: 'heating',
  condition: 'condition',
  furnished: 'furnished',
  building_group: 'building_group',
  ownership_status: 'ownership_status',
  legalization_status: 'legalization_status',
  rental_type: 'rental_type',
  room_type: 'room_types',
  amenity: 'amenities',
};

const vocabularyFields = Object.keys(vocabularyDocumentKeys) as VocabularyField[];

/** What only the live vocabulary knows. A field that is not here, or empty, is held to the values of the spec, if it names any. */
export interface VocabularyKeys {
  fields: Partial<Record<VocabularyField, ReadonlySet<string>>>;
  /** Attribute names per category key; null where they are not known. */
  attributes: ReadonlyMap<string, ReadonlySet<string>> | null;
}

/**
 * The document of GET /vocabularies. Entries may be plain strings, objects in any of the tolerated spellings, or an object of
 * key and label; what cannot be read is left out, an absent enumeration is empty.
 */
export function readVocabulary(document: unknown): Vocabulary {
  const source = isObject(document) ? document : {};
  const entries = vocabularyFields.map(
    (field) => [field, readEntries(source[vocabularyDocumentKeys[field]])] as const,
  );
  return {
    version: typeof source.version === 'string' ? source.version : '',
    fields: Object.fromEntries(entries) as Record<VocabularyField, VocabularyEntry[]>,
  };
}

/** What payloads are checked against. @param document gives the attributes per category, which `Vocabulary` does not hold */
export function vocabularyKeys(vocabulary: Vocabulary, document: unknown = null): VocabularyKeys {
  const keys = vocabularyFields.map(
    (field) => [field, new Set(vocabulary.fields[field].map((entry) => entry.key))] as const,
  );
  const attributes = isObject(document) ? document.attributes_by_category : null;
  return {
    fields: Object.fromEntries(keys),
    attributes: isObject(attributes) ? readAttributes(attributes) : null,
  };
}

/** Keys of the categories that need no owner_lives_nearby, found by the labels of the settings. */
export function businessCategories(vocabulary: Vocabulary, protocol: Protocol): ReadonlySet<string> {
  const wanted = new Set(protocol.business_premises.map((label) => label.toLowerCase()));
  const named = vocabulary.fields.category.filter((entry) =>
    [entry.key, ...entry.labels].some((label) => wanted.has(label.toLowerCase())),
  );
  return new Set(named.map((entry) => entry.key));
}

function readEntries(list: unknown): VocabularyEntry[] {
  if (Array.isArray(list)) return list.map((entry) => readEntry(entry)).filter((entry) => entry !== null);
  if (!isObject(list)) return [];
  return Object.entries(list).map(([key, labels]) => ({ key, labels: readLabels(labels) }));
}

function readEntry(entry: unknown): VocabularyEntry | null {
  if (typeof entry === 'string') return entry === '' ? null : { key: entry, labels: [] };
  if (!isObject(entry)) return null;
  const key = toleratedNames.entryKey.map((name) => entry[name]).find((value) => isText(value));
  return isText(key) ? { key, labels: readLabels(entry) } : null;
}

function readLabels(source: unknown): string[] {
  if (isText(source)) return [source];
  if (!isObject(source)) return [];
  const own = toleratedNames.entryLabels.map((name) => source[name]);
  const nested = isObject(source.labels) ? Object.values(source.labels) : [];
  return [...new Set([...own, ...nested].filter((label) => isText(label)))];
}

function readAttributes(byCategory: Record<string, unknown>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(byCategory).map(([category, list]) => [
      category,
      new Set(readEntries(list).map((entry) => entry.key)),
    ]),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

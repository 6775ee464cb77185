import type {
  AttributeType,
  CategoryAttribute,
  Vocabulary,
  VocabularyEntry,
  VocabularyField,
} from '../model/reference.js';
import { isObject } from './payload.js';
import { toleratedNames, type Protocol } from './protocol.js';

/** The vocabulary document's key of each enumeration that a mapping may name. */
const vocabularyDocumentKeys: Readonly<Record<VocabularyField, string>> = {
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
  /** Attributes by key, of any category, with what each takes; null where they are not known. */
  attributes: ReadonlyMap<string, AttributeForm> | null;
}

interface AttributeForm {
  /** Null: any, or categories that differ. */
  type: AttributeType | null;
  /** Empty: any value of the type. */
  words: ReadonlySet<string>;
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
    ...(isObject(source.attributes_by_category) && {
      attributes: readAttributes(source.attributes_by_category),
    }),
  };
}

/** What payloads are checked against. */
export function vocabularyKeys(vocabulary: Vocabulary): VocabularyKeys {
  const keys = vocabularyFields.map(
    (field) => [field, new Set(vocabulary.fields[field].map((entry) => entry.key))] as const,
  );
  return {
    fields: Object.fromEntries(keys),
    attributes: vocabulary.attributes === undefined ? null : attributeForms(vocabulary.attributes),
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

function readAttributes(byCategory: Record<string, unknown>): Record<string, CategoryAttribute[]> {
  return Object.fromEntries(
    Object.entries(byCategory).map(([category, list]) => [category, readAttributeList(list)]),
  );
}

/** The forms that entries may have, with what stands beside key and labels. */
function readAttributeList(list: unknown): CategoryAttribute[] {
  const written = Array.isArray(list)
    ? (list as unknown[]).map((entry) => [readEntry(entry), entry] as const)
    : isObject(list)
      ? Object.entries(list).map(([key, entry]) => [{ key, labels: readLabels(entry) }, entry] as const)
      : [];
  return written.flatMap(([entry, source]) => (entry === null ? [] : [{ ...entry, ...readForm(source) }]));
}

function readForm(entry: unknown): Pick<CategoryAttribute, 'type' | 'words'> {
  if (!isObject(entry)) return { type: null, words: [] };
  const type = toleratedNames.attributeType.map((name) => entry[name]).find(isText);
  const words = toleratedNames.attributeWords.map((name) => readEntries(entry[name]));
  return { type: typesByWord.get(type ?? '') ?? null, words: words.find(({ length }) => length > 0) ?? [] };
}

const typesByWord: ReadonlyMap<string, AttributeType> = new Map([
  ['boolean', 'boolean'],
  ['bool', 'boolean'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['number', 'number'],
  ['float', 'number'],
  ['decimal', 'number'],
  ['string', 'string'],
  ['text', 'string'],
  ['enum', 'string'],
  ['select', 'string'],
]);

/** One key may stand under several categories; where they differ, each value that one of them takes passes. */
function attributeForms(
  byCategory: Readonly<Record<string, readonly CategoryAttribute[]>>,
): ReadonlyMap<string, AttributeForm> {
  const forms = new Map<string, AttributeForm>();
  for (const { key, type, words } of Object.values(byCategory).flat()) {
    const form = { type, words: new Set(words.map((word) => word.key)) };
    const known = forms.get(key) ?? form;
    const isOpen = known.words.size === 0 || form.words.size === 0;
    forms.set(key, {
      type: known.type === type ? type : null,
      words: isOpen ? new Set() : new Set([...known.words, ...form.words]),
    });
  }
  return forms;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

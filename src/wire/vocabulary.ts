import { vocabularyFields, type AttributeType, type CategoryAttribute } from '../model/reference.js';
import type { Vocabulary, VocabularyEntry, VocabularyField } from '../model/reference.js';
import { isObject } from './payload.js';
import { toleratedNames, type Protocol } from './protocol.js';

/** The keys of enumerations in the vocabulary document that differ from the names of the fields. */
const documentKeys: Partial<Record<VocabularyField, string>> = {
  category: 'categories',
  room_type: 'room_types',
  amenity: 'amenities',
};

/** The keys of the live vocabulary. A field that is missing or empty here is checked against the values in the specification, if any. */
export interface VocabularyKeys {
  fields: Partial<Record<VocabularyField, ReadonlySet<string>>>;
  /** The attributes of all categories by key; null if they are not known. */
  attributes: ReadonlyMap<string, AttributeForm> | null;
}

interface AttributeForm {
  /** Null for any type: the portal states none, or its categories state different ones. */
  type: AttributeType | null;
  /** The allowed words. Empty: any value of the type. */
  words: ReadonlySet<string>;
}

/**
 * Reads the reply of GET /vocabularies. An enumeration may be a list of strings, a list of objects in any of the tolerated spellings, or an
 * object of keys and labels. Entries that cannot be read are left out. A missing enumeration is empty.
 */
export function readVocabulary(document: unknown): Vocabulary {
  const source = isObject(document) ? document : {};
  const entries = vocabularyFields.map(
    (field) => [field, readEntries(source[documentKeys[field] ?? field])] as const,
  );
  return {
    version: typeof source.version === 'string' ? source.version : '',
    fields: Object.fromEntries(entries) as Record<VocabularyField, VocabularyEntry[]>,
    ...(isObject(source.attributes_by_category) && {
      attributes: readAttributes(source.attributes_by_category),
    }),
  };
}

/** The keys against which payloads are checked. */
export function vocabularyKeys(vocabulary: Vocabulary): VocabularyKeys {
  const keys = vocabularyFields.map(
    (field) => [field, new Set(vocabulary.fields[field].map((entry) => entry.key))] as const,
  );
  return {
    fields: Object.fromEntries(keys),
    attributes: vocabulary.attributes === undefined ? null : attributeForms(vocabulary.attributes),
  };
}

/** Keys of the categories that need no `owner_lives_nearby`: those with a label or key in `protocol.business_premises`. */
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
  return [...new Set([...own, ...nestedLabels(source.labels)].filter((label) => isText(label)))];
}

/** The labels by language, Serbian first, as in every entry. */
function nestedLabels(labels: unknown): unknown[] {
  if (!isObject(labels)) return [];
  const known = toleratedNames.entryLabels.map((name) => labels[name]);
  return [...known, ...Object.values(labels)];
}

function readAttributes(byCategory: Record<string, unknown>): Record<string, CategoryAttribute[]> {
  return Object.fromEntries(
    Object.entries(byCategory).map(([category, list]) => [category, readAttributeList(list)]),
  );
}

/** Reads the attributes of one category: a list of entries, or an object of entries by key. */
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
  return {
    type: typeWords.find((names) => names.includes(type ?? ''))?.[0] ?? null,
    words: words.find(({ length }) => length > 0) ?? [],
  };
}

/** Each type, followed by the other words that the portal may use for it. */
const typeWords: readonly (readonly [AttributeType, ...string[]])[] = [
  ['boolean', 'bool'],
  ['integer', 'int'],
  ['number', 'float', 'decimal'],
  ['string', 'text', 'enum', 'select'],
];

/** Merges the attributes of all categories. If categories define one key differently, a value passes if one of them allows it. */
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

/** One value of the portal's vocabulary. Vocabularies and places are mirrored from GET /vocabularies and GET /places. */
export interface VocabularyEntry {
  key: string;
  labels: readonly string[];
}

/** Enumerations of the vocabulary that a mapping may name. */
export const vocabularyFields = [
  'category',
  'heating',
  'condition',
  'furnished',
  'building_group',
  'ownership_status',
  'legalization_status',
  'rental_type',
  'room_type',
  'amenity',
] as const;
export type VocabularyField = (typeof vocabularyFields)[number];

/** A list from which people pick what a word means: one of the portal's, or the states of a record. */
export type WordList = VocabularyField | 'state';

/** A field that only listings of one category have. */
export interface CategoryAttribute extends VocabularyEntry {
  /** Null where the portal does not state the type. */
  type: AttributeType | null;
  /** The allowed values; empty: any value of the type. */
  words: readonly VocabularyEntry[];
}

export type AttributeType = 'boolean' | 'integer' | 'number' | 'string';

export interface Vocabulary {
  version: string;
  fields: Readonly<Record<VocabularyField, readonly VocabularyEntry[]>>;
  /** By category key; left out where the attributes are not known. */
  attributes?: Readonly<Record<string, readonly CategoryAttribute[]>>;
}

/** `elsewhere`: the attribute exists, but only for other categories. */
export type AttributeAnswer =
  { kind: 'found'; attribute: CategoryAttribute } | { kind: 'elsewhere' } | { kind: 'unknown' };

export interface Place {
  id: string;
  type: 'city' | 'municipality';
  nameSr: string;
  nameEn: string | null;
  officialCode: string | null;
  cityId: string | null;
  cityNameSr: string | null;
  lat: number | null;
  lng: number | null;
}

export interface PlaceQuery {
  /** Candidates for the city, or for the settlement's city; tried in order. */
  city: readonly string[];
  municipality: string | null;
  lat: number | null;
  lng: number | null;
}

export type PlaceAnswer =
  { kind: 'found'; place: Place } | { kind: 'unknown' } | { kind: 'ambiguous'; candidates: readonly Place[] };

/** Resolves a feed's values against the mirrored directories. Exact after folding; never a guess. */
export interface Reference {
  /** The portal's key for the first candidate that is a key or a label, ignoring case, script and diacritics. */
  vocabularyKey(field: VocabularyField, candidates: readonly string[]): string | null;
  place(query: PlaceQuery): PlaceAnswer;
  /** The attribute of a category (given by key) that a candidate names by key or label; the first match wins. */
  attribute(category: string, candidates: readonly string[]): AttributeAnswer;
  /** Canonical text of all categories' attributes. Part of the mapping context: when it changes, records are mapped again. */
  readonly attributesText: string;
}

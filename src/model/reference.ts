/** The portal's own words and places, as the mapping sees them: mirrored from GET /vocabularies and GET /places. */
export interface VocabularyEntry {
  key: string;
  labels: readonly string[];
}

/** Enumerations of the vocabulary that a mapping may name. */
export type VocabularyField =
  | 'category'
  | 'heating'
  | 'condition'
  | 'furnished'
  | 'building_group'
  | 'ownership_status'
  | 'legalization_status'
  | 'rental_type'
  | 'room_type'
  | 'amenity';

/** What listings of one category may tell beyond the common fields. */
export interface CategoryAttribute extends VocabularyEntry {
  /** Null where the portal does not say it. */
  type: AttributeType | null;
  /** The words that it takes; none: any value of its type. */
  words: readonly VocabularyEntry[];
}

export type AttributeType = 'boolean' | 'integer' | 'number' | 'string';

export interface Vocabulary {
  version: string;
  fields: Readonly<Record<VocabularyField, readonly VocabularyEntry[]>>;
  /** By category key; left out where they are not known. */
  attributes?: Readonly<Record<string, readonly CategoryAttribute[]>>;
}

/** `elsewhere`: only listings of other categories have it. */
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
  /** Candidates for the city (or settlement's city), tried in order. */
  city: readonly string[];
  municipality: string | null;
  lat: number | null;
  lng: number | null;
}

export type PlaceAnswer =
  { kind: 'found'; place: Place } | { kind: 'unknown' } | { kind: 'ambiguous'; candidates: readonly Place[] };

/** Resolves words against the mirrored directories. Never guesses. */
export interface Reference {
  /** The portal's key for the first candidate that is a key or a label (folded over case, script and diacritics). */
  vocabularyKey(field: VocabularyField, candidates: readonly string[]): string | null;
  place(query: PlaceQuery): PlaceAnswer;
  /** The attribute of a category (by its key) that the first candidate names by key or label. */
  attribute(category: string, candidates: readonly string[]): AttributeAnswer;
  /** Canonical text of the attributes of all categories: what they are decides how records are mapped. */
  readonly attributesText: string;
}

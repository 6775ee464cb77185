import type { AttributeType, VocabularyField } from '../model/reference.js';
import type { Detail } from './error-codes.js';
import { detail, enumFault, unknownField } from './listing-details.js';
import { priceRsdMax, rsdPerEur } from './limits.js';
import { depthMax, isObject, readsAsAbsent, valueAt, type JsonObject } from './payload.js';
import type { VocabularyKeys } from './vocabulary.js';

/**
 * Checks the specification's rules that involve several fields or the live vocabulary. Every rule is checked even if other fields are wrong,
 * so that one reply names everything that must change.
 */
export function ruleDetails(payload: JsonObject, vocabulary: VocabularyKeys | null): Detail[] {
  return [
    ...priceProblems(payload),
    ...leaseProblems(payload),
    ...proximityProblems(payload),
    ...mandateProblems(payload),
    ...photoProblems(payload),
    ...wordProblems(payload, vocabulary),
    ...attributeProblems(payload, vocabulary),
  ];
}

/** A published listing needs the agency's statement that a brokerage contract is signed (partner API, section "legal"). */
export function mandateProblems(payload: JsonObject): Detail[] {
  const path = ['legal', 'mandate_attested'];
  if (payload.state !== 'active' || valueAt(payload, path) !== false) return [];
  return [detail(path, 'invalid_enum', 'must be true while the listing is active')];
}

/** The portal also stores the price in RSD, as a 32-bit integer (partner API, section "price"). */
function priceProblems(payload: JsonObject): Detail[] {
  const path = ['price', 'amount'];
  const amount = valueAt(payload, path);
  if (typeof amount !== 'number') return [];
  const isEur = valueAt(payload, ['price', 'currency']) === 'EUR';
  // The portal rounds a price that it converts to RSD, but not one that is sent in RSD.
  const rsd = isEur ? Math.round(amount * rsdPerEur) : amount;
  if (!(rsd > priceRsdMax)) return [];
  return [detail(path, 'too_big', `is ${rsd} in RSD; at most ${priceRsdMax} is allowed`)];
}

function leaseProblems(payload: JsonObject): Detail[] {
  const path = ['rent', 'max_lease_months'];
  const min = valueAt(payload, ['rent', 'min_lease_months']);
  const max = valueAt(payload, path);
  if (typeof min !== 'number' || typeof max !== 'number' || max >= min) return [];
  return [detail(path, 'too_small', `is ${max}; it must not be below min_lease_months, which is ${min}`)];
}

function proximityProblems(payload: JsonObject): Detail[] {
  const path = ['rent', 'owner_proximity'];
  const proximity = valueAt(payload, path);
  if (proximity === undefined) return [];
  if (valueAt(payload, ['rent', 'owner_lives_nearby']) !== true) {
    return [detail(path, 'invalid_enum', 'may be sent only when owner_lives_nearby is true')];
  }
  if (proximity === 'same_apartment' && valueAt(payload, ['rent', 'type']) !== 'room') {
    return [detail(path, 'invalid_enum', 'may be same_apartment only when the type is room')];
  }
  return [];
}

function photoProblems(payload: JsonObject): Detail[] {
  const photos = payload.photos;
  if (!Array.isArray(photos)) return [];
  const firstAt = new Map<string, number>();
  const problems: Detail[] = [];
  photos.forEach((photo, index) => {
    const url = valueAt(photo, ['url']);
    if (typeof url !== 'string') return;
    const first = firstAt.get(url);
    if (first === undefined) firstAt.set(url, index);
    else {
      const message = `is the URL of photo ${first + 1} again; each may be listed once`;
      problems.push(detail(['photos', index, 'url'], 'duplicate_photo_url', message));
    }
  });
  return problems;
}

/** The values in the specification. They hold only while the live vocabulary has none for the field, because v1 may add values. */
const wordsOfSpec: Partial<Record<VocabularyField, ReadonlySet<string>>> = {
  condition: new Set(['lux', 'renovated', 'original', 'renovation_required']),
  furnished: new Set(['furnished', 'semi_furnished', 'unfurnished']),
  building_group: new Set(['new', 'old']),
  ownership_status: new Set(['uknjizen', 'nije_uknjizen', 'u_postupku']),
  legalization_status: new Set(['legalizovan', 'u_postupku', 'nelegalizovan']),
  rental_type: new Set(['long_term', 'mid_term', 'short_term', 'room']),
  room_type: new Set([
    'exterior',
    'living_room',
    'kitchen',
    'bedroom',
    'bathroom',
    'balcony',
    'hallway',
    'view',
    'garage',
    'other',
  ]),
};

const wordPaths: readonly (readonly [field: VocabularyField, path: readonly string[]])[] = [
  ['category', ['category']],
  ['heating', ['structure', 'heating']],
  ['condition', ['structure', 'condition']],
  ['furnished', ['structure', 'furnished']],
  ['building_group', ['structure', 'building_group']],
  ['ownership_status', ['legal', 'ownership_status']],
  ['legalization_status', ['legal', 'legalization_status']],
  ['rental_type', ['rent', 'type']],
];

/** A heating that is no longer in the vocabulary but still accepted for rentals (partner API, section "structure"). */
const legacyRentHeating = 'electric';

function wordProblems(payload: JsonObject, vocabulary: VocabularyKeys | null): Detail[] {
  const problems: Detail[] = [];
  const look = (field: VocabularyField, word: unknown, ...path: readonly PropertyKey[]): void => {
    if (typeof word !== 'string') return;
    const allowed = allowedWords(field, vocabulary);
    if (allowed === null || allowed.has(word)) return;
    if (field === 'heating' && word === legacyRentHeating && payload.transaction === 'rent') return;
    const { code, message } = enumFault(word, [...allowed]);
    problems.push(detail(path, code, message));
  };
  for (const [field, path] of wordPaths) look(field, valueAt(payload, path), ...path);
  listAt(payload, 'photos').forEach((photo, index) =>
    look('room_type', valueAt(photo, ['room_type']), 'photos', index, 'room_type'),
  );
  listAt(payload, 'amenities').forEach((amenity, index) => look('amenity', amenity, 'amenities', index));
  return problems;
}

/** Null if all words are allowed, because neither the vocabulary nor the specification names any. */
function allowedWords(field: VocabularyField, vocabulary: VocabularyKeys | null): ReadonlySet<string> | null {
  const live = vocabulary?.fields[field];
  return live !== undefined && live.size > 0 ? live : (wordsOfSpec[field] ?? null);
}

/**
 * Refuses attributes that no category has, and values that the attribute's type or words do not allow. An attribute of another category is
 * accepted, because the portal only warns about it.
 */
function attributeProblems(payload: JsonObject, vocabulary: VocabularyKeys | null): Detail[] {
  const attributes = payload.attributes;
  const known = vocabulary?.attributes ?? null;
  if (!isObject(attributes) || known === null) return [];
  return Object.entries(attributes).flatMap(([name, value]) => {
    const form = known.get(name);
    const path = ['attributes', name];
    if (form === undefined) return [unknownField(path)];
    const { type, words } = form;
    if (type !== null && !isOfType(value, type))
      return [detail(path, 'invalid_type', `must be ${typeNames[type]}`)];
    if (words.size === 0 || typeof value !== 'string' || words.has(value)) return [];
    const { code, message } = enumFault(value, [...words]);
    return [detail(path, code, message)];
  });
}

const typeNames: Readonly<Record<AttributeType, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
};

/** Refuses attributes that no category has even if their value reads as absent, as for all unknown fields. */
export function emptyStrangerAttributes(payload: unknown, vocabulary: VocabularyKeys | null): Detail[] {
  const attributes = valueAt(payload, ['attributes']);
  const known = vocabulary?.attributes ?? null;
  if (!isObject(attributes) || known === null) return [];
  return Object.keys(attributes)
    .filter((name) => !known.has(name) && readsAsAbsent(attributes[name]))
    .map((name) => unknownField(['attributes', name]));
}

function isOfType(value: unknown, type: AttributeType): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

const inheritedNames: readonly (readonly string[])[] = [
  ['attributes', '__proto__'],
  ['rent', 'utilities_included', '__proto__'],
];

/** Refuses the key `__proto__`, which zod drops from records without an issue. */
export function inheritedNameProblems(payload: JsonObject): Detail[] {
  return inheritedNames
    .filter((path) => valueAt(payload, path) !== undefined)
    .map((path) => unknownField(path));
}

/** Refuses texts with a lone surrogate. UTF-8 cannot encode one, but a JSON escape can. */
export function brokenTextProblems(payload: unknown): Detail[] {
  return isWellFormed(payload, 0) ? [] : brokenTexts(payload, []);
}

/** Nearly all payloads are: the paths of their fields are never built. */
function isWellFormed(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null || depth >= depthMax) return true;
  return Object.values(value).every((child) => isWellFormed(child, depth + 1));
}

function brokenTexts(value: unknown, path: readonly PropertyKey[]): Detail[] {
  if (typeof value === 'string') {
    return value.isWellFormed()
      ? []
      : [detail(path, 'invalid_format', 'holds half a character, which no text in UTF-8 does')];
  }
  if (typeof value !== 'object' || value === null || path.length >= depthMax) return [];
  return Object.entries(value).flatMap(([key, child]) => brokenTexts(child, [...path, key]));
}

function listAt(payload: JsonObject, key: string): unknown[] {
  const list = payload[key];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

import { fold } from '../../../model/fold.js';
import { commonFlags } from '../../../mapping/words/boolean-words.js';
import { stateFinder } from '../../../mapping/words/state-table.js';
import type { RecordObject, RecordValue } from '../../../model/record.js';
import { conceptsOf, strongName, wordsOf, type Concept } from '../words/concepts.js';
import { floorIn } from '../words/floor-words.js';
import { stemOf } from '../words/name-lexicon.js';
import { stateColumns } from '../words/state-columns.js';
import * as lists from '../words/word-lists.js';
import type { FieldProfile } from './field-profile.js';
import type { ListedCodes } from './legend-rows.js';

/** A list above the records that explains the codes of a column: `<tipo id="1">Piso</tipo>`, `"types": { "1": "Piso" }`. */
interface Legend {
  /** Stems of its own name and of those around it. */
  names: { own: ReadonlySet<string>; all: ReadonlySet<string> };
  words: ReadonlyMap<string, string>;
  /** What its words are, where they are gathered from lists without names. */
  kind?: Kind;
}

/** A longer text is a description, and a longer code an address. */
const wordMax = 60;
const codeMax = 20;
const depthMax = 5;

/**
 * The fields, those whose codes a legend explains with its words in place of the codes.
 * @param header of the file
 * @param lists of codes in other rows or sheets
 */
export function withLegends(
  fields: readonly FieldProfile[],
  header: RecordObject,
  lists: readonly ListedCodes[],
): FieldProfile[] {
  const listed = lists.map(({ name, words }) => ({
    words,
    names: { own: stemsOf([name]), all: stemsOf([name]) },
  }));
  const legends: Legend[] = [...legendsIn(header, [], 0), ...listed, ...byKind(listed)];
  if (legends.length === 0) return [...fields];
  const read = fields.map((field) => decoded(field, legends));
  const open = legends.filter(
    ({ words, kind }) => kind === undefined && !read.some(({ codes }) => codes === words),
  );
  const kinds = legends.filter(({ kind }) => kind !== undefined);
  return read.map((field) =>
    isDisputed(field, open) || isReadOtherwise(field, kinds) ? { ...field, disputed: true } : field,
  );
}

/** Whether a legend that no column is read by explains the codes of a column: what they usually mean may be wrong. */
function isDisputed(field: FieldProfile, legends: readonly Legend[]): boolean {
  if (field.codes !== undefined || field.distinct.size < 2) return false;
  const all = [...new Set([...field.values.values()].flat())];
  const letters = all.filter((code) => !/^[-+]?\d+$/.test(code));
  const codes = letters.length > 0 ? letters : all;
  const isFigures = letters.length === 0 && !isOfWords(field.name);
  return (
    !isFigures &&
    legends.some(
      ({ words }) =>
        codes.every((code) => words.has(code)) &&
        !codes.every((code) => isUsual(code, words.get(code) ?? '')),
    )
  );
}

/** What a column holds whose codes are explained, and what a word of it means; undefined: nothing of that kind. */
interface Kind {
  isOf: (name: string) => boolean;
  meaning: (word: string) => unknown;
}

const flagConcepts: readonly Concept[] = [
  ...(['elevator', 'parking', 'garage', 'balcony', 'terrace', 'basement', 'air_conditioning'] as const),
  'registered',
];

function isNamed(name: string, concepts: readonly Concept[]): boolean {
  const scores = conceptsOf(name);
  return concepts.some((concept) => (scores.get(concept) ?? 0) >= strongName);
}

function wordKind(concept: Concept, list: lists.WordList): Kind {
  return {
    isOf: (name) => isNamed(name, [concept]),
    meaning: (word) => {
      const found = lists.lookUp(word, list);
      return found?.sure === 1 ? JSON.stringify(found.target) : undefined;
    },
  };
}

const kindsOfWords: readonly Kind[] = [
  wordKind('category', lists.categories),
  wordKind('transaction', lists.transactions),
  wordKind('heating', lists.heatings),
  wordKind('condition', lists.conditions),
  wordKind('furnished', lists.furnishings),
  { isOf: (name) => isNamed(name, ['floor']), meaning: floorIn },
  { isOf: (name) => isNamed(name, flagConcepts), meaning: (word) => commonFlags.get(fold(word)) },
  { isOf: isOfState, meaning: (word) => anyState(word) ?? undefined },
];

/**
 * The words of each kind in lists without names: rows of a code and a word follow one another without saying which column each is of. A code
 * that two of them explain otherwise is left out.
 */
function byKind(listed: readonly Legend[]): Legend[] {
  const entries = listed.filter(({ names }) => names.own.size === 0).flatMap(({ words }) => [...words]);
  return kindsOfWords.flatMap((kind) => {
    const own = entries.filter(([, word]) => kind.meaning(word) !== undefined);
    const words = new Map(own);
    for (const [code, word] of own) if (words.has(code) && words.get(code) !== word) words.delete(code);
    return words.size > 1 ? [{ words, kind, names: { own: new Set(), all: new Set() } }] : [];
  });
}

/** Whether a legend with some codes of a column says something else of one of them than it usually means. */
function isReadOtherwise(field: FieldProfile, kinds: readonly Legend[]): boolean {
  if (field.codes !== undefined) return false;
  const codes = [...new Set([...field.values.values()].flat())];
  return kinds.some(
    ({ kind, words }) =>
      kind?.isOf(field.name) === true &&
      codes.some((code) => {
        const usual = kind.meaning(code);
        return words.has(code) && usual !== undefined && usual !== kind.meaning(words.get(code) ?? '');
      }),
  );
}

/** Whether a code is a yes or no or its initial, and a legend says the same. */
function isUsual(code: string, word: string): boolean {
  const flag = commonFlags.get(fold(word));
  const usual = commonFlags.get(fold(code)) ?? (fold(word).startsWith(fold(code)) ? flag : undefined);
  return flag !== undefined && usual === flag;
}

/** What figures say by themselves: a column of such a name needs no legend. */
const figures: ReadonlySet<Concept> = new Set<Concept>([
  ...(['price', 'rent', 'area', 'plot_area', 'rooms', 'bedrooms', 'bathrooms', 'floor'] as const),
  ...(['total_floors', 'year_built', 'lat', 'lng', 'id', 'code'] as const),
]);

/** Whether the name of a column is known and not one for figures. */
function isOfWords(name: string): boolean {
  const strong = [...conceptsOf(name)].filter(([, score]) => score >= strongName);
  return isOfState(name) || (strong.length > 0 && strong.every(([concept]) => !figures.has(concept)));
}

function legendsIn(value: RecordValue, names: readonly string[], depth: number): Legend[] {
  if (typeof value === 'string' || depth > depthMax) return [];
  const words = Array.isArray(value) ? wordsOfList(value) : wordsOfKeys(value);
  if (words.size > 1) return [{ words, names: { own: stemsOf(names.slice(-1)), all: stemsOf(names) } }];
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => legendsIn(inner, [...names, name], depth + 1));
}

/** The words of entries that each have a code and a word, in two attributes or elements or beside its text. Empty: it is no such list. */
function wordsOfList(items: readonly RecordValue[]): Map<string, string> {
  const [first] = items;
  if (first === undefined || typeof first === 'string' || Array.isArray(first)) return new Map();
  const keys = Object.keys(first);
  const text = keys.find((key) => readings(items, key).every(isWord));
  const code = keys.find((key) => {
    const codes = readings(items, key);
    return key !== text && codes.every(isCode) && new Set(codes).size === items.length;
  });
  if (text === undefined || code === undefined) return new Map();
  const [codes, words] = [readings(items, code), readings(items, text)];
  return new Map(codes.map((one, index) => [one, words[index] ?? '']));
}

function readings(items: readonly RecordValue[], key: string): string[] {
  return items.map((item) => {
    const value = typeof item === 'object' && !Array.isArray(item) ? item[key] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  });
}

/** The words of an object whose names are codes. Empty: it is none. */
function wordsOfKeys(value: RecordObject): Map<string, string> {
  const words = new Map<string, string>();
  for (const [code, word] of Object.entries(value)) {
    if (typeof word !== 'string' || !isWord(word.trim()) || !isCode(code.trim())) return new Map();
    words.set(code.trim(), word.trim());
  }
  return words;
}

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text) && text.length <= wordMax && !/^https?:/i.test(text);
}

function isCode(text: string): boolean {
  return text !== '' && text.length <= codeMax && !/\s/.test(text);
}

function stemsOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => wordsOf(name)).map(stemOf));
}

/** A field with the words of the one legend that has its name and all of its codes; as it is where there is none, or several disagree. */
function decoded(field: FieldProfile, legends: readonly Legend[]): FieldProfile {
  const codes = [...new Set([...field.values.values()].flat())];
  const able = legends.filter(({ words }) => codes.every((code) => words.has(code)));
  const [legend, ...others] = best(able, field, codes);
  const isSaid = (other: Legend): boolean =>
    codes.every((code) => fold(other.words.get(code) ?? '') === fold(legend?.words.get(code) ?? ''));
  if (legend === undefined || !others.every(isSaid)) return field;
  const isSame = ({ words }: Legend, code: string): boolean =>
    fold(words.get(code) ?? '') === fold(legend.words.get(code) ?? '');
  if (able.some((other) => !isSaid(other) && codes.some((code) => isSame(other, code))))
    return { ...field, disputed: true };
  const word = (code: string): string => legend.words.get(code) ?? code;
  const distinct = new Map<string, number>();
  for (const [code, count] of field.distinct)
    distinct.set(word(code), (distinct.get(word(code)) ?? 0) + count);
  return {
    ...field,
    ...{ codes: legend.words, distinct },
    values: new Map([...field.values].map(([record, texts]) => [record, texts.map(word)])),
  };
}

/**
 * The legends with a field's own name, else those whose names have the words of the field's name and of the one around it, else those with
 * words for what the name means, for the codes that the field has.
 */
function best(
  legends: readonly Legend[],
  { name, around }: FieldProfile,
  codes: readonly string[],
): Legend[] {
  const own = stemsOf([name]);
  const whole = stemsOf([around.slice(around.lastIndexOf('/') + 1), name]);
  const named = legends.filter(({ names }) => isWithin(own, names.own) && isWithin(names.own, own));
  if (named.length > 0) return named;
  const alike = legends.filter(({ names }) => isWithin(names.own, whole) || isWithin(own, names.all));
  if (alike.length > 0) return alike;
  return legends.filter(({ words, kind }) => {
    if (kind !== undefined) return kind.isOf(name);
    const used = codes.map((code) => words.get(code) ?? '');
    return isAbout(used, name) || isTold(used, codes, name) || isStates(used, name);
  });
}

function isWithin(stems: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return stems.size > 0 && [...stems].every((stem) => [...all].some((one) => areAlike(stem, one)));
}

/** Whether two stems are those of one word, also in another number: `tip` and `tipov`. */
function areAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 3 && long.startsWith(short) && long.length <= short.length + 2);
}

const listed = [
  ['category', lists.categories],
  ['transaction', lists.transactions],
  ['heating', lists.heatings],
  ['condition', lists.conditions],
] as const satisfies readonly (readonly [Concept, lists.WordList])[];

/** Whether most words of a legend are such as a field of that name holds. */
function isAbout(words: readonly string[], name: string): boolean {
  const concepts = conceptsOf(name);
  const [first] = listed
    .map(([concept, list]) => ({ list, score: concepts.get(concept) ?? 0 }))
    .sort((a, b) => b.score - a.score);
  if (first === undefined || first.score < strongName) return false;
  return words.filter((word) => lists.lookUp(word, first.list) !== null).length >= words.length * 0.7;
}

/** A column whose name says something else has so many letters for codes by a legend, and not by chance. */
const toldMin = 3;

/** Whether a column has letters for codes, all of them for words of one kind. */
function isTold(words: readonly string[], codes: readonly string[], name: string): boolean {
  const isNamed = [...conceptsOf(name).values()].some((score) => score >= strongName);
  if (codes.length < (isNamed ? toldMin : 2) || codes.some((code) => /\d/.test(code))) return false;
  return listed.some(([, list]) => words.every((word) => lists.lookUp(word, list) !== null));
}

const anyState = stateFinder({ words: new Map(), flags: null });

function isOfState(name: string): boolean {
  return stateColumns.some((kind) => kind.name.test(fold(name)));
}

/** Whether all words of a legend are states, for a column that is named for the state. A yes or no needs a name that it answers. */
function isStates(words: readonly string[], name: string): boolean {
  const kind = stateColumns.find((one) => one.name.test(fold(name)));
  if (kind === undefined) return false;
  return words.every(
    (word) => anyState(word) !== null && (kind.flags !== null || !commonFlags.has(fold(word))),
  );
}

/** How the records write what a legend means by a word. */
export function codesOf({ codes }: FieldProfile, word: string): readonly string[] {
  if (codes === undefined) return [word];
  return [...codes].flatMap(([code, one]) => (one === word ? code : []));
}

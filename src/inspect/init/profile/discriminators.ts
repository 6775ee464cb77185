import type { RecordObject, RecordValue } from '../../../model/record.js';
import { conceptsOf, isGrossName, strongName } from '../words/concepts.js';
import { namesRoom } from '../words/room-words.js';
import { isLanguage, languageOf } from './languages.js';
import { isOfRooms, nameMax, valueKey, type Pair } from './pairs.js';

/**
 * The members of a list's objects that say what each object is: `taxonomy` of `{ taxonomy: "property_city", name: "Niš" }`. They are found by
 * their values, whatever their names are.
 */
export interface Discriminator {
  /** The member with the name of each object; null: the objects only differ in their language. */
  name: string | null;
  /** The member with the language of each object. */
  language: string | null;
  /** The member with the value that the name is for. */
  value: string | null;
  /** The name of the list where its objects are kinds of that: the areas, of which one is `neto` and one `okućnica`. Null: they are not. */
  of: string | null;
}

/** Records that are looked through for discriminators. */
const sampled = 200;
/** A member of more different texts is no set of names. */
const namesMost = 60;
/** Beside prices stand fees, and beside titles inner notes: as many names at least mean something in the trade. */
const tradeShareMin = 1 / 3;

/** Finds the discriminator of each list of objects, by the path of the list. An object that stands in place of a list of one counts too. */
export function discriminatorsByPath(
  records: readonly RecordObject[],
  join: (path: string, key: string) => string,
): ReadonlyMap<string, Discriminator> {
  const lists = new Map<string, { objects: RecordObject[]; isList: boolean }>();
  const collect = (value: RecordValue, path: string, isListed: boolean): void => {
    if (typeof value === 'string') return;
    if (Array.isArray(value)) {
      for (const item of value) collect(item, path, true);
      return;
    }
    const known = lists.get(path) ?? { objects: [], isList: false };
    known.objects.push(value);
    known.isList ||= isListed;
    lists.set(path, known);
    for (const [key, child] of Object.entries(value)) collect(child, join(path, key), false);
  };
  for (const record of records.slice(0, sampled))
    for (const [key, child] of Object.entries(record)) collect(child, join('', key), false);
  const found = [...lists].flatMap(([path, { objects, isList }]) => {
    const discriminator = isList && !isOfRooms(path) ? discriminatorOf(objects, path) : null;
    return discriminator === null ? [] : [[path, discriminator] as const];
  });
  return new Map(found);
}

/** What the discriminator of its list says of an object; null: it says nothing of this one. */
export function pairBy(value: RecordObject, { name, language, value: only, of }: Discriminator): Pair | null {
  const keys = [name, language].filter((key) => key !== null);
  if (keys.some((key) => textIn(value, key) === '')) return null;
  return {
    ...{ keys, only, plain: false },
    name: name === null ? null : [textIn(value, name), of].filter((word) => word !== null).join(' '),
    language: language === null ? null : languageOf(textIn(value, language)),
  };
}

function discriminatorOf(objects: readonly RecordObject[], path: string): Discriminator | null {
  const candidates = Object.keys(objects[0] ?? {}).flatMap((key) => {
    const names = key === '#text' ? null : namesIn(objects, key);
    return names === null ? [] : [{ key, names }];
  });
  const language = candidates.find(({ names }) => names.every(isLanguage))?.key ?? null;
  const [name] = candidates
    .filter(
      ({ key, names }) =>
        key !== language &&
        (tradeShare(names) >= tradeShareMin || (isOfAreas(path) && areKindsOfArea(names))),
    )
    .sort((a, b) => Number(likelyValue.test(a.key)) - Number(likelyValue.test(b.key)));
  const value = name === undefined ? null : valueMember(objects, name.key, language);
  if (name === undefined || value === null)
    return language === null ? null : { name: null, language, value: null, of: null };
  const list = path.slice(path.lastIndexOf('/') + 1).replaceAll("'", '');
  if (isOfAreas(path) && areKindsOfArea(name.names))
    return { name: name.key, language, value, of: strongConcepts(list).includes('area') ? list : 'area' };
  if (!isOfObjects(value, name.names)) return { name: name.key, language, value, of: null };
  return areKindsOf(list, value, name.names) ? { name: name.key, language, value, of: list } : null;
}

/** The different texts of a member that all objects have; null: one lacks it, or they say no different names. */
function namesIn(objects: readonly RecordObject[], key: string): string[] | null {
  const texts = objects.map((one) => textIn(one, key));
  const different = [...new Set(texts)];
  const isName = (text: string): boolean =>
    text.length <= nameMax && /\p{L}/u.test(text) && !/['\]]|:\/\//.test(text);
  return different.length > 1 && different.length <= namesMost && different.every(isName) ? different : null;
}

/** The share of names that mean something in the trade; none where fewer than two do. */
function tradeShare(names: readonly string[]): number {
  const known = names.filter((name) => strongConcepts(name).length > 0);
  return known.length < 2 ? 0 : known.length / names.length;
}

/** Whether a list is one of areas, by its own name or that of what holds it: `povrsine/povrsina`. */
function isOfAreas(path: string): boolean {
  return path
    .replaceAll("'", '')
    .split('/')
    .slice(-2)
    .some((name) => strongConcepts(name).includes('area'));
}

/** Whether names tell net areas from gross ones, and none of them is a room. */
function areKindsOfArea(names: readonly string[]): boolean {
  return names.some(isGrossName) && !names.some(namesRoom);
}

/** Members that rather hold a value than say what it is. */
const likelyValue = /(^|[@_-])(name|naziv|label|title|slug)$/i;
const labelKey = /(^|[@_-])(name|naziv|label|text|tekst|nom|nombre|nome)$/i;

/**
 * The member that holds the values: one that its name calls a value, else a label, else the one with the most different texts. Null: there is
 * none, or it holds addresses, which the other members are about.
 */
function valueMember(objects: readonly RecordObject[], name: string, language: string | null): string | null {
  const others = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter(
    (key) =>
      key !== name &&
      key !== language &&
      objects.some((one) => typeof one[key] === 'string') &&
      // A slug is the name again.
      objects.some((one) => letters(textIn(one, key)) !== letters(textIn(one, name))),
  );
  const different = (key: string): number => new Set(objects.map((one) => textIn(one, key))).size;
  const value =
    others.find((key) => valueKey.test(key)) ??
    others.find((key) => labelKey.test(key)) ??
    others.sort((a, b) => different(b) - different(a))[0];
  const isAddress = (text: string): boolean => /^(https?:)?\/\/|\.(jpe?g|png|webp|avif|gif|pdf)$/i.test(text);
  return value === undefined || objects.some((one) => isAddress(textIn(one, value))) ? null : value;
}

/** Figures that a member named for them holds of each object, and not of the home: the area of a "Living room" is no number of rooms. */
const figures: ReadonlySet<string> = new Set(['area', 'price', 'floor']);

function isOfObjects(value: string, names: readonly string[]): boolean {
  const own = strongConcepts(value).filter((concept) => figures.has(concept));
  const isNamed = names.some((name) => strongConcepts(name).some((concept) => own.includes(concept)));
  return own.length > 0 && !isNamed;
}

/** Whether the objects of a list are kinds of what its name and that of their value say, and none of them is a room. */
function areKindsOf(list: string, value: string, names: readonly string[]): boolean {
  const own = strongConcepts(list).filter((concept) => figures.has(concept));
  return strongConcepts(value).some((concept) => own.includes(concept)) && !names.some(namesRoom);
}

function strongConcepts(name: string): string[] {
  return [...conceptsOf(name)].flatMap(([concept, score]) => (score >= strongName ? [concept] : []));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/** The text of a member; empty: it has none. */
function textIn(value: RecordObject, key: string): string {
  const text = value[key];
  return typeof text === 'string' ? text.trim() : '';
}

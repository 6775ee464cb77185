import type { RecordObject, RecordValue } from '../../../model/record.js';
import { fold } from '../../../model/fold.js';
import { conceptsOf, strongName } from '../words/concepts.js';
import { pairNames } from './xml-outline.js';

/** An object in which members say what the others are: `<param nazwa="cena">5</param>`, `{ taxonomy: "city", name: "Niš" }`. */
export interface Pair {
  /** The members that say it. */
  keys: readonly string[];
  /** The name that they give to the value; null: they only tell the language. */
  name: string | null;
  language: string | null;
  /** The member that the name is for, where the others have names of their own; null: it is for each of them. */
  only: string | null;
  /** Whether its members are also read without what they are called. */
  plain: boolean;
}

/** Reads an object of a list by the members that say what each object is; null: one of them is missing. */
export type Tellers = (value: RecordObject) => Pair | null;

/** An object of more attributes and children is a thing of its own. */
const pairMax = 4;
const nameMax = 60;

/** The attribute or child that names the value of an element, or its language. Null: there is none. */
export function pairOf(value: RecordObject): Pair | null {
  const keys = Object.keys(value);
  if (keys.length > pairMax) return null;
  for (const key of keys) {
    const name = value[key];
    if (typeof name !== 'string' || name.trim() === '' || name.length > nameMax || name.includes("'"))
      continue;
    const bare = key.replace(/^@/, '');
    const language = languageKey.test(bare) ? languageOf(name) : null;
    if (language !== null) return { keys: [key], name: null, language, only: null, plain: false };
    if (pairNames.test(bare) && keys.some((other) => valueKey.test(other)))
      return { keys: [key], name: name.trim(), language: null, only: null, plain: key !== `@${bare}` };
  }
  return null;
}

const languageKey =
  /^(.*[a-z])?(lang|language|sprache|jezik|locale|lingua|idioma|langue|taal|nyelv|limba|jezyk)$/i;
const valueKey = /^(#text|@?(value|wert|vrednost|vrijednost|vrednosti|valor|valore|valeur|wartosc))$/i;

/** Members that hold a value, the likeliest first. */
const valueKeys = [
  /^#text$/,
  /(^|[@_-])(value|wert|vrednost|vrijednost|valor|valore|valeur|wartosc)$/i,
  /(^|[@_-])(name|naziv|label|text|tekst|nom|nombre|nome)$/i,
];
/** Members that rather hold a value than say what it is. */
const rather = /(^|[@_-])(name|naziv|label|title|slug)$/i;

const ofRooms =
  /(^|[/_])(prostorij\w*|sob[ae]|rooms?|room_?list|zimmer|raume|raeume|stanze|locali|vani|camere|habitaciones|estancias|pieces|pomieszczenia|helyisegek|odalar|incaperi|pomestja|stai)($|[/_])/;

/** Whether a path leads to a list of rooms: a room's floor or size is not the home's. */
export function isOfRooms(path: string): boolean {
  return ofRooms.test(fold(path));
}

/** Records that are looked through for such members. */
const sampled = 200;

/**
 * Finds by their values which members say what each object of a list is, by the path of the list: names of the trade (`taxonomy`:
 * `property_city`), or codes of languages. An object that stands in place of a list of one counts too.
 */
export function tellersByPath(
  records: readonly RecordObject[],
  join: (path: string, key: string) => string,
): ReadonlyMap<string, Tellers> {
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
    const tellers = isList && !isOfRooms(path) ? tellersOf(objects) : null;
    return tellers === null ? [] : [[path, tellers] as const];
  });
  return new Map(found);
}

function tellersOf(objects: readonly RecordObject[]): Tellers | null {
  const keys = Object.keys(objects[0] ?? {}).filter(
    (key) => key !== '#text' && namesIn(objects, key) !== null,
  );
  const language = keys.find((key) => namesIn(objects, key)?.every((name) => isLanguage(name))) ?? null;
  const [told] = keys
    .filter((key) => key !== language && tradeShare(namesIn(objects, key) ?? []) >= tradeShareMin)
    .sort((a, b) => Number(rather.test(a)) - Number(rather.test(b)));
  const only = told === undefined ? null : valueMember(objects, [told, language ?? told]);
  if (told !== undefined && only !== null)
    return isOfOthers(namesIn(objects, told) ?? [], only)
      ? null
      : (value) => pairBy(value, told, language, only);
  return language === null ? null : (value) => pairBy(value, null, language, null);
}

/** The different texts of a member of all objects; null: one has none, or they do not differ. */
function namesIn(objects: readonly RecordObject[], key: string): string[] | null {
  const texts = objects.map((one) => one[key]);
  const names = texts.filter(
    (text): text is string =>
      typeof text === 'string' && text.length <= nameMax && /\p{L}/u.test(text) && !/['\]]|:\/\//.test(text),
  );
  const different = [...new Set(names)];
  return names.length === texts.length && different.length > 1 && different.length <= namesMost
    ? different
    : null;
}

function isLanguage(name: string): boolean {
  return languageNames.has(name.trim().toLowerCase());
}

/** A member of more different texts is no set of names. */
const namesMost = 60;

/** Beside prices stand fees, and beside titles inner notes. */
const tradeShareMin = 1 / 3;

/** The share of names that mean something in the trade; none where fewer than two do. */
function tradeShare(names: readonly string[]): number {
  const known = names.filter((name) => [...conceptsOf(name).values()].some((score) => score >= strongName));
  return known.length < 2 ? 0 : known.length / names.length;
}

/**
 * Whether the member that would hold the values means something else than what the objects are called: the area of a "Living room" is no
 * number of rooms.
 */
function isOfOthers(names: readonly string[], held: string): boolean {
  const own = strongConcepts(held).filter((concept) => figures.has(concept));
  return (
    own.length > 0 && !names.some((name) => strongConcepts(name).some((concept) => own.includes(concept)))
  );
}

/** What a member that is named for it holds of each object, not of the home. */
const figures: ReadonlySet<string> = new Set(['area', 'price', 'floor']);

function strongConcepts(name: string): string[] {
  return [...conceptsOf(name)].flatMap(([concept, score]) => (score >= strongName ? [concept] : []));
}

/** The member that holds the values: of those whose name does not say so, the one with the most different texts. Never the names in other letters. */
function valueMember(
  objects: readonly RecordObject[],
  [told = '', language]: readonly string[],
): string | null {
  const others = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter(
    (key) =>
      key !== told &&
      key !== language &&
      objects.some((one) => typeof one[key] === 'string') &&
      objects.some((one) => plain(one[key]) !== plain(one[told])),
  );
  const likely = valueKeys.flatMap((pattern) => others.find((key) => pattern.test(key)) ?? []);
  const texts = (key: string): number => new Set(objects.map((one) => one[key])).size;
  const held = likely[0] ?? others.sort((a, b) => texts(b) - texts(a))[0];
  // What stands beside the address of a picture or a page is about it, and names no value.
  const isLink = (one: RecordObject): boolean =>
    /^(https?:)?\/\/|\.(jpe?g|png|webp|avif|gif|pdf)$/i.test(textIn(one, held ?? ''));
  return held === undefined || objects.some(isLink) ? null : held;
}

function plain(value: RecordValue | undefined): string {
  return typeof value === 'string' ? value.toLowerCase().replace(/[^\p{L}\d]/gu, '') : '';
}

function pairBy(
  value: RecordObject,
  told: string | null,
  language: string | null,
  only: string | null,
): Pair | null {
  const keys = [told, language].filter((key) => key !== null);
  if (keys.some((key) => textIn(value, key) === '')) return null;
  const name = told === null ? null : textIn(value, told);
  return {
    keys,
    name,
    language: language === null ? null : languageOf(textIn(value, language)),
    only,
    plain: false,
  };
}

/** The text of a member; empty: it has none. */
function textIn(value: RecordObject, key: string): string {
  const text = value[key];
  return typeof text === 'string' ? text.trim() : '';
}

const languages: Readonly<Record<string, string>> = {
  sr: 'sr srp srpski serbian rs',
  hr: 'hr bs cnr me mne cg hrv bos hrvatski bosanski crnogorski croatian bosnian montenegrin',
  en: 'en eng english engleski englisch ingles gb uk',
  de: 'de ger deu german deutsch nemacki aleman',
  ru: 'ru rus russian ruski',
  tr: 'tr tur turkish turski',
  es: 'es spa spanish espanol',
  it: 'it ita italian italiano',
  fr: 'fr fra fre french francais',
  pt: 'pt por portuguese',
  pl: 'pl pol polish polski',
  sl: 'sl slo slv slovene slovenski si',
  nl: 'nl dut dutch',
  ca: 'ca cat catalan',
  zh: 'zh chi cn chinese',
  uk: 'uk_ua ukr ukrainian',
};
const languageNames = new Map(
  Object.entries(languages).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

/** The language that a name or its last part denotes: `de`, `title_en`, `spanish`; null: none. */
export function languageOf(name: string): string | null {
  const folded = name.toLowerCase();
  const whole = languageNames.get(folded);
  if (whole !== undefined) return whole;
  const suffix = /[_\-.]([a-z]{2})$/.exec(folded)?.[1];
  return suffix === undefined ? null : (languageNames.get(suffix) ?? null);
}

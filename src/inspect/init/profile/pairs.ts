import type { RecordObject } from '../../../model/record.js';
import { fold } from '../../../model/fold.js';
import { languageOf } from './languages.js';
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

/** An object of more attributes and children is a thing of its own. */
const pairMax = 4;
/** A longer text is a sentence. */
export const nameMax = 60;

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
/** The name of a member that holds a value. */
export const valueKey =
  /^#text$|(^|[@_-])(value|wert|vrednost|vrijednost|vrednosti|valor|valore|valeur|wartosc)$/i;

const ofRooms =
  /(^|[/_])(prostorij\w*|sob[ae]|rooms?|room_?list|zimmer|raume|raeume|stanze|locali|vani|camere|habitaciones|estancias|pieces|pomieszczenia|helyisegek|odalar|incaperi|pomestja|stai)($|[/_])/;

/** Whether a path leads to a list of rooms: a room's floor or size is not the home's. */
export function isOfRooms(path: string): boolean {
  return ofRooms.test(fold(path));
}

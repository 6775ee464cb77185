import type { JsonJoin } from '../../../model/feed-format.js';
import { conceptsOf, strongName, wordsOf } from '../words/concepts.js';
import { stemOf } from '../words/name-lexicon.js';
import { isObject } from '../../../model/own-value.js';

type Row = Record<string, unknown>;

/** A list of objects in a JSON file: one of several, as a database has tables. */
export interface JsonTable {
  /** What it is called: its key, or its `name`. */
  name: string;
  /** Path of the list, as a mapping writes it. */
  path: string;
  /** The `name` of the object around it, where the path is that of other lists too; null: it is not. */
  table: string | null;
  rows: readonly Row[];
}

/** The tables that a copy of a database writes one after another, each as an object with its name and its rows; empty: it is none. */
export function namedTables(document: unknown): JsonTable[] {
  if (!Array.isArray(document)) return [];
  const tables = document.flatMap((value) => tableIn(value) ?? []);
  const [first] = tables;
  return first !== undefined && tables.every(({ path }) => path === first.path) ? tables : [];
}

function tableIn(value: unknown): JsonTable | null {
  if (!isObject(value) || typeof value.name !== 'string') return null;
  const lists = Object.entries(value).filter(
    (entry): entry is [string, Row[]] =>
      Array.isArray(entry[1]) && entry[1].length > 0 && entry[1].every(isObject),
  );
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0 || list[0].includes('/')) return null;
  return { name: value.name, path: list[0], table: value.name, rows: list[1] };
}

/** The number of columns whose names mean something of a listing. */
export function knownColumns({ rows }: JsonTable): number {
  return Object.keys(rows[0] ?? {}).filter((name) =>
    [...conceptsOf(name).values()].some((score) => score >= strongName),
  ).length;
}

/** How other tables of a file belong to its listings. */
export interface Relations {
  joins: JsonJoin[];
  /** Tables whose rows are parts of listings, or what listings refer to. */
  joined: readonly JsonTable[];
}

/**
 * The tables that refer to the listings by an id, such as their photos, and those to which the listings refer: towns, kinds. A reference is
 * proven by the name of its column and by its values.
 */
export function relationsOf(listings: JsonTable, tables: readonly JsonTable[]): Relations {
  const taken = new Set(Object.keys(listings.rows[0] ?? {}));
  const joins: JsonJoin[] = [];
  const joined: JsonTable[] = [];
  for (const other of tables) {
    if (other === listings) continue;
    const own = [...lookUps(listings, other), ...childOf(other, listings)];
    for (const join of own) {
      const as = [join.as, other.name, `${join.as}_${other.name}`].find((name) => !taken.has(name));
      if (as === undefined) continue;
      taken.add(as);
      joins.push({ ...join, as });
    }
    if (own.length > 0) joined.push(other);
  }
  return { joins, joined };
}

/** Columns of the listings that hold the ids of another table with a word for each. */
function lookUps(listings: JsonTable, other: JsonTable): JsonJoin[] {
  const label = labelOf(other);
  const by = idOf(other);
  if (label === null || by === null) return [];
  return columnsOf(listings).flatMap((to): JsonJoin[] => {
    const bare = bareOf(to);
    if (
      bare === null ||
      !isOf(bare, other.name) ||
      !refersTo(listings, to, { to: other, id: by, share: least.ofWords })
    )
      return [];
    return [{ ...placeOf(other), by, to, as: bare.join('_'), take: [label] }];
  });
}

/** The column of another table that holds ids of the listings. */
function childOf(other: JsonTable, listings: JsonTable): JsonJoin[] {
  const to = idOf(listings);
  if (to === null) return [];
  const columns = columnsOf(other).filter((column) => {
    const bare = bareOf(column);
    return bare !== null && (isOf(bare, listings.name) || bare.every(isListingWord));
  });
  const by = columns.find((column) =>
    refersTo(other, column, { to: listings, id: to, share: least.ofListings }),
  );
  return by === undefined ? [] : [{ ...placeOf(other), by, to, as: other.name }];
}

function placeOf({ path, table }: JsonTable): Pick<JsonJoin, 'records' | 'table'> {
  return { records: path, ...(table !== null && { table }) };
}

/** What an ad is called in columns that refer to one. */
const listingWords: ReadonlySet<string> = new Set(
  'oglas oglasi ad ads listing listings nekretnina nekretnine property properties estate objekat objekt objekta ponuda ponude offer item post immobile objekt anuncio annonce'.split(
    ' ',
  ),
);

function isListingWord(word: string): boolean {
  return listingWords.has(word);
}

/** Words of a column that only say that it refers to something. */
const referring: ReadonlySet<string> = new Set('id ids fk ref sifra kod code key'.split(' '));

/** The words of a column without that it refers to something: `grad_id`, `id_grada`. Null: it does not say so, or says nothing else. */
function bareOf(column: string): readonly string[] | null {
  const words = wordsOf(column);
  const bare = words.filter((word) => !referring.has(word));
  return bare.length === words.length || bare.length === 0 ? null : bare;
}

/** Whether the words of a column are those of a table's name in another number: `grad`, `gradovi`. */
function isOf(words: readonly string[], name: string): boolean {
  const stems = wordsOf(name).map(inOneNumber);
  return words
    .map(inOneNumber)
    .every((word) => stems.some((stem) => stem.startsWith(word) || word.startsWith(stem)));
}

/** The stem of a word, with English plurals such as `cities` under that of `city`. */
function inOneNumber(word: string): string {
  return stemOf(word.replace(/(?<=\p{L}{3})ies$/u, 'y'));
}

function columnsOf({ rows }: JsonTable): string[] {
  return [...new Set(rows.slice(0, sampled).flatMap((row) => Object.keys(row)))];
}

/** Rows that show which columns a table has. */
const sampled = 50;

/** The column with a value of its own for each row: `id`, or the first that is called an id. Null: there is none. */
function idOf(table: JsonTable): string | null {
  const names = columnsOf(table);
  const able = names.filter((name) => {
    const words = wordsOf(name);
    const own = words.filter((word) => !referring.has(word));
    const isId =
      own.length < words.length && (own.length === 0 || isOf(own, table.name) || own.every(isListingWord));
    const values = table.rows.map((row) => textOf(row[name]));
    return isId && values.every((value) => value !== '') && new Set(values).size === values.length;
  });
  return able.find((name) => name.toLowerCase() === 'id') ?? able[0] ?? null;
}

/** The one column of words in a table that only names things; null: it holds more. */
function labelOf(table: JsonTable): string | null {
  const names = columnsOf(table);
  const label = names.find((name) => labels.test(name)) ?? null;
  if (label === null || table.rows.some((row) => typeof row[label] !== 'string')) return null;
  return knownColumns(table) <= labelConceptsMost ? label : null;
}

const labels =
  /^(?:naziv|ime|name|title|label|naziv_\w+|name_\w+|\w+_naziv|\w+_name|naslov|bezeichnung|opis|vrednost|value)$/i;
/** A table of more known columns holds things of its own, such as agents or projects. */
const labelConceptsMost = 6;

/** Rows may refer to what was deleted: to listings more often than to towns or kinds. */
const least = { ofListings: 0.5, ofWords: 0.9 } as const;

/** Whether most values of a column are ids of another table. */
function refersTo(
  from: JsonTable,
  column: string,
  { to, id, share }: { to: JsonTable; id: string; share: number },
): boolean {
  const ids = new Set(to.rows.map((row) => textOf(row[id])));
  const used = from.rows.map((row) => textOf(row[column])).filter((value) => value !== '' && value !== '0');
  return used.length > 0 && used.filter((value) => ids.has(value)).length >= used.length * share;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

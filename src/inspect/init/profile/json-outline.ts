import { conceptsOf } from '../words/concepts.js';
import type { FormatGuess } from './format-guess.js';
import { readJsonHead } from './json-head.js';
import { knownColumns, namedTables, relationsOf, type JsonTable } from './json-tables.js';
import { namedRows } from './json-rows.js';

/**
 * Detects the objects that are listings: the lists whose objects match the most listing concepts, or else have the most keys, or one object
 * alone. Null: neither JSON nor lines of JSON, or no objects that may be listings.
 */
export function guessJson(text: string): FormatGuess | null {
  const head = readJsonHead(text);
  if (head === null) return null;
  if (head.isLines) return linesGuess(head.values);
  const { document, columns } = namedRows(head.values[0]);
  const ofTables = guessTables(document);
  if (ofTables !== null) return ofTables;
  const lists = recordLists(document);
  const [best] = lists;
  if (best === undefined) return loneGuess(document);
  const named = columns.get(best.path === '' ? '.' : best.path);
  const found = named === undefined ? lists : [best];
  const paths = found.map(({ path }) => path);
  const count = found.reduce((sum, list) => sum + list.objects.length, 0);
  const where = best.path === '' ? 'the top list' : paths.join(', ');
  return {
    format: {
      container: 'json',
      ...rootOf(document, best.path),
      records: recordsOf(paths),
      ...(named !== undefined && { columns: named }),
    } as FormatGuess['format'],
    about: `JSON, ${count} ${named === undefined ? 'objects' : 'lists of values'} under ${where}`,
    doubts: [...(count === 1 ? [onlyOne] : []), ...otherTables(lists.slice(1), named)],
  };
}

/**
 * The guess for lists that refer to one another by ids: the tables of a database, or lists beside each other. Null: they do not, and the file
 * is no copy of a database.
 */
function guessTables(document: unknown): FormatGuess | null {
  const named = namedTables(document);
  const tables = named.length > 0 ? named : listsBeside(document);
  const ranked = [...tables].sort(
    (a, b) => knownColumns(b) - knownColumns(a) || b.rows.length - a.rows.length,
  );
  const [first] = ranked;
  if (first === undefined || knownColumns(first) < conceptsMin) return null;
  const alike = ranked.filter((table) => table !== first && areAlike(table, first));
  const listings = { ...first, rows: [first, ...alike].flatMap(({ rows }) => rows) };
  const rest = tables.filter((table) => table !== first && !alike.includes(table));
  const { joins, joined } = relationsOf(listings, rest);
  if (joins.length === 0 && (named.length < 2 || document === null)) return null;
  const isOne = named.length < 2;
  const others = rest.filter((table) => !joined.includes(table)).map(({ name }) => name);
  return {
    format: {
      container: 'json',
      ...rootOf(document, listings.path),
      records: recordsOf([first, ...alike].map(({ path }) => path)),
      ...(listings.table !== null && !isOne && { table: listings.table }),
      ...(joins.length > 0 && { joins }),
    } as FormatGuess['format'],
    about: `JSON, ${listings.rows.length} objects of "${listings.name}", one of ${tables.length} lists that refer to each other`,
    doubts: [
      ...(joined.length === 0
        ? []
        : [
            `Read together with the listings of "${listings.name}": ${quotedNames(joined.map(({ name }) => name))}.`,
          ]),
      ...(others.length === 0
        ? []
        : [`Not read, as nothing shows that they belong to the listings: ${quotedNames(others)}.`]),
    ],
  };
}

/** Whether a list beside another one holds listings too: sales beside rentals. Tables with names have one path, and one name is read. */
function areAlike(table: JsonTable, first: JsonTable): boolean {
  return (
    table.table === null &&
    knownColumns(table) >= Math.max(conceptsMin, knownColumns(first) * 0.6) &&
    sharesKeys(new Set(Object.keys(table.rows[0] ?? {})), new Set(Object.keys(first.rows[0] ?? {})))
  );
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The lists of objects among the members of an object, or of the one object in it. */
function listsBeside(document: unknown): JsonTable[] {
  return listsOf(document, '', 0)
    .filter(({ path, objects }) => path !== '' && !path.split('/').includes('*') && objects.length > 0)
    .map(({ path, objects }) => ({
      ...{ path, table: null, rows: objects },
      name: path.slice(path.lastIndexOf('/') + 1),
    }));
}

/** Names lists beside a list of values: one mapping names the values of one list. */
function otherTables(others: readonly FoundList[], named: string | undefined): string[] {
  if (named === undefined || others.length === 0) return [];
  const paths = others.map(({ path }) => path).join(', ');
  return [
    `The file has further lists like this one, which are not read: ${paths}. Ask for a file with one list, or for objects in place of lists of values.`,
  ];
}

const onlyOne = 'The file holds only one record, so it cannot prove that the right object was chosen.';

/** The guess for objects that follow one another; null: the first is no object. */
function linesGuess(values: readonly unknown[]): FormatGuess | null {
  const [first] = values;
  if (!isObject(first)) return null;
  return {
    format: { container: 'json', lines: true } as FormatGuess['format'],
    about: 'JSON, one object for each listing, one after another',
    doubts: [],
  };
}

/** One object that is a listing: the document, or one below it. Null: no object has enough keys. */
function loneGuess(document: unknown): FormatGuess | null {
  const path = lonePath(document);
  if (path === null) return null;
  return {
    format: (path === ''
      ? { container: 'json', lines: true }
      : { container: 'json', ...rootOf(document, path), records: path }) as FormatGuess['format'],
    about: `JSON, one object that is a listing${path === '' ? '' : ` under ${path}`}`,
    doubts: [onlyOne],
  };
}

/**
 * The path of the one object that may be a listing: the outermost with several plain values, or in which not exactly one object stands.
 * Null: it has fewer keys than a listing.
 */
function lonePath(document: unknown): string | null {
  const { path, object } = loneObject(document);
  return isObject(object) && Object.keys(object).length >= conceptsMin ? path : null;
}

function loneObject(document: unknown): { path: string; object: unknown } {
  let [path, object] = ['', document];
  for (let depth = 0; isObject(object) && depth < depthMax; depth++) {
    const inner = Object.entries(object).filter(([, value]) => isObject(value));
    const [only] = inner;
    if (only === undefined || inner.length > 1 || plainKeys(object) >= conceptsMin) break;
    [path, object] = [below(path, only[0]), only[1]];
  }
  return { path, object };
}

function plainKeys(object: Record<string, unknown>): number {
  return Object.values(object).filter((value) => typeof value !== 'object').length;
}

/**
 * Whether the one object around the lists is a listing: it matches at least as many concepts as the best of them or, where neither matches
 * enough, has more keys.
 */
function isLone(document: unknown, lists: readonly FoundList[], best: FoundList): boolean {
  const { object } = loneObject(document);
  if (!isObject(object)) return false;
  const own = conceptsIn(
    [object],
    lists.map(({ objects }) => objects),
  ).size;
  if (told(best) > 0 || own >= conceptsMin) return own >= Math.max(conceptsMin, told(best));
  return plainKeys(object) >= conceptsMin && plainKeys(object) > keysOf(best).size;
}

function recordsOf(paths: readonly string[]): string | readonly string[] {
  const [first = ''] = paths;
  if (first === '') return '.';
  return paths.length === 1 ? first : paths;
}

/** The top key on the path to the records; none for a list at the top, or for objects keyed by ids, which change. */
function rootOf(document: unknown, path: string): { root?: string[] } {
  const [top = ''] = path.split('/');
  return !Array.isArray(document) && top !== '' && top !== '*' ? { root: [top] } : {};
}

/** A list, or an object keyed by ids, with its objects. */
interface FoundList {
  /** In mapping syntax; empty: the file itself. */
  path: string;
  objects: readonly Record<string, unknown>[];
  /** Number of concepts in the objects, without those of lists inside of them that may be records themselves. */
  worth: number;
  depth: number;
}

const depthMax = 5;
const sampleSize = 20;
/** Fewer concepts do not tell listings from other objects. */
const conceptsMin = 3;

/**
 * The lists that hold listings: the one that matches the most concepts first, then those at the same depth with much the same keys. Empty:
 * there are none, or the file is one listing.
 */
function recordLists(document: unknown): FoundList[] {
  const lists = listsOf(document, '', 0).sort(
    (a, b) => told(b) - told(a) || keysOf(b).size - keysOf(a).size || b.objects.length - a.objects.length,
  );
  const [best] = lists;
  if (best === undefined) return [];
  if (isLone(document, lists, best)) return [];
  const keys = keysOf(best);
  const alike = lists.filter(
    (list) => list !== best && list.depth === best.depth && sharesKeys(keysOf(list), keys),
  );
  return best.path === '' ? [best] : [best, ...alike];
}

/** The number of concepts in a list; too few count as none. */
function told({ worth }: FoundList): number {
  return worth >= conceptsMin ? worth : 0;
}

function listsOf(value: unknown, path: string, depth: number): FoundList[] {
  if (depth > depthMax || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return listOf(value.filter(isObject), path, depth);
  const members = Object.entries(value as Record<string, unknown>);
  if (isKeyed(members))
    return listOf(
      members.map(([, child]) => child as Record<string, unknown>),
      below(path, '*'),
      depth,
    );
  return members.flatMap(([key, child]) => listsOf(child, below(path, key), depth + 1));
}

/** The list itself, and the lists in its objects that may hold the listings: the offers of each office. */
function listOf(objects: readonly Record<string, unknown>[], path: string, depth: number): FoundList[] {
  if (objects.length === 0) return [];
  const nested = new Map<string, FoundList>();
  for (const object of objects.slice(0, sampleSize))
    for (const [key, child] of Object.entries(object))
      for (const list of listsOf(child, below(path, key), depth + 1)) {
        const known = nested.get(list.path);
        nested.set(
          list.path,
          known === undefined ? list : { ...known, objects: [...known.objects, ...list.objects] },
        );
      }
  const inner = [...nested.values()].filter(
    ({ worth, objects: found }) => worth > conceptsMin && found.length >= objects.length,
  );
  const own = conceptsIn(
    objects.slice(0, sampleSize),
    inner.map((list) => list.objects),
  );
  return [{ path, objects, worth: own.size, depth }, ...inner];
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`;
}

/** Whether the keys are ids: at least two members, all objects with much the same keys, mostly under keys that name no concept. */
function isKeyed(members: readonly (readonly [string, unknown])[]): boolean {
  const objects = members.map(([, child]) => child);
  if (members.length < 2 || !objects.every(isObject)) return false;
  const keySets = objects.slice(0, sampleSize).map((object) => new Set(Object.keys(object)));
  const [first = new Set<string>()] = keySets;
  if (first.size < 2 || !keySets.every((keys) => sharesKeys(keys, first))) return false;
  const named = members.slice(0, sampleSize).filter(([key]) => !/\d/.test(key) && conceptsOf(key).size > 0);
  return named.length * 2 <= Math.min(members.length, sampleSize);
}

function keysOf({ objects }: FoundList): ReadonlySet<string> {
  return new Set(objects.slice(0, sampleSize).flatMap((object) => Object.keys(object)));
}

/** Whether two kinds of objects have most of their keys in common. */
function sharesKeys(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((key) => other.has(key)).length;
  return common >= 2 && common >= Math.min(one.size, other.size) * 0.6;
}

/**
 * The concepts that the names in objects match.
 * @param without lists whose objects are not looked into
 */
function conceptsIn(objects: readonly unknown[], without: readonly (readonly unknown[])[]): Set<string> {
  const found = new Set<string>();
  const left = new Set(without.flat());
  const visit = (object: unknown, level: number): void => {
    if (!isObject(object) || level > 4 || left.has(object)) return;
    for (const [key, child] of Object.entries(object)) {
      for (const [concept, score] of conceptsOf(key)) if (score >= 0.8) found.add(concept);
      for (const one of [child].flat()) visit(one, level + 1);
    }
  };
  for (const object of objects) visit(object, 0);
  return found;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

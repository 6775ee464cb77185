import { conceptsOf } from '../words/concepts.js';

/** A JSON document whose records that are lists of values became objects, without the lists that name their values. */
export interface NamedRows {
  document: unknown;
  /** By the path of each list of such records, what names their values, as a mapping writes it. */
  columns: ReadonlyMap<string, string>;
}

/** A list of names that stands before the rows. */
interface Names {
  path: string;
  /** The object that holds the list, and under which key. */
  holder: readonly [object: object, key: string];
  names: readonly string[];
}

const depthMax = 5;
const sampleSize = 20;
/** Fewer values do not make a listing. */
const valuesMin = 3;
/** Of one column alone, the first record may say "on request" where the others have a figure. */
const figuresMin = 2;
/** A longer text is no name of a value. */
const nameMax = 60;
/** Members that name a value in a list of objects, the likeliest first. */
const nameKeys = ['name', 'field', 'key', 'column', 'code', 'id', 'naziv', 'title', 'label', 'caption'];

/**
 * Finds lists of lists, and what names their values: a list of names before them, or their first record. One whose names are not known
 * stays as it is.
 */
export function namedRows(document: unknown): NamedRows {
  const columns = new Map<string, string>();
  const copies = new Map<object, object>();
  const used: Names['holder'][] = [];
  const visit = (value: unknown, path: string, before: readonly Names[]): unknown => {
    const depth = path === '' ? 0 : path.split('/').length;
    if (depth > depthMax || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return rowsNamed(value, path, before);
    const known = [...before];
    const members = Object.entries(value).map(([key, child]) => {
      const named = visit(child, below(path, key), known);
      known.push(...namesIn(child, below(path, key), [value, key]));
      return [key, named] as const;
    });
    const copy = Object.fromEntries(members);
    copies.set(value, copy);
    return copy;
  };
  const rowsNamed = (list: readonly unknown[], path: string, before: readonly Names[]): unknown => {
    const rows = list.filter((row): row is unknown[] => Array.isArray(row));
    if (rows.length < 2 || rows.length < list.length * 0.9) return list;
    const widest = Math.max(...rows.map((row) => row.length));
    const [above] = before
      .filter(({ names }) => names.length >= widest && widest * 2 > names.length)
      .sort((a, b) => known(b.names) - known(a.names));
    const names = above?.names ?? namesOfFirst(rows);
    if (names === null || names.length < valuesMin) return list;
    if (above !== undefined) used.push(above.holder);
    columns.set(path === '' ? '.' : path, above?.path ?? '#1');
    const records = above === undefined ? rows.slice(1) : rows;
    return records.map((row) => Object.fromEntries(row.map((value, index) => [names[index] ?? '', value])));
  };
  const named = visit(document, '', []);
  for (const [holder, key] of used) Reflect.deleteProperty(copies.get(holder) ?? {}, key);
  return { document: named, columns };
}

/** The lists of names in a value and in the objects below it. */
function namesIn(value: unknown, path: string, holder: Names['holder']): Names[] {
  if (typeof value !== 'object' || value === null || path.split('/').length > depthMax) return [];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([key, child]) => namesIn(child, below(path, key), [value, key]));
  const texts = namesOf(value);
  if (texts !== null) return [{ path, holder, names: texts }];
  const [likeliest] = nameKeys.flatMap((key) => {
    const names = namesOf(value.map((entry) => member(entry, key)));
    return names === null ? [] : [{ path: below(path, key), holder, names }];
  });
  return likeliest === undefined ? [] : [likeliest];
}

function member(entry: unknown, key: string): unknown {
  return typeof entry === 'object' && entry !== null && Object.hasOwn(entry, key)
    ? (entry as Record<string, unknown>)[key]
    : undefined;
}

/** The values as names. Null: one of them is no short text, or two are the same. */
function namesOf(values: readonly unknown[]): readonly string[] | null {
  const names = values.filter(isName);
  return names.length === values.length && new Set(names).size === names.length ? names : null;
}

function isName(value: unknown): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= nameMax && !/^https?:/i.test(value)
  );
}

/** The names in the first of the rows. Null: it names nothing, as most of it is not of the trade and hardly any of it stands above figures. */
function namesOfFirst(rows: readonly (readonly unknown[])[]): readonly string[] | null {
  const [first = [], ...others] = rows;
  const names = namesOf(first);
  if (names === null || names.some((name) => /^\W*\d/.test(name))) return null;
  const sample = others.slice(0, sampleSize);
  const isFigure = (value: unknown): boolean => /^-?\d/.test(String(value));
  const aboveFigures = names.filter((_, index) => sample.every((row) => isFigure(row[index]))).length;
  return aboveFigures >= figuresMin || known(names) >= Math.max(valuesMin, names.length / 2) ? names : null;
}

function known(names: readonly string[]): number {
  return names.filter((name) => conceptsOf(name).size > 0).length;
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`;
}

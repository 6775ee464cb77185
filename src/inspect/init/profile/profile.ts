import type { ParsedRecord, RecordObject, RecordValue } from '../../../model/record.js';
import { groupBy } from '../../../model/group-by.js';
import { numberedMembers } from '../../../mapping/language/path.js';
import { repairDoubleUtf8 } from '../../../mapping/values/double-utf8.js';
import { westernFigures } from '../../../mapping/values/western-figures.js';
import type { FieldProfile } from './field-profile.js';
import { withLegends } from './legends.js';
import type { ListedCodes } from './legend-rows.js';
import { discriminatorsByPath, pairBy, type Discriminator } from './discriminators.js';
import { languageOf } from './languages.js';
import { isOfRooms, pairOf, type Pair } from './pairs.js';
import { namedByNeighbours } from './named-columns.js';

export type { FieldProfile } from './field-profile.js';

const none = { most: 0, together: 1, misread: 0 };

/**
 * All paths in the records, in order of appearance, then the lists that are spread over several fields.
 * @param lists of codes that stand elsewhere in the file
 */
export function profileRecords(
  records: readonly ParsedRecord[],
  lists: readonly ListedCodes[] = [],
): FieldProfile[] {
  const fields = new Map<string, FieldProfile>();
  const discriminators = discriminatorsByPath(
    records.map(({ value }) => value),
    join,
  );
  records.forEach((record, index) => {
    const add: Add = (path, name, around, language, text, together = 1) => {
      const meant = repairDoubleUtf8(text.trim());
      const value = westernFigures(meant);
      if (value === '') return;
      let field = fields.get(path);
      if (!field) {
        field = { path, name, around, language, values: new Map(), distinct: new Map(), ...none };
        fields.set(path, field);
      }
      field.together = Math.max(field.together, together);
      const known = field.values.get(index) ?? [];
      if (meant !== text.trim()) field.misread++;
      known.push(value);
      field.values.set(index, known);
      field.most = Math.max(field.most, known.length);
      if (known.length === 1) field.distinct.set(value, (field.distinct.get(value) ?? 0) + 1);
    };
    walkRecord(record, { add, discriminators });
  });
  addListNames(records, fields);
  return withLegends(namedByNeighbours(withNumbered([...fields.values()])), records[0]?.header ?? {}, lists);
}

/**
 * Adds the names of the lists around the records where they differ: the ids of a file that is keyed by them, or the kinds of records (sales
 * in one list, rents in another).
 */
function addListNames(records: readonly ParsedRecord[], fields: Map<string, FieldProfile>): void {
  const names = records.map(({ ancestors }) => ancestors.at(-1)?.name ?? '');
  const distinct = new Map<string, number>();
  for (const name of names) distinct.set(name, (distinct.get(name) ?? 0) + 1);
  if (distinct.size < 2 || distinct.has('')) return;
  const path = '../name()';
  fields.set(path, {
    ...{ path, around: '', language: null, distinct, ...none, most: 1 },
    name: distinct.size === names.length ? 'id' : '',
    values: new Map(names.map((name, index) => [index, [name]])),
  });
}

type Add = (
  path: string,
  name: string,
  around: string,
  language: string | null,
  text: string,
  together?: number,
) => void;

/** What a walk through a record adds texts to, and by what it tells the objects of a list apart. */
interface Visit {
  add: Add;
  /** By the path of the list. */
  discriminators: ReadonlyMap<string, Discriminator>;
}

function walkRecord({ name, value, ancestors }: ParsedRecord, visit: Visit): void {
  const { add } = visit;
  add('name()', '', '', null, name);
  ancestors.toReversed().forEach((ancestor, level) => {
    const up = '../'.repeat(level + 1);
    if (level < 2)
      for (const [key, text] of Object.entries(ancestor.attributes)) add(`${up}@${key}`, key, '', null, text);
  });
  const isNamedCsv = Object.keys(value).some((key) => !/^[#@]/.test(key)) && Object.hasOwn(value, '#1');
  for (const [key, child] of Object.entries(value)) {
    if (isNamedCsv && /^#\d+$/.test(key)) continue;
    walk(child, key, '', '', visit);
  }
}

/** Of which list a value is a member. */
interface Place {
  /** The number of texts in the list. */
  together: number;
  /** Whether it is a list of pictures. */
  isInAlbum: boolean;
}

/** @param path of the parent; empty for the record itself */
function walk(
  value: RecordValue,
  key: string,
  path: string,
  around: string,
  visit: Visit,
  place: Place = { together: 1, isInAlbum: false },
): void {
  const here = key === '#text' ? path || '.' : join(path, key);
  if (typeof value === 'string') {
    const name = key === '#text' ? lastName(around) : key.replace(/^@/, '');
    visit.add(here, name, around, languageOf(name), value, place.together);
    return;
  }
  if (Array.isArray(value)) {
    const texts = value.map(textOf).filter((text) => text !== null);
    // What stands beside each of several pictures is its caption, and names no value.
    const isAlbum =
      texts.length > 1 && texts.length === value.length && texts.every((text) => picture.test(text));
    const items: Place = { ...place, together: texts.length, isInAlbum: isAlbum };
    for (const item of value) walk(item, key, path, around, visit, items);
    return;
  }
  const list = numberedMembers(value);
  if (list !== null) {
    walk(list, key, path, around, visit);
    return;
  }
  const within = around === '' ? key : `${around}/${key}`;
  const pair = place.isInAlbum || isOfRooms(here) ? null : (pairOf(value) ?? toldPair(value, here, visit));
  if (pair) {
    addPair(value, pair, { here, key, around, within }, visit.add);
    if (pair.plain)
      for (const [child, inner] of Object.entries(value))
        if (!pair.keys.includes(child)) walk(inner, child, here, within, visit);
    return;
  }
  for (const [child, inner] of Object.entries(value))
    if (child !== '#own')
      walk(inner, child, here, within, visit, child === '#text' ? { ...place, isInAlbum: false } : undefined);
}

function toldPair(value: RecordObject, path: string, { discriminators }: Visit): Pair | null {
  const discriminator = discriminators.get(path);
  return discriminator === undefined ? null : pairBy(value, discriminator);
}

/** Adds the texts of an object in which members say what the others are. */
function addPair(
  value: RecordObject,
  { keys, name: told, language, only }: Pair,
  { here, key, around, within }: { here: string; key: string; around: string; within: string },
  add: Add,
): void {
  const step =
    here + keys.map((one) => `[${one}=${quotedValue(textOf(value[one] ?? '')?.trim() ?? '')}]`).join('');
  const rest = Object.entries(value).filter(([child]) => !keys.includes(child));
  for (const [child, inner] of rest) {
    const target = child === '#text' ? step : `${step}/${quotedName(child)}`;
    const isOther =
      only === null ? child.startsWith('@') && rest.some(([one]) => one === '#text') : child !== only;
    // What names the value of an element stands in place of the element's own name.
    const isNamed = !isOther && told !== null;
    const name = isOther ? child.replace(/^@/, '') : (told ?? (child === '#text' ? key : child));
    for (const text of [inner].flat())
      if (typeof text === 'string') add(target, name, isNamed ? around : within, language, text);
  }
}

/** The text of an item of a list; null: it has none of its own. */
function textOf(item: RecordValue): string | null {
  if (typeof item === 'string') return item;
  const text = Array.isArray(item) ? undefined : item['#text'];
  return typeof text === 'string' ? text : null;
}

function join(path: string, key: string): string {
  const step = quotedName(key);
  return path === '' ? step : `${path}/${step}`;
}

function quotedName(name: string): string {
  return /^[@#]?[\p{L}\p{N}_.\- ]+$/u.test(name) && name.trim() === name ? name : `'${name}'`;
}

function quotedValue(value: string): string {
  return /^[\p{L}\p{N}_.\- ]+$/u.test(value) ? value : `'${value}'`;
}

function lastName(around: string): string {
  return around.slice(around.lastIndexOf('/') + 1);
}

/** Adds a profile for each list that is spread over numbered columns or elements: `MEDIA_IMAGE_<n>`, `#85..#93`. */
function withNumbered(fields: FieldProfile[]): FieldProfile[] {
  const stemOf = ({ path }: FieldProfile): string | null => {
    const stem = path.startsWith('#') ? null : /^(.*?[\p{L}_ -])(\d{1,3})(\]?.*)$/u.exec(path);
    return stem === null ? null : `${stem[1] ?? ''}<n>${stem[3] ?? ''}`;
  };
  const numbered = [...groupBy(fields, stemOf)].flatMap(([path, group]) =>
    path === null || group.length < 2 ? [] : merged(path, group),
  );
  return [...fields, ...numbered, ...linkColumns(fields)];
}

function merged(path: string, group: readonly FieldProfile[]): FieldProfile {
  const values = new Map<number, string[]>();
  for (const field of group)
    for (const [index, texts] of field.values) values.set(index, [...(values.get(index) ?? []), ...texts]);
  const distinct = new Map<string, number>();
  for (const [first = ''] of values.values()) distinct.set(first, (distinct.get(first) ?? 0) + 1);
  const [one] = group;
  return {
    path,
    name: (one?.name ?? '').replace(/\d+$/, ''),
    around: one?.around ?? '',
    language: null,
    values,
    distinct,
    most: Math.max(0, ...[...values.values()].map((texts) => texts.length)),
    together: Math.max(1, ...group.map((field) => field.together)),
    misread: group.reduce((sum, field) => sum + field.misread, 0),
  };
}

/** Profiles of runs of unnamed columns that hold picture URLs. */
function linkColumns(fields: readonly FieldProfile[]): FieldProfile[] {
  const columns = fields
    .filter(
      ({ path, values }) =>
        /^#\d+$/.test(path) && [...values.values()].every(([text = '']) => picture.test(text)),
    )
    .map((field) => ({ field, number: Number(field.path.slice(1)) }))
    .sort((a, b) => a.number - b.number);
  const runs: (typeof columns)[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    // A column that no record fills has no profile; it does not end the run.
    if (last && column.number - (last.at(-1)?.number ?? 0) <= 3) last.push(column);
    else runs.push([column]);
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) =>
      merged(
        `#${run[0]?.number ?? 0}..#${run.at(-1)?.number ?? 0}`,
        run.map(({ field }) => field),
      ),
    );
}

/** A URL or file name of a picture. */
export const picture = /^((?:https?:)?\/\/\S+|[\w.-]+)\.(jpe?g|png|webp|gif)(\?\S*)?$/i;

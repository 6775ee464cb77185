import type { FeedFormat, JsonFormat, JsonJoin } from '../model/feed-format.js';
import type { SpoolHandle } from '../platform/files/spool.js';
import { isObject } from '../model/own-value.js';
import { ByteWindow } from './decode/byte-window.js';
import type { ContainerReader } from './container-reader.js';
import { foundRecords, type FoundRecords } from './splitter.js';

/** The bytes of an open file in UTF-8. */
interface OpenedBytes {
  handle: SpoolHandle;
  start: number;
  limits: { windowBytes: number; neededBytesMax: number; recordsPerBlock: number };
}

/** Completes found records with the rows that belong to them. */
export type RecordJoiner = (
  view: Buffer,
  found: FoundRecords,
) => { bytes: Buffer; starts: Int32Array; ends: Int32Array };

/** Rows of another list, by the id of the records that they belong to, each as it stands in the file. */
type RowsById = ReadonlyMap<string, readonly Buffer[]>;

/** More bytes of joined rows are not held in memory: a poll has some 150 MB for everything. */
const joinedBytesMax = 32 * 1024 * 1024;

/**
 * Reads the lists that `format.joins` names, in a pass of its own: they may stand behind the records. A joined row becomes a part of its
 * record's bytes, so that its fingerprint changes with it. Null: the format joins nothing.
 * @returns a sentence's part where a list cannot be read
 */
export async function readJoins(
  format: FeedFormat,
  reader: ContainerReader<FeedFormat>,
  file: OpenedBytes,
): Promise<RecordJoiner | string | null> {
  const joins = format.container === 'json' ? (format.joins ?? []) : [];
  if (format.container !== 'json' || joins.length === 0) return null;
  const rows: (readonly [JsonJoin, RowsById])[] = [];
  const budget = { left: joinedBytesMax };
  for (const join of joins) {
    const found = await rowsOf(format, join, { reader, file, budget });
    if (typeof found === 'string') return found;
    rows.push([join, found]);
  }
  return (view, found) => joinedRecords(view, found, rows);
}

async function rowsOf(
  format: JsonFormat,
  join: JsonJoin,
  {
    reader,
    file,
    budget,
  }: { reader: ContainerReader<FeedFormat>; file: OpenedBytes; budget: { left: number } },
): Promise<RowsById | string> {
  const { joins: _joins, columns: _columns, table: _table, ...others } = format;
  const own = join.table === undefined ? {} : { table: join.table };
  const splitter = reader.createSplitter({ ...others, root: [], records: [join.records], ...own }, () => 0, {
    formerEndedWithNewline: null,
    lengthAnnounced: true,
  });
  const window = new ByteWindow(file.handle, file.start, file.limits.windowBytes, file.limits.neededBytesMax);
  const found = foundRecords(file.limits.recordsPerBlock);
  const rows = new Map<string, Buffer[]>();
  let state: 'more' | 'full' | 'done' = 'more';
  while (state !== 'done') {
    if (state === 'more') {
      if (window.ended) break;
      const from = splitter.neededFrom();
      if (!(await window.advance(from))) return `a row of "${nameOf(join)}" is too long`;
      splitter.shifted(from);
    }
    found.count = 0;
    state = splitter.scan(window.view(), window.ended, found);
    for (let index = 0; index < found.count; index++) {
      const row = window.view().subarray(found.starts[index] ?? 0, found.ends[index] ?? 0);
      const values = valuesOf(row);
      const id = values === null ? '' : textOf(values[join.by]);
      if (values === null || id === '') continue;
      const kept = join.take === undefined ? Buffer.from(row) : taken(values, join.take);
      budget.left -= kept.length;
      if (budget.left < 0) return `the rows of "${nameOf(join)}" are more than can be joined`;
      const others = rows.get(id);
      if (others === undefined) rows.set(id, [kept]);
      else others.push(kept);
    }
  }
  const problem = splitter.problem();
  return problem === null ? rows : `the list "${nameOf(join)}" cannot be joined: ${problem}`;
}

function nameOf({ table, records }: JsonJoin): string {
  return table ?? records;
}

function taken(values: Record<string, unknown>, names: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null]))));
}

/** The records with the rows that belong to them, one behind the other. A record that is no object stays as it is. */
function joinedRecords(
  view: Buffer,
  { count, starts, ends }: FoundRecords,
  joins: readonly (readonly [JsonJoin, RowsById])[],
): { bytes: Buffer; starts: Int32Array; ends: Int32Array } {
  const places = { starts: new Int32Array(count), ends: new Int32Array(count) };
  const parts: Buffer[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const raw = view.subarray(starts[index] ?? 0, ends[index] ?? 0);
    const own = withRows(raw, joins);
    places.starts[index] = at;
    at += own.reduce((sum, part) => sum + part.length, 0);
    places.ends[index] = at;
    parts.push(...own);
  }
  return { bytes: Buffer.concat(parts), ...places };
}

function withRows(raw: Buffer, joins: readonly (readonly [JsonJoin, RowsById])[]): Buffer[] {
  const values = valuesOf(raw);
  const close = raw.lastIndexOf('}');
  if (values === null || close === -1 || Object.keys(values).length === 0) return [raw];
  const parts = [raw.subarray(0, close)];
  for (const [{ to, as }, rows] of joins) {
    const own = rows.get(textOf(values[to])) ?? [];
    if (own.length === 0 || Object.hasOwn(values, as)) continue;
    parts.push(Buffer.from(`,${JSON.stringify(as)}:[`));
    own.forEach((row, index) => parts.push(...(index === 0 ? [row] : [comma, row])));
    parts.push(Buffer.from(']'));
  }
  return [...parts, raw.subarray(close)];
}

const comma = Buffer.from(',');

function valuesOf(raw: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

import type { RecordSurroundings } from '../../model/feed-format.js';
import { valueNames, type RecordObject, type RecordValue } from '../../model/record.js';
import { rowOf } from './json-table.js';
import { cleanText, parseJson, parseJsonValues } from './json-value.js';
import { jsonFault, placeInJson } from './json-fault.js';
import { guessedBytesMax, recordBytesMax, undecodableReason, withoutDamage } from '../parse-record.js';
import type { ParsedRecordResult } from '../parse-record.js';

/** Parses one record from the bytes that the splitter cut out. Never throws. */
export function parseJsonRecord(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  if (raw.length > recordBytesMax)
    return failed(`it is longer than ${recordBytesMax} bytes`, raw, surroundings);
  const names = valueNames(surroundings);
  try {
    if (names !== null) return parseRow(raw, names, surroundings);
    const value = parseJson(raw.toString('utf8'));
    if (isObject(value)) return { ok: true, record: recordOf(value, surroundings) };
    return failed('it is no object ({ … }) but a single value', raw, surroundings);
  } catch (error) {
    const reason =
      error instanceof RangeError ? `it is ${error.message}` : jsonFault(raw.toString('utf8'), error);
    return failed(reason, raw, surroundings);
  }
}

/** A record that is a list of values. @throws as `parseJson` */
function parseRow(
  raw: Buffer,
  names: readonly string[],
  surroundings: RecordSurroundings,
): ParsedRecordResult {
  const values = parseJsonValues(raw.toString('utf8'));
  if (values === null) return failed('it is no list ([ … ]) of values', raw, surroundings);
  const row = rowOf(values, names);
  if (row !== null) return { ok: true, record: recordOf(row, surroundings) };
  const reason = `it has ${values.length} values, and the file names ${names.length}: which of them is which is not known`;
  return failed(reason, raw, surroundings);
}

/** The failed result of a record with bytes that the feed's encoding cannot decode. The guess omits the damaged values. */
export function undecodableJson(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  const text = raw.toString('utf8');
  const reason = `${undecodableReason} ${placeInJson(text, text.indexOf('\uFFFD'))}`;
  const parsed = parseJsonRecord(raw, surroundings);
  if (!parsed.ok) return { ...parsed, reason };
  return { ok: false, reason, guess: { ...parsed.record, value: withoutDamage(parsed.record.value) } };
}

/**
 * Whether the bytes of a broken record may include further records: a lost quote or bracket joins several records into one. True if
 * another object inside the bytes begins with the same key as the record, or if the record's first key cannot be read and any
 * other object begins; of a list of values if any other list begins.
 */
export function mayHideObjects(raw: Buffer): boolean {
  const text = raw.toString('utf8');
  if (text.startsWith('[')) return text.includes('[', 1);
  const key = /^\{\s*("[^"\\]*")\s*:/.exec(text)?.[1];
  if (key === undefined) return text.includes('{', 1);
  const begins = /\{\s*("[^"\\]*")/g;
  begins.lastIndex = 1;
  for (let next = begins.exec(text); next !== null; next = begins.exec(text))
    if (next[1] === key) return true;
  return false;
}

function recordOf(
  value: RecordObject,
  { ancestors, header }: RecordSurroundings,
): Extract<ParsedRecordResult, { ok: true }>['record'] {
  return { name: 'record', value, ancestors, header };
}

function failed(reason: string, raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  const guess = recordOf(ownValues(raw.toString('utf8', 0, guessedBytesMax)), surroundings);
  return { ok: false, reason, guess };
}

/** Matches `"key": "text"`, `"key": 17`, and brackets. The brackets give the depth, so that members of nested objects can be skipped. */
const member =
  /("[^"\\]*(?:\\.[^"\\]*)*")(?:\s*:\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*)(?=[\s,}])))?|[{}[\]]/gs;

/**
 * The texts and numbers that can be read directly inside a broken record, the first of each key. Values with undecodable characters are
 * left out: a part of an id may be the id of another listing.
 */
function ownValues(text: string): RecordObject {
  const values = new Map<string, RecordValue>();
  let depth = 0;
  for (const [found, key, quoted, number] of text.matchAll(member)) {
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    const value = quoted === undefined ? number : unquoted(quoted);
    const name = key === undefined ? null : unquoted(key);
    if (depth !== 1 || value == null || name === null || value.includes('\uFFFD')) continue;
    if (!values.has(name)) values.set(name, value);
  }
  return Object.fromEntries(values);
}

function unquoted(text: string): string | null {
  try {
    return cleanText(JSON.parse(text) as string);
  } catch {
    return null;
  }
}

function isObject(value: RecordValue | null): value is RecordObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

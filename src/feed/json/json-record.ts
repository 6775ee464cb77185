import type { RecordSurroundings } from '../../model/feed-format.js';
import type { RecordObject, RecordValue } from '../../model/record.js';
import { cleanText, parseJson } from './json-value.js';
import { recordBytesMax, withoutDamage, type ParsedRecordResult } from '../parse-record.js';

const guessedBytesMax = 64 * 1024;

/** Parses the bytes of one member of a list, as the splitter cut them. Never throws. */
export function parseJsonRecord(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  if (raw.length > recordBytesMax)
    return failed(`it is longer than ${recordBytesMax} bytes`, raw, surroundings);
  try {
    const value = parseJson(raw.toString('utf8'));
    if (isObject(value)) return { ok: true, record: recordOf(value, surroundings) };
    return failed('it is no object ({ … }) but a single value', raw, surroundings);
  } catch (error) {
    const reason = error instanceof RangeError ? `it is ${error.message}` : 'it is not well-formed JSON';
    return failed(reason, raw, surroundings);
  }
}

/** For a record whose bytes are no text in the feed's encoding. */
export function undecodableJson(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  const reason = 'it holds bytes that are no text in the encoding of the feed';
  const parsed = parseJsonRecord(raw, surroundings);
  if (!parsed.ok) return { ...parsed, reason };
  return { ok: false, reason, guess: { ...parsed.record, value: withoutDamage(parsed.record.value) } };
}

/** Whether an object begins behind the record's own start as the record does: a lost quote or bracket makes one of several. */
export function mayHideObjects(raw: Buffer): boolean {
  const text = raw.toString('utf8');
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

/** `"key": "text"` or `"key": 17`, and brackets, by which the record's own members are told from those of its parts. */
const member =
  /("[^"\\]*(?:\\.[^"\\]*)*")(?:\s*:\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*)(?=[\s,}])))?|[{}[\]]/gs;

/** What can be read of a record that is not sound: its own plain values. Half an id is another listing's id: those are left out. */
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

import type { RecordObject, RecordValue } from '../../model/record.js';

const nestedMax = 100;

/** Matches strings, numbers, `true` and `false`. All but the strings are put in quotes, so that numbers keep their digits as written. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false/gs;

/** Control characters that XML does not allow. They are removed, so that texts of all formats have the same characters. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * Parses JSON into the form of a record's values. Numbers, `true` and `false` become the texts that the JSON writes. Members and list items
 * that are `null` are left out; a `null` at the top returns null.
 * @throws SyntaxError for text that is no JSON; RangeError for nesting deeper than `nestedMax`
 */
export function parseJson(text: string): RecordValue | null {
  const { value, clean } = readJson(text);
  return toRecordValue(value, clean, 0);
}

/** The values of a list, each in the form of a record's values; null keeps its place. Null: the text is no list. @throws as `parseJson` */
export function parseJsonValues(text: string): (RecordValue | null)[] | null {
  const { value, clean } = readJson(text);
  return Array.isArray(value) ? value.map((one) => toRecordValue(one, clean, 1)) : null;
}

function readJson(text: string): { value: JsonText; clean: (text: string) => string } {
  JSON.parse(text);
  // JSON.parse refuses raw control characters. Those that XML does not allow, and lone surrogates, need an escape.
  const clean = /\\[ubf]/.test(text) ? cleanText : asItIs;
  const asText = text.replace(token, (found) => (found.startsWith('"') ? found : `"${found}"`));
  return { value: JSON.parse(asText) as JsonText, clean };
}

/** Replaces lone surrogates by U+FFFD and removes the control characters that XML does not allow. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(control, '');
}

type JsonText = string | null | JsonText[] | { [key: string]: JsonText };

function asItIs(text: string): string {
  return text;
}

function toRecordValue(value: JsonText, clean: (text: string) => string, depth: number): RecordValue | null {
  if (value === null) return null;
  if (typeof value === 'string') return clean(value);
  if (depth === nestedMax) throw new RangeError(`nested more than ${nestedMax} deep`);
  if (Array.isArray(value))
    return value.map((item) => toRecordValue(item, clean, depth + 1)).filter((item) => item !== null);
  const members: [string, RecordValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    const read = toRecordValue(member, clean, depth + 1);
    if (read !== null) members.push([key, read]);
  }
  // Unlike an assignment, fromEntries creates an own member for a key such as __proto__.
  return Object.fromEntries(members) satisfies RecordObject;
}

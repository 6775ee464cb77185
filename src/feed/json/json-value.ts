import type { RecordObject, RecordValue } from '../../model/record.js';

const nestedMax = 100;

/** A string as it is written, or what is quoted to become one: numbers keep their digits. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false/gs;

/** What no text of another format can hold. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * Reads JSON as records hold it: numbers, `true` and `false` as they are written, `null` as nothing at all, lists as lists.
 * @throws SyntaxError for what is no JSON; RangeError where it is nested too deep
 */
export function parseJson(text: string): RecordValue | null {
  JSON.parse(text);
  // Without escapes, a string that could be decoded and parsed is clean.
  const clean = text.includes('\\u') ? cleanText : asItIs;
  const asText = text.replace(token, (found) => (found.startsWith('"') ? found : `"${found}"`));
  return toRecordValue(JSON.parse(asText) as JsonText, clean, 0);
}

/** What `parseJson` makes of a string's value: no half characters, and no signs that XML could not hold. */
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
  // Unlike assignment, this makes a member of a key such as __proto__.
  return Object.fromEntries(members) satisfies RecordObject;
}

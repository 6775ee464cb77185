import type { ParsedRecord, RecordObject, RecordValue } from '../../src/model/record.js';
import type { RawRecords } from '../../src/feed/parse-records.js';

const many = (text: string, count: number): string => text.repeat(count);

/** Values at which software that reads feeds throws, loops or fills its memory. */
export const hostileValues: readonly RecordValue[] = [
  // Lists that html-to-text cannot number, and markup that has no end.
  ...['i', 'I', 'a', 'A', '1'].flatMap((type) =>
    ['10000', '-10000', '1e308', 'NaN'].map((from) => `<ol type="${type}" start="${from}"><li>x</li></ol>`),
  ),
  many('<div>', 3_000),
  many('<table><tr><td>', 400),
  many('<b', 2_000),
  `<p>${many('&nbsp;', 9_000)}</p>`,
  many('&amp;amp;', 4_000),
  `<a href="${many('x', 5_000)}">x</a>`,
  many('<!-- ', 1_000),
  // Dates, numbers and zones that are none.
  ...['2024-02-30', '9999-99-99T99:99:99', '+275760-09-13T00:00:00.001Z', '2024-01-01T00:00:00+99:99'],
  ...['2024-W99-9', '2024-366', '0000-00-00', '2024-01-01T00:00:00[Europe/__proto__]', '1970-01-01T24:00:01'],
  ...['1e309', '-0', '0x1F', '١٢٣', '1,2,3.4.5', many('9', 400), 'Infinity', '1e-400', '½', '²'],
  // Addresses.
  ...['http://', 'https://[::', 'https://a:99999/', `https://${many('a.', 300)}`, 'data:,x', 'https://%00/'],
  ...[
    'https://x/%E0%A4%A',
    'https://xn--a/',
    `https://x/${many('%', 900)}`,
    '\\\\host\\x',
    'https://a@b:c@d/',
  ],
  // Names of prototypes, and signs that are no text.
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '\u0000', '\ud800', '\uffff'],
  ...[many('\u202e', 50), many('a\u0301', 3_000), many('\ufdfa', 2_000), many('😀', 3_000), many(' ', 9_000)],
  ...[many('(', 5_000), many('a', 40_000), many('a!', 9_000), many('1 m2 ', 3_000), many('reč, ', 5_000)],
  // Where a text is awaited.
  [],
  {},
  [[['x']]],
  ['a', ['b', ['c']]],
  { '#text': 'x', '@y': '1' },
  { constructor: 'x', toString: ['y'] },
  Array.from({ length: 300 }, (_, index) => String(index)),
  nested(60),
];

function nested(depth: number): RecordValue {
  return depth === 0 ? 'x' : { a: nested(depth - 1) };
}

/** The record with hostile values in some of its places. @param fraction chance, from 0 to 1 */
export function withHostileValues(record: ParsedRecord, fraction: () => number): ParsedRecord {
  const value: RecordObject = structuredClone(record.value);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(fraction() * list.length)];
  for (let change = 1 + Math.floor(fraction() * 4); change > 0; change--) {
    const place = pick(placesIn(value));
    if (place === undefined) break;
    place.of[place.key] = structuredClone(pick(hostileValues) ?? '');
  }
  return { ...record, value };
}

interface Place {
  of: Record<string, RecordValue>;
  key: string;
}

function placesIn(value: RecordValue): Place[] {
  if (typeof value === 'string') return [];
  if (Array.isArray(value)) return value.flatMap(placesIn);
  const of = value as Record<string, RecordValue>;
  return Object.keys(of).flatMap((key) => [{ of, key }, ...placesIn(of[key] ?? '')]);
}

/** As JSON, which any record can be written in: one line for each. */
export function rawOf(records: readonly ParsedRecord[]): RawRecords {
  const written = records.map(({ value }) => Buffer.from(JSON.stringify(value)));
  let end = 0;
  return {
    bytes: Buffer.concat(written),
    ends: written.map(({ length }) => (end += length)),
    undecodable: [],
    around: records.map((_, index) => index),
    surroundings: records.map(({ ancestors, header }) => ({ ancestors, header })),
  };
}

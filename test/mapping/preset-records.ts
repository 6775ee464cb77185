import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { FeedFormat } from '../../src/model/feed-format.js';
import type { ParsedRecord, RecordObject, RecordValue } from '../../src/model/record.js';
import { parseCase } from '../../src/feed/parse-case.js';
import { caseText } from '../../src/mapping/check/case-record.js';
import { shippedMapping } from './shipped-mapping.js';

const directory = new URL('../../mappings/', import.meta.url);

/** Every mapping of the package that has cases. */
export const presets = readdirSync(directory)
  .filter((file) => file.endsWith('.cases.yaml'))
  .map((file) => file.replace('.cases.yaml', ''));

interface CaseRecord {
  record?: string;
  cells?: Record<string, string | number>;
  header?: RecordObject;
  ancestors?: { name: string; attributes: Record<string, string> }[];
}

/** The records of a preset's cases, as its feed gives them. */
export function caseRecords(preset: string): ParsedRecord[] {
  const { cases } = parse(readFileSync(new URL(`${preset}.cases.yaml`, directory), 'utf8')) as {
    cases: CaseRecord[];
  };
  const { format } = shippedMapping(preset);
  return cases.flatMap((one) => readCase(one, format) ?? []);
}

function readCase(one: CaseRecord, format: FeedFormat): ParsedRecord | null {
  const { header = {}, ancestors = [] } = one;
  try {
    return parseCase(caseText(one, format), { header, ancestors }, format);
  } catch {
    return null; // A case may be about a record that cannot be read.
  }
}

/** Words that reach deep into the mappings, beside what cannot be meant. */
const naughty = [
  ...[
    'Stan',
    'Kuća',
    'Plac',
    'Prodaja',
    'Izdavanje',
    'sale',
    'week',
    'Novi Sad',
    'Palilula',
    'CG',
    'da',
    'ne',
  ],
  ...[
    '-',
    '0',
    '0.0',
    '1',
    '2.5',
    '45,00',
    '-3',
    '99999999999',
    '325.000',
    '1e9',
    'x',
    'NaN',
    '2048',
    '5_10',
  ],
  ...['2025-12-27T18:15:32', '2024-08-06 00:41:51', '28/2/2011 17:30', '00/00/0000', 'EUR', 'RSD'],
  ...[
    'https://img.example.com/1 2.jpg',
    'http://10.0.0.1/x',
    'javascript:alert(1)',
    'https://[::1]/',
    '//a/b',
  ],
  ...[
    '<p>Lep <b>stan</b></p>',
    '&amp;sup2;',
    'SchÃ¶n',
    '😀'.repeat(100),
    'reč '.repeat(3000),
    '(('.repeat(90),
  ],
  ...['tel. 064/123-45-67, a@b.rs', '\u0000', '\uFFFD', '\uD800', '__proto__', 'constructor', ''],
];

/** A currency that the portal has, and a record beside it: payloads come out, and may be wrong in one place. */
function withKnownCurrency(value: RecordValue): RecordValue {
  if (typeof value === 'string') return /^(?:PLN|USD|RUB|RUR|UAH|GBP|CHF|AUD)$/.test(value) ? 'EUR' : value;
  if (Array.isArray(value)) return value.map(withKnownCurrency);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withKnownCurrency(one)]));
}

/** Records of the preset's cases with some of their values replaced, doubled, moved or taken away. */
export function mutatedRecords(preset: string): fc.Arbitrary<ParsedRecord> {
  const records = caseRecords(preset).map((record) => ({
    ...record,
    value: withKnownCurrency(record.value) as RecordObject,
  }));
  const leaves = [...new Set(records.flatMap(({ value }) => leavesOf(value)))];
  const replacement: fc.Arbitrary<RecordValue> = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...leaves, '') },
    { weight: 5, arbitrary: fc.constantFrom(...naughty) },
    fc.string({ unit: 'binary' }),
    fc.constantFrom<RecordValue>([], {}, ['a', ['b']], { '#text': 'x', '@y': '1' }),
  );
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('replace', 'replace', 'remove', 'double'),
    value: replacement,
  });
  return fc
    .tuple(fc.constantFrom(...records), fc.array(change, { maxLength: 6 }))
    .map(([record, changes]) => ({
      ...record,
      value: changes.reduce<RecordObject>(changed, structuredClone(record.value)),
    }));
}

function leavesOf(value: RecordValue): string[] {
  return typeof value === 'string'
    ? [value]
    : Object.values(value).flatMap((one: RecordValue) => leavesOf(one));
}

interface Place {
  of: RecordObject;
  key: string;
}

function placesIn(value: RecordValue): Place[] {
  if (typeof value === 'string') return [];
  if (Array.isArray(value)) return value.flatMap(placesIn);
  return Object.keys(value).flatMap((key) => [{ of: value, key }, ...placesIn(value[key] ?? '')]);
}

function changed(
  record: RecordObject,
  { at, kind, value: given }: { at: number; kind: string; value: RecordValue },
): RecordObject {
  const value = structuredClone(given); // a value that is put into itself has no end
  const places = placesIn(record);
  const place = places[at % Math.max(1, places.length)];
  if (!place) return record;
  const { of, key } = place;
  if (kind === 'remove') Reflect.deleteProperty(of, key);
  else if (kind === 'double') of[key] = [of[key] ?? '', value];
  else of[key] = value;
  return record;
}

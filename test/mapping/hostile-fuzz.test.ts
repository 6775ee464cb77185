import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { stringify, parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { ParsedRecord, RecordValue } from '../../src/core/record.js';
import { mappingHints } from '../../src/mapping/hints.js';
import { loadMapping } from '../../src/mapping/load-mapping.js';
import { costOfText, mappingLimits } from '../../src/mapping/mapping-limits.js';
import { mutatedRecords, presets } from './preset-records.js';
import { sandboxReference } from './sandbox-reference.js';

const overrides = { tables: {}, unmapped: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'UTC' };
const { reference } = sandboxReference();

/** What someone who wants to hurt others might write in the place of any value. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '(a+)+$',
    '(.*){1,32000}',
    '((((((((((a*)*)*)*)*)*)*)*)*)*)',
    'yM'.repeat(29),
    "'".repeat(59),
    '*a*a*a*b',
    '/etc/passwd',
    '__proto__',
    'constructor/constructor',
    `a${'[b=c]'.repeat(400)}`,
    '../'.repeat(500),
    '{'.repeat(200),
    `'${'[['.repeat(50)}'`,
    `field('a')${" + field('a')".repeat(200)} == ''`,
    `[1, 2].map(x, [1, 2].map(y, [1, 2])) == []`,
    `value.matches('(a+)+$')`,
    `matches(field('a'), '${'(a+)+'.repeat(20)}')`,
    '#1..#1000',
    '#1..#9999999',
    'photo<n><n>',
    { const: { a: 1 } },
    { from: ['a', 'b'], keys: ['a', 'b'], const: 1 },
    { __proto__: null, constructor: 'x' },
    { split: ['', ' '], from: 'a' },
    { from: 'a', remove: Array.from({ length: 600 }, (_, i) => `x{${i}}`) },
    Array.from({ length: 300 }, (_, i) => `v${i}`),
    -0,
    1e308,
    Infinity,
    null,
    '',
    '\u0000\ud800',
    '💥'.repeat(500),
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
);

/** Every place of a value: one of them is overwritten. */
function placesOf(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [
    ...(path.length > 0 ? [path] : []),
    ...entries.flatMap(([key, one]) => placesOf(one, [...path, key])),
  ];
}

function withAt(value: unknown, path: readonly PropertyKey[], put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  // Another change may have taken the place away.
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((one: unknown, index): unknown => (index === step ? withAt(one, rest, put) : one));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === step ? withAt(one, rest, put) : one]),
  );
}

const fileOf = (name: string): string => readFileSync(`mappings/${name}.yaml`, 'utf8');
const bases = { 'kyero-v3': { text: fileOf('kyero-v3'), file: 'kyero-v3.yaml' } };

/** A mapping of which up to three values are overwritten. */
function rewritten(tree: unknown): fc.Arbitrary<string> {
  const change = fc.tuple(fc.constantFrom(...placesOf(tree)), hostile);
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((list) => stringify(list.reduce<unknown>((of, [path, put]) => withAt(of, path, put), tree)));
}

/** Whether it can be used: then it maps each of the records. */
function tryText(text: string, records: readonly ParsedRecord[]): boolean {
  const loaded = loadMapping(text, { file: 'own.yaml', overrides, bases });
  if (!loaded.ok) {
    expect(loaded.errors.length).toBeGreaterThan(0);
    expect(loaded.errors.length).toBeLessThanOrEqual(mappingLimits.problems + 1);
    return false;
  }
  for (const record of records) {
    loaded.mapping.map(record, { reference, photoMax: 10 });
    loaded.mapping.sourceId(record);
  }
  return true;
}

describe('a mapping that has every key of the language, with hostile values in it', () => {
  const written = readFileSync(new URL('every-construct.yaml', import.meta.url), 'utf8');
  const record = fc.letrec<{ value: RecordValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('', 'da', '1.234,5', 'a'.repeat(20_000), `${'a'.repeat(3_000)}!`, 'gas '.repeat(4_000)),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('@unit', '@status', 'value', '__proto__', '#text'), tie('value')),
    ),
  })).value;
  const names = [...new Set(written.match(/[a-z]+/g))];
  const records = fc
    .dictionary(fc.constantFrom(...names), record, { minKeys: 3, maxKeys: 12 })
    .map((value): ParsedRecord => ({ name: 'ad', value, header: {}, ancestors: [] }));

  it('is read, checked and run without an exception, and its problems stay few', () => {
    let used = 0;
    let number = 0;
    expect(tryText(written, [])).toBe(true);
    fc.assert(
      fc.property(
        rewritten(parse(written)),
        fc.array(records, { minLength: 3, maxLength: 3 }),
        (text, three) => {
          if (tryText(text, three)) used += 1;
          // They read the text by themselves.
          if (++number % 10 === 0) mappingHints(text, 'own.yaml', reference);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(used).toBeGreaterThan(50);
  });

  it('is read without an exception wherever it is cut, doubled or disturbed', () => {
    const marks = ['', '[', '{', '- ', '? ', '&a ', '*a ', ': ', '"', "'", '\t', '\n'];
    const more = ['!!set ', '|\n', '<<: *a', '%YAML 9\n---\n', '[\n'];
    const place = fc.nat({ max: written.length });
    const times = fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 3 }) }, fc.nat({ max: 300 }));
    const cut = fc.tuple(place, fc.nat({ max: 200 }), fc.constantFrom(...marks, ...more), times);
    fc.assert(
      fc.property(cut, ([from, length, mark, count]) => {
        const text = written.slice(0, from) + mark.repeat(count) + written.slice(from + length);
        const isUsed = tryText(text, []);
        if (costOfText(text) !== null) expect(isUsed).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe.each(presets)('%s, as an agency might rewrite it', (preset) => {
  it('is read, checked and run without an exception', () => {
    fc.assert(
      fc.property(rewritten(parse(fileOf(preset))), mutatedRecords(preset), (text, record) => {
        tryText(text, [record]);
      }),
      { numRuns: 8 },
    );
  });
});

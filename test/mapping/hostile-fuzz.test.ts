import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { ParsedRecord, RecordValue } from '../../src/model/record.js';
import { mappingHints } from '../../src/mapping/check/hints.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { costOfText, mappingLimits } from '../../src/mapping/language/mapping-limits.js';
import { rewritten } from '../support/hostile-mappings.js';
import { repetitions } from '../support/repetitions.js';
import { mutatedRecords, presets } from './preset-records.js';
import { sandboxReference } from './sandbox-reference.js';

const overrides = { tables: {}, unmapped: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'UTC' };
const { reference } = sandboxReference();

const fileOf = (name: string): string => readFileSync(`mappings/${name}.yaml`, 'utf8');
const bases = { 'kyero-v3': { text: fileOf('kyero-v3'), file: 'kyero-v3.yaml' } };

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
    const numRuns = repetitions({ tests: 120, soak: 1_000 });
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
      { numRuns },
    );
    expect(used).toBeGreaterThan(numRuns / 20);
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
      { numRuns: repetitions({ tests: 60, soak: 500 }) },
    );
  });
});

describe.each(presets)('%s, as an agency might rewrite it', (preset) => {
  it('is read, checked and run without an exception', () => {
    fc.assert(
      fc.property(rewritten(parse(fileOf(preset))), mutatedRecords(preset), (text, record) => {
        tryText(text, [record]);
      }),
      { numRuns: repetitions({ tests: 3, soak: 8 }) },
    );
  });
});

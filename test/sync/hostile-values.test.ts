import { describe, expect, it } from 'vitest';
import type { FeedFormat } from '../../src/model/feed-format.js';
import type { ParsedRecord } from '../../src/model/record.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { createMapper, type MapRecords } from '../../src/sync/map/map-records.js';
import { payloadRules } from '../../src/sync/map/payload-rules.js';
import { decodeOutcome } from '../../src/store/records/staged-record.js';
import { hostileValues, rawOf, withHostileValues } from '../support/hostile-values.js';
import { repetitions } from '../support/repetitions.js';
import { seededRandom } from '../support/seeded-random.js';
import { caseRecords, presets } from '../mapping/preset-records.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { shippedMapping } from '../mapping/shipped-mapping.js';

const { reference, vocabulary } = sandboxReference();
const rules = payloadRules(vocabulary, defaultProtocol, [], [], {});
const recordsOfPreset = repetitions({ tests: 40, soak: 130 });
const beside = 2;
const json: FeedFormat = { container: 'json', root: [], records: [], lines: true, declaredCount: null };

let failed = 0;

/** What polls map with, over records that are written as JSON. */
function mapperOf(preset: string, name: string): MapRecords {
  const mapping = shippedMapping(preset);
  const named = {
    ...mapping,
    format: json,
    map: (record: ParsedRecord, ...of: [Parameters<typeof mapping.map>[1]]) =>
      mapping.map({ ...record, name }, ...of),
    sourceId: (record: ParsedRecord) => mapping.sourceId({ ...record, name }),
  };
  return createMapper(named, { reference, photoMax: 20, portalIds: new Map() }, rules);
}

describe.each(presets)('%s', (preset) => {
  const name = caseRecords(preset)[0]!.name;
  const records = caseRecords(preset).filter((one) => one.name === name);
  const map = mapperOf(preset, name);

  it('makes of hostile values one outcome for each record, and of those beside them what they are alone', () => {
    const random = seededRandom(`hostile values ${preset}`);
    const fraction = (): number => random.fraction();
    const innocent = records.slice(0, beside);
    const alone = map(rawOf(innocent));
    for (let count = 0; count < recordsOfPreset; count++) {
      const record = records[count % records.length]!;
      const hostile = withHostileValues(record, fraction);
      const at = count % (innocent.length + 1);
      const outcomes = map(rawOf(innocent.toSpliced(at, 0, hostile)));
      expect(outcomes).toHaveLength(innocent.length + 1);
      expect(outcomes.toSpliced(at, 1)).toEqual(alone);
      const { kind, issues } = decodeOutcome(outcomes[at]!.content);
      if (kind === 'invalid') expect(issues.some(({ severity }) => severity === 'error')).toBe(true);
      if (issues.some(({ code }) => code === 'record_failed')) failed++;
    }
  });
});

it('some of the values make a library throw, which no record notices but its own', () => {
  expect(hostileValues.length).toBeGreaterThan(60);
  expect(failed).toBeGreaterThan(0);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordObject, RecordValue } from '../../src/model/record.js';
import { cutText } from '../../src/mapping/values/text.js';
import { compilePath, textOf } from '../../src/mapping/language/path.js';
import { codePointLength } from '../../src/wire/code-points.js';
import { checkListing } from '../../src/wire/listing.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { vocabularyKeys } from '../../src/wire/vocabulary.js';
import { sandboxReference } from './sandbox-reference.js';
import type { Reference } from '../../src/model/reference.js';
import { mutatedRecords, presets } from './preset-records.js';
import { shippedMapping } from './shipped-mapping.js';

const { reference: directories, vocabulary } = sandboxReference();
const keys = vocabularyKeys(vocabulary);

/** Feeds of other countries: a town that the portal does not have is taken for one that it has. */
const reference: Reference = {
  ...directories,
  place: (query) => {
    const answer = directories.place(query);
    const isForeign = answer.kind === 'unknown' && query.city.length > 0;
    return isForeign ? directories.place({ ...query, city: ['Novi Sad'], municipality: null }) : answer;
  },
};

const text = fc.oneof(fc.constantFrom('da', '1', '0.0', '', '__proto__'), fc.string({ unit: 'binary' }));

function record(keysOf: readonly string[]): fc.Arbitrary<RecordObject> {
  const { node } = fc.letrec<{ node: RecordValue }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.dictionary(fc.constantFrom(...keysOf), tie('node'), { maxKeys: 4 }) as fc.Arbitrary<RecordValue>,
      fc.array(tie('node'), { maxLength: 3 }) as fc.Arbitrary<RecordValue>,
    ),
  }));
  return fc.dictionary(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...keysOf) }, fc.string()), node, {
    maxKeys: keysOf.length,
  });
}

function flat(value: RecordValue): RecordValue[] {
  return Array.isArray(value) ? value.flatMap(flat) : [value];
}

/** What a step leads to; lists in lists are one list. */
function childrenOf(node: RecordValue, name: string): RecordValue[] {
  if (typeof node === 'string' || Array.isArray(node) || !Object.hasOwn(node, name)) return [];
  return flat(node[name] ?? []);
}

describe.each(presets)('%s', (name) => {
  const mapping = shippedMapping(name);
  const any = mutatedRecords(name);

  it('maps any record without throwing, and the same record the same', () => {
    fc.assert(
      fc.property(any, fc.nat({ max: 70 }), (parsed, photoMax) => {
        const mapped = mapping.map(parsed, { reference, photoMax });
        expect(mapping.map(parsed, { reference, photoMax }, [])).toEqual(mapped);
        expect(mapping.sourceId(parsed)).toBe(mapped.sourceId);
        const isPublishable = mapped.listings.some((listing) => listing.payload !== null);
        if (mapped.kind === 'mapped') expect(isPublishable).toBe(true);
        if (mapped.kind === 'invalid')
          expect(mapped.issues.some((issue) => issue.severity === 'error')).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('takes a damaged id for none, however it is asked', () => {
    fc.assert(
      fc.property(any, fc.nat({ max: 12 }), (parsed, place) => {
        let texts = 0;
        const damaged = JSON.parse(JSON.stringify(parsed), (_, value: unknown) =>
          typeof value === 'string' && value !== '' && texts++ === place ? '\ud800' : value,
        ) as typeof parsed;
        expect(mapping.sourceId(damaged)).toBe(mapping.map(damaged, { reference, photoMax: 5 }).sourceId);
      }),
      { numRuns: 40 },
    );
  });

  it('never makes a payload that the portal would call invalid', () => {
    let payloads = 0;
    fc.assert(
      fc.property(any, (parsed) => {
        const mapped = mapping.map(parsed, { reference, photoMax: 64 });
        for (const { payload } of mapped.listings) {
          if (payload === null) continue;
          payloads++;
          const dated = {
            ...payload,
            source: { ...(payload.source as object), updated_at: '2026-01-01T00:00:00Z' },
          };
          expect(checkListing(dated, { protocol: defaultProtocol, vocabulary: keys })).toMatchObject({
            ok: true,
          });
        }
      }),
      { numRuns: 120 },
    );
    expect(payloads).toBeGreaterThan(10);
  });
});

it('every mapping of the package is held to this', () => {
  expect(presets).toEqual(expect.arrayContaining(['csv-header', 'estate-sistem', 'kyero-v3']));
});

describe('the parts', () => {
  it('cut texts within both limits, at a word, or not at all', () => {
    const words = fc.array(
      fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom('😀', 'č', 'reč')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, codePoints, utf16Units) => {
          const whole = parts.join(' ').trim();
          const cut = cutText(whole, { codePoints, utf16Units });
          if (cut === null) return;
          expect(codePointLength(cut)).toBeLessThanOrEqual(codePoints);
          expect(cut.length).toBeLessThanOrEqual(utf16Units);
          expect(whole.startsWith(cut)).toBe(true);
        },
      ),
    );
  });

  it('read every path from any record', () => {
    const paths = [
      ...['a', 'a/b', '*', 'a[b=c]/d', '@x', 'a/name(*)', '.', 'name()', '../@x', '/a', 'a/@b'],
      ...['a/@name(true)', 'a/name(true)', 'a<n>', '@x<n>/b', 'a[b=c<n>]/d', '#1..#3'],
    ].map((path) => compilePath(path));
    fc.assert(
      fc.property(record(['a', 'b', 'c', 'd', '@x', '@b', '#text', 'a10', 'a2', '#2']), (value) => {
        for (const path of paths) {
          for (const node of path.select({ name: 'r', value, ancestors: [], header: value }))
            expect(typeof textOf(node)).toBe('string');
        }
      }),
    );
  });

  it('by names read every value below those names, however they repeat', () => {
    const names = ['a', 'b', '@x', '#text', '#2', 'a10'];
    const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(record(names), path, (value, parts) => {
        const all = parts.reduce<RecordValue[]>(
          (nodes, name) => nodes.flatMap((node) => childrenOf(node, name)),
          [value],
        );
        const read = compilePath(parts.join('/')).select({ name: 'r', value, ancestors: [], header: {} });
        expect(read).toEqual(all);
      }),
    );
  });
});

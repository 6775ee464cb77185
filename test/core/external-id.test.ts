import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalId, rentSuffix } from '../../src/core/listing/external-id.js';

const portalPattern = /^[A-Za-z0-9._:-]{1,64}$/;
const a = (length: number): string => 'a'.repeat(length);

/** What feeds write as ids: ordinary ones, ones that imitate our own encoding, and any text at all. */
const sourceId = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', '0', '.', '_', ':', '-'), minLength: 1, maxLength: 80 }),
  fc
    .array(fc.constantFrom('_', '__', '__h', '__5f', '__2e', '__rent', 'rent', 'h', '5f', 'x', '.', 'č'), {
      minLength: 1,
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
);
const prefix = fc.constantFrom('', 'a-', 'a_', '.', 'agency:7_');
const suffix = fc.constantFrom('', rentSuffix);

describe('externalId', () => {
  it.each<[name: string, source: string, id: string]>([
    ['an ordinary number', '00123', '00123'],
    ['every character that the portal admits', 'Ab.9_c:d-e', 'Ab.9_c:d-e'],
    ['A1 and a1 stay two (upper)', 'A1', 'A1'],
    ['A1 and a1 stay two (lower)', 'a1', 'a1'],
    ['64 characters', a(64), a(64)],
    ['65 characters (hash made by openssl and base32)', a(65), `${a(34)}__hmnjwdrelxhvlcqmy45xk`],
    ['one dot', '.', '__2e'],
    ['two dots', '..', '__2e__2e'],
    ['three dots are no path', '...', '...'],
    ['__proto__', '__proto__', '__5f__5fproto__5f__5f'],
    ['a single underscore inside', 'a_b', 'a_b'],
    ['an underscore at the end', 'a_', 'a__5f'],
    ['an underscore alone', '_', '__5f'],
    ['a double underscore: all of it is encoded', 'a__b.c', 'a__5f__5fb__2ec'],
    ['a slash and a blank', 'ab/1 2', 'ab__2f1__202'],
    ['letters beyond ASCII, by UTF-8 byte', 'šta', '__c5__a1ta'],
    ['a control character', 'a\u0000', 'a__00'],
    ['what looks like a rental of ours', 'x__rent', 'x__5f__5frent'],
  ])('%s', (_name, source, id) => {
    expect(externalId(source)).toBe(id);
  });

  it('puts the prefix before, and the rental’s ending behind', () => {
    expect(externalId('12', 'a-')).toBe('a-12');
    expect(externalId('12', '', rentSuffix)).toBe('12__rent');
    expect(externalId('1/2', 'a-', rentSuffix)).toBe('a-1__2f2__rent');
  });

  it('counts prefix and ending among the 64 characters, and shortens before the ending', () => {
    expect(externalId(a(58), '', rentSuffix)).toBe(`${a(58)}__rent`);
    expect(externalId(a(59))).toBe(a(59));
    expect(externalId(a(59), '', rentSuffix)).toMatch(/^a{34}__h[a-z2-7]{20}__rent$/);
    expect(externalId(a(62), 'p-')).toBe(`p-${a(62)}`);
    expect(externalId(a(63), 'p-')).toMatch(/^p-a{32}__h[a-z2-7]{20}$/);
  });

  it('always fits the portal’s pattern, and is never a path or a property of every object', () => {
    fc.assert(
      fc.property(sourceId, prefix, suffix, (source, before, after) => {
        const id = externalId(source, before, after);
        expect(id).toMatch(portalPattern);
        expect(['.', '..', '__proto__']).not.toContain(id);
        expect(externalId(source, before, after)).toBe(id);
      }),
      { numRuns: 1000 },
    );
  });

  it('is unique both ways: no two records of a feed, sale or rental, share an id', () => {
    const listing = fc.record({ source: sourceId, ending: suffix });
    fc.assert(
      fc.property(prefix, fc.array(listing, { minLength: 2, maxLength: 40 }), (before, listings) => {
        const listed = new Set(listings.map(({ source, ending }) => JSON.stringify([source, ending])));
        const ids = new Set(listings.map(({ source, ending }) => externalId(source, before, ending)));
        expect(ids.size).toBe(listed.size);
      }),
      { numRuns: 1000 },
    );
  });

  it('is unique too where a feed’s own id is another record’s portal id', () => {
    fc.assert(
      fc.property(sourceId, prefix, suffix, suffix, (source, before, ending, other) => {
        const id = externalId(source, before, ending);
        const imitation = id.slice(before.length);
        if (imitation === source) return;
        expect(externalId(imitation, before, other)).not.toBe(id);
      }),
      { numRuns: 1000 },
    );
  });
});

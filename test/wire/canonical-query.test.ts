import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalQuery,
  canonicalQueryOf,
  encodePathSegment,
  encodeRfc3986,
} from '../../src/wire/canonical-query.js';
import { hasShared, sharedDir } from '../shared-dir.js';

interface SigV4Case {
  case: string;
  target: string;
  canonical_query: string;
}

describe('canonical query', () => {
  it('sorts by encoded name, then value, and encodes what encodeURIComponent leaves', () => {
    const pairs = [
      ['b', '2'],
      ['a-', '1'],
      ['a', 'z'],
      ['a', "it's (b)!*"],
      ['q', 'Ниш č'],
    ] as const;
    expect(canonicalQuery(pairs)).toBe('a=it%27s%20%28b%29%21%2A&a=z&a-=1&b=2&q=%D0%9D%D0%B8%D1%88%20%C4%8D');
    expect(canonicalQuery([])).toBe('');
  });

  it('takes a plus for a plus, a bad escape for its characters, and keeps bytes that are no UTF-8', () => {
    expect(canonicalQueryOf('a=1+2&b=100%&c=%ff&d')).toBe('a=1%2B2&b=100%25&c=%FF&d=');
  });

  it.skipIf(!hasShared)('agrees with the AWS SigV4 suite', () => {
    const path = `${sharedDir}/vectors/aws-sigv4/canonical-path-query.json`;
    const cases = JSON.parse(readFileSync(path, 'utf8')) as SigV4Case[];
    for (const { case: name, target, canonical_query } of cases) {
      expect(canonicalQueryOf(target.split('?')[1] ?? ''), name).toBe(canonical_query);
    }
  });

  it('is its own canonical form, whatever the pairs', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(pairs, (each) => {
        const query = canonicalQuery(each);
        if (each.every(([name]) => name !== '')) expect(canonicalQueryOf(query)).toBe(query);
        expect(query).toMatch(/^[A-Za-z0-9\-._~%=&]*$/);
      }),
    );
  });
});

describe('path segments', () => {
  it('never leave their folder', () => {
    expect(encodePathSegment('a/../b?c#d')).toBe('a%2F..%2Fb%3Fc%23d');
    expect(encodePathSegment('A1.b_c:d-e')).toBe('A1.b_c%3Ad-e');
  });

  it('can be read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeURIComponent(encodeRfc3986(text))).toBe(text);
        expect(decodeURIComponent(encodePathSegment(text))).toBe(text);
      }),
    );
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, listingDigest } from '../../src/core/listing/digest.js';
import { hasShared, sharedDir } from '../shared-dir.js';

const listing = {
  external_id: 'A-1',
  state: 'active',
  price: { amount: 120_000, currency: 'EUR' },
  photos: [{ url: 'https://img.example/1.jpg?v=2&t=111' }, { url: 'https://img.example/2.jpg' }],
  source: { url: 'https://agency.example/1' },
};

/** The same value with the keys of every object in another order, as drawn. */
function shuffled(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    order(Object.keys(value)).map((key) => [key, shuffled(Reflect.get(value, key), order)]),
  );
}

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) as fc.Arbitrary<unknown>;
const payload = fc.dictionary(fc.string({ unit: 'grapheme' }), json);

describe('listingDigest', () => {
  it('is the SHA-256 of the canonical form (made by openssl)', () => {
    expect(listingDigest({ b: 'č', a: 1e2 })).toBe(
      'b2e4e494f00d866f7973e914bb1dcd4e74715c362c7822e9ca044be2b12e0ee0',
    );
  });

  it('does not see the order of keys', () => {
    fc.assert(
      fc.property(payload, fc.integer({ min: 1, max: 7 }), (content, turn) => {
        const other = shuffled(content, (keys) => [...keys.slice(turn), ...keys.slice(0, turn)].reverse());
        expect(listingDigest(other as typeof content)).toBe(listingDigest(content));
      }),
    );
  });

  it('does not see the date and the digest that travel with the listing', () => {
    const before = listingDigest(listing);
    for (const updated_at of ['2026-05-01T00:00:00Z', '2027-01-01T00:00:00+02:00'])
      expect(listingDigest({ ...listing, digest: before, source: { ...listing.source, updated_at } })).toBe(
        before,
      );
  });

  it.each<[name: string, change: Record<string, unknown>]>([
    ['the price', { price: { amount: 119_999, currency: 'EUR' } }],
    ['the order of photos', { photos: listing.photos.toReversed() }],
    ['one photo less', { photos: listing.photos.slice(1) }],
    ['the source page', { source: { url: 'https://agency.example/2' } }],
    ['a field more', { video_url: null }],
    ['a date or digest elsewhere', { price: { ...listing.price, updated_at: 'x', digest: 'y' } }],
    ['the picture behind a URL', { photos: [{ ...listing.photos[0], digest: 'f'.repeat(64) }] }],
  ])('sees %s', (_name, change) => {
    expect(listingDigest({ ...listing, ...change })).not.toBe(listingDigest(listing));
  });

  it('leaves the payload as it is', () => {
    const frozen = structuredClone(listing);
    listingDigest(listing, ['t']);
    expect(listing).toEqual(frozen);
  });

  describe('with tokens that an export writes into photo URLs', () => {
    const withPhoto = (url: string): Record<string, unknown> => ({ ...listing, photos: [{ url }] });
    const photo = (query: string): string => `https://img.example/1.jpg${query}`;

    it.each<[name: string, a: string, b: string, tokens: string[], equal: boolean]>([
      ['another token is the same photo', '?v=2&t=111', '?v=2&t=222', ['t'], true],
      ['no token is the same photo', '?v=2', '?v=2&t=222', ['t'], true],
      ['several tokens, each anywhere', '?t=1&v=2&s=1', '?s=9&v=2', ['t', 's'], true],
      ['another version is another photo', '?v=2&t=111', '?v=3&t=111', ['t'], false],
      ['an unnamed key counts', '?v=2&t=111', '?v=2&t=222', [], false],
      ['a key that only begins alike counts', '?token=1', '?token=2', ['t'], false],
    ])('%s', (_name, a, b, tokens, equal) => {
      const digests = [a, b].map((query) => listingDigest(withPhoto(photo(query)), tokens));
      expect(digests[0] === digests[1]).toBe(equal);
    });

    it('drops tokens from photos alone', () => {
      const page = (token: string): Record<string, unknown> => ({
        ...listing,
        source: { url: `https://agency.example/1?t=${token}` },
      });
      expect(listingDigest(page('1'), ['t'])).not.toBe(listingDigest(page('2'), ['t']));
    });
  });
});

describe('canonicalJson', () => {
  const vectors = join(sharedDir, 'vectors', 'jcs');
  const names = hasShared ? readdirSync(join(vectors, 'input')).map((file) => file.replace('.json', '')) : [];

  it.skipIf(!hasShared)('has the RFC’s vectors to read', () => {
    expect(names).toHaveLength(6);
  });

  it.each(names)('writes RFC 8785’s %s byte for byte', (name) => {
    const input: unknown = JSON.parse(readFileSync(join(vectors, 'input', `${name}.json`), 'utf8'));
    const expected = readFileSync(join(vectors, 'outhex', `${name}.txt`), 'utf8').replace(/\s+/g, '');
    expect(Buffer.from(canonicalJson(input), 'utf8').toString('hex')).toBe(expected);
  });

  it('writes what another implementation writes', () => {
    fc.assert(fc.property(json, (value) => canonicalJson(value) === canonicalize(value)));
  });

  it('says the same value, and itself again', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['nothing', undefined],
    ['NaN', NaN],
    ['infinity', { a: Infinity }],
    ['a big integer', 1n],
    ['half a surrogate pair', '\ud83d'],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(Error);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenSearch } from '../../src/mapping/check/export-token.js';

type Urls = readonly string[];
const photos = (urls: Urls): Record<string, unknown> => ({
  photos: urls.map((url) => ({ url: `https://a.example${url}` })),
});

function keyIn(listings: readonly (readonly [before: Urls, now: Urls])[]): string | null {
  const search = new TokenSearch();
  for (const [before, now] of listings) search.meet(photos(before), photos(now));
  return search.result()?.key ?? null;
}

describe('the query key in which a file differs from the last', () => {
  it.each<[what: string, listings: (readonly [Urls, Urls])[], key: string | null]>([
    [
      'a time',
      [
        [
          ['/1.jpg?t=1', '/2.jpg?t=1'],
          ['/1.jpg?t=2', '/2.jpg?t=2'],
        ],
        [['/3.jpg?t=1'], ['/3.jpg?t=2']],
      ],
      't',
    ],
    [
      'a counter of each photo',
      [
        [
          ['/1.jpg?c=1', '/2.jpg?c=2'],
          ['/1.jpg?c=7', '/2.jpg?c=8'],
        ],
        [['/3.jpg?c=3'], ['/3.jpg?c=9']],
      ],
      'c',
    ],
    [
      'beside a key that tells photos apart',
      [
        [
          ['/p?id=1&t=5', '/p?id=2&t=5'],
          ['/p?id=1&t=6', '/p?id=2&t=6'],
        ],
        [['/p?id=3&t=5'], ['/p?id=3&t=6']],
      ],
      't',
    ],
    [
      'in another order of the photos',
      [
        [
          ['/1.jpg?t=1', '/2.jpg?t=1'],
          ['/2.jpg?t=2', '/1.jpg?t=2'],
        ],
        [['/3.jpg?t=1'], ['/3.jpg?t=2']],
      ],
      't',
    ],
    [
      'with listings without photos',
      [
        [['/1.jpg?t=1'], ['/1.jpg?t=2']],
        [[], []],
        [['/3.jpg?t=1'], ['/3.jpg?t=2']],
      ],
      't',
    ],
    [
      'with a real change of one in five',
      [
        ...['1', '2', '3', '4'].map((n): [Urls, Urls] => [[`/${n}.jpg?t=1`], [`/${n}.jpg?t=2`]]),
        [['/5.jpg?t=1'], ['/6.jpg?t=2']],
      ],
      't',
    ],
    [
      'one listing alone',
      [
        [
          ['/1.jpg?t=1', '/2.jpg?t=1'],
          ['/1.jpg?t=2', '/2.jpg?t=2'],
        ],
      ],
      null,
    ],
    [
      'one photo of several',
      [
        [
          ['/1.jpg?t=1', '/2.jpg?t=1'],
          ['/1.jpg?t=2', '/2.jpg?t=1'],
        ],
        [['/3.jpg?t=1'], ['/3.jpg?t=2']],
      ],
      null,
    ],
    [
      'two keys',
      [
        [['/1.jpg?t=1&s=1'], ['/1.jpg?t=2&s=2']],
        [['/3.jpg?t=1&s=1'], ['/3.jpg?t=2&s=2']],
      ],
      null,
    ],
    [
      'another key in each listing',
      [
        [['/1.jpg?t=1&s=1'], ['/1.jpg?t=2&s=1']],
        [['/3.jpg?t=1&s=1'], ['/3.jpg?t=1&s=2']],
      ],
      null,
    ],
    [
      'the key of the photo itself',
      [
        [['/p?id=1'], ['/p?id=2']],
        [['/p?id=3'], ['/p?id=4']],
      ],
      null,
    ],
    [
      'some unchanged',
      [
        [['/1.jpg?t=1'], ['/1.jpg?t=2']],
        [['/2.jpg?t=1'], ['/2.jpg?t=2']],
        [['/3.jpg?t=1'], ['/3.jpg?t=1']],
      ],
      null,
    ],
    [
      'mostly real changes',
      [
        [['/1.jpg?t=1'], ['/1.jpg?t=2']],
        [['/2.jpg?t=1'], ['/2.jpg?t=2']],
        [['/3.jpg'], ['/4.jpg']],
      ],
      null,
    ],
    [
      'a key that is new',
      [
        [['/1.jpg'], ['/1.jpg?t=2']],
        [['/2.jpg'], ['/2.jpg?t=2']],
      ],
      null,
    ],
  ])('%s', (_, listings, key) => {
    expect(keyIn(listings)).toBe(key);
  });

  it('is found in any file of which nothing else changed, and in none of which a path changed in each listing', () => {
    const file = fc.uniqueArray(fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), (listings, before, now) => {
        fc.pre(before !== now);
        const urls = (value: number, end: string): Urls[] =>
          listings.map((list, at) => list.map((_, index) => `/${at}-${index}${end}?t=${value}`));
        const [former, same, other] = [urls(before, '.jpg'), urls(now, '.jpg'), urls(now, '-new.jpg')];
        expect(keyIn(former.map((one, at) => [one, same[at] ?? []]))).toBe('t');
        expect(keyIn(former.map((one, at) => [one, other[at] ?? []]))).toBeNull();
      }),
    );
  });
});

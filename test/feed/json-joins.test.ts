import { describe, expect, it } from 'vitest';
import type { JsonFormat } from '../../src/model/feed-format.js';
import { jsonOf } from './json-of.js';

const format: Partial<JsonFormat> = {
  records: ['data'],
  table: 'ads',
  joins: [
    { records: 'data', table: 'photos', by: 'ad', to: 'id', as: 'photos' },
    { records: 'data', table: 'towns', by: 'id', to: 'town', as: 'town_name', take: ['name'] },
  ],
};
const ads = [
  { id: 1, town: '7' },
  { id: '2', town: '9' },
  { id: 3, town: null },
];
const photos = [
  { ad: '2', url: 'b1' },
  { ad: 1, url: 'a1' },
  { ad: 2, url: 'b2 }' },
  { ad: 8, url: 'gone' },
];
const towns = [
  { id: 7, name: 'Niš', lat: 43 },
  { id: '9', name: 'Bar' },
];
const file = (tables: readonly (readonly [string, object[]])[]): string =>
  JSON.stringify([
    { type: 'header', version: '5' },
    ...tables.map(([name, data]) => ({ type: 'table', name, data })),
  ]);
const whole = file([
  ['photos', photos],
  ['ads', ads],
  ['towns', towns],
]);
const joined = [
  { id: 1, town: '7', photos: [photos[1]], town_name: [{ name: 'Niš' }] },
  { id: '2', town: '9', photos: [photos[0], photos[2]], town_name: [{ name: 'Bar' }] },
  { id: 3, town: null },
];

describe('records that are joined with rows of other lists', () => {
  it.each([
    ['before and behind them', whole],
    [
      'all behind them',
      file([
        ['ads', ads],
        ['towns', towns],
        ['photos', photos],
      ]),
    ],
  ])('hold them in their order, as a part of their bytes: %s', async (_name, text) => {
    const { raw, end } = await jsonOf(text, format);
    expect(raw.map((one) => JSON.parse(one) as unknown)).toEqual(joined);
    expect(end).toMatchObject({ completeness: 'complete', recordCount: 3 });
  });

  it('are the same whatever is read at once', async () => {
    const limits = { windowBytes: 7, recordsPerBlock: 2 };
    expect((await jsonOf(whole, format, limits)).raw).toEqual((await jsonOf(whole, format)).raw);
  });

  it('change when their rows do, and only they', async () => {
    const before = await jsonOf(whole, format);
    const after = await jsonOf(whole.replace('b1', 'b9'), format);
    expect(after.fingerprints.map((one, index) => one === before.fingerprints[index])).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('keep a value of their own that has the name', async () => {
    const own = file([
      ['ads', [{ id: 1, town: 7, photos: 4 }]],
      ['photos', photos],
      ['towns', towns],
    ]);
    expect((await jsonOf(own, format)).raw.map((one) => JSON.parse(one) as unknown)).toEqual([
      { id: 1, town: 7, photos: 4, town_name: [{ name: 'Niš' }] },
    ]);
  });

  it.each([
    [
      'a list that is not there',
      file([
        ['ads', ads],
        ['towns', towns],
      ]),
      'the list "photos" cannot be joined',
    ],
    ['a file that is cut off', whole.slice(0, -30), 'cut off'],
    [
      'no list of the records',
      file([
        ['towns', towns],
        ['photos', photos],
      ]),
      'no list "data"',
    ],
  ])('are not whole with %s', async (_name, text, reason) => {
    const { end } = await jsonOf(text, format);
    expect(end.completeness).toBe('incomplete');
    expect(end.reason).toContain(reason);
  });
});

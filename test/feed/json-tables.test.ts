import { describe, expect, it } from 'vitest';
import type { JsonFormat } from '../../src/model/feed-format.js';
import { jsonOf, type ReadJson } from './json-of.js';

const values = ({ parsed }: ReadJson): unknown[] =>
  parsed.map((result) => (result.ok ? result.record.value : result.reason));

const rows = [
  ['A1', 85000, true],
  ['A2', null, false],
];
const records = [
  { id: 'A1', price: '85000', lift: 'true' },
  { id: 'A2', lift: 'false' },
];
const named = { records: ['rows'], columns: { path: 'columns' } };
const byFirst = { records: ['rows'], columns: { path: null } };

describe('records that are lists of values', () => {
  it.each<[string, unknown, Partial<JsonFormat>]>([
    ['a list of names', { columns: ['id', 'price', 'lift'], rows }, named],
    [
      'a list of objects with names',
      { meta: { fields: [{ name: 'id' }, { name: 'price', type: 'number' }, { name: 'lift' }] }, rows },
      { ...named, columns: { path: 'meta/fields/name' } },
    ],
    ['the first record', { rows: [['id', 'price', 'lift'], ...rows] }, byFirst],
    [
      'the first record of a file that is a list',
      [['id', 'price', 'lift'], ...rows],
      { ...byFirst, records: ['.'] },
    ],
    ['names with one missing', { rows: [['id', 'price', 'lift', null], ...rows] }, byFirst],
  ])('are named by %s', async (_, document, format) => {
    for (const written of [JSON.stringify(document), JSON.stringify(document, null, '\t')]) {
      const read = await jsonOf(written, format);
      expect(values(read)).toEqual(records);
      expect(read.end).toMatchObject({ completeness: 'complete', reason: null, recordCount: 2 });
    }
  });

  it('have the values of one name together, and leave out those without a name', async () => {
    const columns = ['id', 'photo', 'photo', '', 'photo'];
    const read = await jsonOf(
      JSON.stringify({
        columns,
        rows: [
          ['A1', 'a.jpg', null, 'x', 'b.jpg'],
          ['A2', 'c.jpg'],
        ],
      }),
      named,
    );
    expect(values(read)).toEqual([
      { id: 'A1', photo: ['a.jpg', 'b.jpg'] },
      { id: 'A2', photo: 'c.jpg' },
    ]);
  });

  it('cost only themselves where they have more values than names, or are none', async () => {
    const document = { columns: ['id', 'price'], rows: [['A1', 1, 'x'], { id: 'A2' }, ['A3', 3]] };
    const read = await jsonOf(JSON.stringify(document), named);
    expect(values(read)).toEqual([
      expect.stringMatching(/^it has 3 values, and the file names 2/),
      expect.stringMatching(/^it is no list/),
      { id: 'A3', price: '3' },
    ]);
    expect(read.end.completeness).toBe('complete');
  });

  it.each<[string, unknown, Partial<JsonFormat>, RegExp]>([
    ['without their list of names', { rows }, named, /no list of names "columns" before its records/],
    ['whose list of names stands behind them', { rows, columns: ['id', 'price', 'lift'] }, named, /before/],
    ['whose names are objects', { columns: [{ id: 1 }], rows }, named, /no list of names/],
    ['whose first is none of names', { rows: [{ id: 'A1' }, ...rows] }, byFirst, /first record is no list/],
  ])('are not read from a file %s', async (_, document, format, reason) => {
    const { end } = await jsonOf(JSON.stringify(document), format);
    expect(end).toMatchObject({
      completeness: 'incomplete',
      reason: expect.stringMatching(reason) as string,
    });
  });

  it.each<[string, unknown, Partial<JsonFormat>]>([
    [
      'a list of names',
      {
        tables: [
          { columns: ['id', 'price', 'area'], rows: [['A1', 1, 2]] },
          { columns: ['id', 'area', 'price'], rows: [['A2', 2, 1]] },
        ],
      },
      { records: ['tables/rows'], columns: { path: 'tables/columns' } },
    ],
    [
      'their first record',
      {
        tables: [
          {
            rows: [
              ['id', 'price', 'area'],
              ['A1', 1, 2],
            ],
          },
          {
            rows: [
              ['id', 'area', 'price'],
              ['A2', 2, 1],
            ],
          },
        ],
      },
      { records: ['tables/rows'], columns: { path: null } },
    ],
  ])('of several tables are each named by %s of their own', async (_, document, format) => {
    const read = await jsonOf(JSON.stringify(document), format);
    expect(values(read)).toEqual([
      { id: 'A1', price: '1', area: '2' },
      { id: 'A2', price: '1', area: '2' },
    ]);
  });

  it('are other records where other names stand above them', async () => {
    const prints = async (columns: string[]): Promise<string[]> =>
      (await jsonOf(JSON.stringify({ columns, rows }), named)).fingerprints;
    const [before, after] = [await prints(['id', 'price', 'lift']), await prints(['id', 'rent', 'lift'])];
    expect(after).not.toEqual(before);
    expect(await prints(['id', 'price', 'lift'])).toEqual(before);
  });

  it('of an object with the name of their names are read as they are', async () => {
    const read = await jsonOf('{"#names":["id"],"ads":[["A1"],{"id":"A2"}]}');
    expect(values(read)).toEqual([expect.stringMatching(/^it is no object/), { id: 'A2' }]);
  });
});

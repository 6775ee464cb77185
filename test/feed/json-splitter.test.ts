import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonFormat } from '../../src/model/feed-format.js';
import type { RecordValue } from '../../src/model/record.js';
import { jsonOf, type ReadJson } from './json-of.js';

const values = ({ parsed }: ReadJson): unknown[] =>
  parsed.map((result) => (result.ok ? result.record.value : result.reason));

const text = (document: unknown): string => JSON.stringify(document);
const two = [{ id: 'a' }, { id: 'b' }];

describe('the records of a JSON file', () => {
  it.each<[string, unknown, Partial<JsonFormat>]>([
    ['the list under a key', { ads: two }, {}],
    ['the list below objects', { data: { x: [[1]], page: { ads: two } } }, { records: ['data/page/ads'] }],
    ['the file itself', two, { records: ['.'] }],
    ['every member of an object', { ads: { 17: two[0], 18: two[1] } }, { records: ['ads/*'] }],
    ['every member, where the object came out as a list', { ads: two }, { records: ['ads/*'] }],
    [
      'lists in members of a list',
      { offices: [{ ads: [two[0]] }, { ads: [two[1]] }] },
      { records: ['offices/ads'] },
    ],
    ['several lists', { sales: [two[0]], n: 1, rentals: [two[1]] }, { records: ['sales', 'rentals'] }],
    [
      'lists of one that came out as the one',
      { sales: two[0], rentals: two[1] },
      { records: ['sales', 'rentals'] },
    ],
    ['all lists of an object', { ads: { flats: [two[0]], houses: [two[1]] } }, { records: ['ads/*'] }],
  ])('are %s', async (_, document, format) => {
    for (const written of [text(document), JSON.stringify(document, null, '\t')]) {
      const read = await jsonOf(written, format);
      expect(values(read)).toEqual(two);
      expect(read.end).toMatchObject({ completeness: 'complete', reason: null, recordCount: 2 });
    }
  });

  it('are one to a line, which proves no end', async () => {
    for (const written of ['{"id":"a"}\n{"id":"b"}\n', '{"id":"a"}\r\n\r\n{"id":"b"}']) {
      const read = await jsonOf(written, { lines: true });
      expect(values(read)).toEqual(two);
      expect(read.end.completeness).toBe('weak');
    }
    expect((await jsonOf('{"id":"a"}\n{"id":"b"', { lines: true })).end.reason).toMatch(
      /ends inside record 2/,
    );
    expect((await jsonOf('{"id":"a"}\n]', { lines: true })).end.reason).toMatch(/no JSON: behind record 1/);
  });

  it('keep numbers as they are written, leave null out, and have their lists as lists', async () => {
    const ad =
      '{"id": 12345678901234567890, "price": 325.000, "e": -1E+2, "sold": false, "lift": true, "no": null, "rooms": [1, null, [2]], "a": {"b": null}, "t": "1, \\"true\\" \\u0161\\ud800\\u0000"}';
    expect(values(await jsonOf(`{"ads":[${ad}]}`))).toEqual([
      {
        id: '12345678901234567890',
        price: '325.000',
        e: '-1E+2',
        sold: 'false',
        lift: 'true',
        rooms: ['1', ['2']],
        a: {},
        t: '1, "true" š\uFFFD',
      },
    ]);
  });

  it.each(['\\b', '\\f', '\\u0007'])('have no control character, written as %s alone', async (escape) => {
    expect(values(await jsonOf(`{"ads":[{"t":"Stan${escape} 1\\n2"}]}`))).toEqual([{ t: 'Stan 1\n2' }]);
  });

  it('take a key for a key, whatever it is called', async () => {
    const [record] = values(await jsonOf('{"ads":[{"__proto__":{"x":1},"constructor":"c"}]}'));
    expect(Object.entries(record as object)).toEqual([
      ['__proto__', { x: '1' }],
      ['constructor', 'c'],
    ]);
  });

  it('have what stands before them as their header, and the plain values around them as attributes', async () => {
    const document = {
      sent: '2026-01-01',
      customer: { code: 7 },
      data: {
        page: 2,
        list: [
          { office: 'x', tags: ['t'], ads: two, behind: 1 },
          { office: 'y', ads: [] },
        ],
      },
      total: 2,
    };
    const read = await jsonOf(text(document), { records: ['data/list/ads'], declaredCount: 'total' });
    expect(read.surroundings).toEqual([
      {
        header: {
          sent: '2026-01-01',
          customer: { code: '7' },
          data: { page: '2', list: { office: 'x', tags: ['t'] } },
        },
        ancestors: [
          { name: 'data', attributes: { sent: '2026-01-01' } },
          { name: 'list', attributes: { page: '2' } },
          { name: 'ads', attributes: { office: 'x' } },
        ],
      },
    ]);
    expect(read.end).toMatchObject({ completeness: 'complete', header: { total: '2', data: { page: '2' } } });
    const other = await jsonOf(text({ ...document, total: 3 }), {
      records: ['data/list/ads'],
      declaredCount: 'total',
    });
    expect(other.end.reason).toMatch(/declares 3 records but holds 2/);
  });

  it('have the key of their list around them', async () => {
    const read = await jsonOf(text({ ads: { flats: [two[0]], houses: [two[1]] } }), { records: ['ads/*'] });
    expect(read.surroundings.map(({ ancestors }) => ancestors.at(-1)?.name)).toEqual(['flats', 'houses']);
  });

  it('are read in any Unicode with a byte order mark', async () => {
    const written = '{"ads":[{"id":"šđ"}]}';
    for (const bytes of [Buffer.from(`\uFEFF${written}`), Buffer.from(`\uFEFF${written}`, 'utf16le')])
      expect(values(await jsonOf(bytes))).toEqual([{ id: 'šđ' }]);
  });
});

describe('a JSON file that is not what it should be', () => {
  it.each<[string, RegExp, Partial<JsonFormat>?]>([
    ['', /file is empty/],
    ['<ads/>', /does not begin as JSON with an object/],
    ['[{"id":"a"}]', /no list "ads"/],
    ['{"ads":[]}', /holds no records/],
    ['{"ads":null}', /no list "ads"/],
    ['{"ads":"none"}', /where the list "ads" must stand/],
    ['{"error":"x"}', /no list "ads"/],
    ['{"error":"x"}', /begin as JSON with a list/, { records: ['.'] }],
    ['{"ads":[{"id":"a"}]}', /no "customer" at its top/, { root: ['ads', 'customer'] }],
    ['{"ads":[{"id":"a"}]}}', /behind record 1 stands "}" where nothing/],
    ['{"ads":[{"id":"a"}]} x', /stands "x" where nothing/],
    ['{"ads":[{"id":"a"} {"id":"b"}]}', /where a comma or the end must stand/],
    ['{"ads":[{"id":"a"},]}', /where a value must stand/],
    ['{"ads":[{"id":"a"}],}', /where a key in quotes must stand/],
    ['{"ads":[{"id":"a"]]}', /brackets of record 1 do not pair/],
    ['{"ads" [{"id":"a"}]}', /where a colon must stand/],
    ['{"n": 01, "ads":[{"id":"a"}]}', /"n" is not well-formed JSON/],
    ['{"ads":[{"id":"a"}', /ends before its last bracket/],
    ['{"ads":[{"id":"a', /ends inside record 1/],
    [`${'{"a":'.repeat(70)}1`, /no list|cut off/],
    [`{"a":${'['.repeat(70)}`, /nested more than 64 deep/, { records: ['a/b'] }],
  ])('%s is not complete', async (document, reason, format) => {
    const { end } = await jsonOf(document, format);
    expect(end).toMatchObject({ completeness: 'incomplete' });
    expect(end.reason).toMatch(reason);
  });

  it('has records that are invalid alone, whose ids are still found', async () => {
    const broken = [
      '{"id":"a", "n": 1,}',
      '{"id": 17, "parts":[{"u":"no","id":"no"}], "t":"x" "u"}',
      '"text"',
      `{"id":"deep","x":${'['.repeat(120)}${']'.repeat(120)}}`,
      '[1]',
    ];
    const read = await jsonOf(`{"ads":[${broken.join(',')}]}`);
    expect(read.end).toMatchObject({ completeness: 'complete', recordCount: 5 });
    expect(read.parsed.map((result) => (result.ok ? 'ok' : [result.reason, result.guess?.value.id]))).toEqual(
      [
        [
          'it is not well-formed JSON (line 1 of the record, character 19, in "n"); it was record 1 of the file',
          'a',
        ],
        [
          'it is not well-formed JSON (line 1 of the record, character 52, in "t"); it was record 2 of the file',
          '17',
        ],
        ['it is no object ({ … }) but a single value; it was record 3 of the file', undefined],
        ['it is nested more than 100 deep; it was record 4 of the file', 'deep'],
        ['it is no object ({ … }) but a single value; it was record 5 of the file', undefined],
      ],
    );
  });

  it('has a record whose bytes are no text, and takes no half id from it', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"ads":[{"id":"a'),
      Buffer.of(0xff),
      Buffer.from('","ref":"r"}]}'),
    ]);
    const [result] = (await jsonOf(bad)).parsed;
    expect(result).toMatchObject({ ok: false, guess: { value: { ref: 'r' } } });
    expect(result?.ok === false && result.guess?.value.id).toBeFalsy();
  });

  it('is not complete where a lost quote or bracket may hide a record', async () => {
    const hidden = await jsonOf('{"ads":[{"id":"a","t":"x},{"id":"b","t":"y"}, {"id":"c","t":"z""}]}');
    expect(hidden.end.reason).toMatch(/may hide others|cut off|do not pair|must stand/);
    const merged = await jsonOf('{"ads":[{"id":"a","t":[1}, {"id":"b","t":1]}]}');
    expect(merged.parsed).toHaveLength(1);
    expect(merged.end.reason).toMatch(/may hide others/);
  });

  it('never loses a record to a single lost sign', async () => {
    const ads = Array.from({ length: 4 }, (_, i) => ({
      id: `n${i}`,
      t: 'a "b" [c] {d}',
      p: [{ u: 1 }, { u: 2 }],
    }));
    const whole = text({ total: 4, ads });
    for (let at = 0; at < whole.length; at++) {
      const { end, parsed } = await jsonOf(whole.slice(0, at) + whole.slice(at + 1), { root: ['total'] });
      if (end.completeness === 'complete') expect(parsed.length, `without ${at}`).toBe(4);
    }
  });
});

const anyValue = fc.json({ maxDepth: 4 }).map((json) => JSON.parse(json) as unknown);
const anyAds = fc.array(fc.dictionary(fc.string(), anyValue), { maxLength: 6 });

describe('whatever the records are', () => {
  it('they are those of JSON.parse, at any window, and fingerprinted by their bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyAds,
        fc.dictionary(
          fc.string().filter((key) => key !== 'ads'),
          anyValue,
          { maxKeys: 3 },
        ),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(0, 1),
        async (ads, around, windowBytes, indent) => {
          const written = JSON.stringify({ ...around, ads, ...{ '~': 1 } }, null, indent);
          const read = await jsonOf(written, {}, { windowBytes, recordsPerBlock: 1 + (windowBytes % 3) });
          const usual = await jsonOf(written);
          expect(read).toEqual(usual);
          expect(read.raw.map((raw) => JSON.parse(raw) as unknown)).toEqual(JSON.parse(JSON.stringify(ads)));
          expect(values(read)).toEqual(ads.map((ad) => expectedValue(JSON.parse(JSON.stringify(ad)))));
          expect(read.end.reason === null).toBe(ads.length > 0);
        },
      ),
      { numRuns: 150, seed: 5 },
    );
  });

  it('a file cut anywhere before its last bracket is not complete', async () => {
    const written = JSON.stringify(
      { n: 'x', ads: [{ id: 1, t: ['a\\"', { b: 'š' }] }, { id: 2 }], tail: [1] },
      null,
      1,
    );
    const bytes = Buffer.from(written);
    for (let cut = 0; cut < bytes.length; cut++)
      expect((await jsonOf(bytes.subarray(0, cut))).end.completeness, `cut at ${cut}`).toBe('incomplete');
    expect((await jsonOf(bytes)).end.completeness).toBe('complete');
  });
});

function expectedValue(value: unknown): RecordValue | null {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(expectedValue).filter((item) => item !== null);
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, member]) => [key, expectedValue(member)] as const)
        .filter((entry): entry is [string, RecordValue] => entry[1] !== null),
    );
  return typeof value === 'string'
    ? value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    : JSON.stringify(value);
}

import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../src/inspect/init/profile/detect-format.js';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';

function formatOf(text: string): unknown {
  const found = detectFormat(Buffer.from(text));
  return 'reason' in found ? found.reason : found.guess.format;
}

async function propose(text: string): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

/** Names of the trade, and names that no dictionary has. */
const known = {
  sifra: 'a1',
  cena: 90000,
  naslov: 'Stan',
  grad: 'Novi Sad',
  slike: ['https://a.example/1.jpg'],
};
const unheard = {
  qa: 'a1',
  qb: 90000,
  qc: 'Stan',
  qd: 'Novi Sad',
  qf: 54,
  qe: [
    { w: 1, h: 2 },
    { w: 3, h: 4 },
  ],
};

describe('lists of values', () => {
  it('are not named by a first record that is a listing', () => {
    const ads = [
      ['Stan', 'Prodaja', 'Novi Sad', 'na upit'],
      ['Kuća', 'Prodaja', 'Niš', '95000'],
      ['Lokal', 'Izdavanje', 'Zemun', '650'],
    ];
    expect(formatOf(JSON.stringify({ rows: ads }))).toMatch(/holds no list of objects/);
  });

  it('in two lists are said to be read in part', async () => {
    const rows = [1, 2, 3].map((one) => [`a${one}`, 90_000 * one, 50 + one, 'Novi Sad']);
    const list = { columns: ['sifra', 'cena', 'kvadratura', 'grad'], rows };
    const { report } = await propose(JSON.stringify({ prodaja: list, izdavanje: list }));
    expect(JSON.stringify(report)).toMatch(
      /further lists like this one, which are not read: izdavanje\/rows/,
    );
  });

  it('are read by their names, in whatever order a later file has them', async () => {
    const names = ['sifra', 'cena', 'kvadratura', 'grad'];
    const rows = [
      ['a1', 90000, 54, 'Novi Sad'],
      ['a2', 120000, 80, 'Niš'],
      ['a3', 70000, 30, 'Novi Sad'],
    ];
    const { mapping } = await propose(JSON.stringify({ names, rows }));
    expect(mapping).toMatchObject({
      format: { columns: 'names', records: 'rows' },
      source_id: 'sifra',
      fields: { 'structure.area_sqm': { from: 'kvadratura' } },
    });
  });
});

describe.each([
  ['names of the trade', known],
  ['names that no dictionary has', unheard],
])('the records of a JSON file, with %s', (_what, ad) => {
  const line = JSON.stringify(ad);

  it.each<[string, string, object]>([
    ['keyed by id', JSON.stringify({ k1: ad, k2: ad }), { records: '*' }],
    [
      'keyed by id below a name',
      JSON.stringify({ ok: true, data: { 17: ad, 18: ad } }),
      { records: 'data/*', root: ['data'] },
    ],
    ['one to a line', `${line}\n${line}\n${line}`, { lines: true }],
    [
      'one after another, over several lines',
      `${JSON.stringify(ad, null, 2)}\n${JSON.stringify(ad, null, 2)}`,
      { lines: true },
    ],
    ['a single object', JSON.stringify(ad, null, 2), { lines: true }],
    ['a single object below a name', JSON.stringify({ oglas: ad }), { records: 'oglas', root: ['oglas'] }],
    [
      'in two lists, beside a list of something else',
      JSON.stringify({ prodaja: [ad, ad], agenti: [{ ime: 'A', mobilni: '060' }], izdavanje: [ad] }),
      { records: ['prodaja', 'izdavanje'], root: ['prodaja'] },
    ],
    [
      'a list that is cut off',
      JSON.stringify({ items: [ad, ad, ad] }).slice(0, -20),
      { records: 'items', root: ['items'] },
    ],
    [
      'lists of values below a list of names',
      JSON.stringify({ columns: Object.keys(ad), rows: [Object.values(ad), Object.values(ad)] }),
      { records: 'rows', root: ['rows'], columns: 'columns' },
    ],
    [
      'lists of values below a list of objects with names, and beside other lists',
      JSON.stringify({
        users: [
          ['Ana', 'ana@a.example'],
          ['Mira', 'mira@a.example'],
        ],
        meta: { fields: Object.keys(ad).map((name) => ({ name, type: 'text' })) },
        data: { items: [Object.values(ad), Object.values(ad).slice(0, 3)] },
      }),
      { records: 'data/items', root: ['data'], columns: 'meta/fields/name' },
    ],
    [
      'lists of values of which the first has the names',
      JSON.stringify({ range: 'A1:E3', values: [Object.keys(ad), Object.values(ad), Object.values(ad)] }),
      { records: 'values', root: ['values'], columns: '#1' },
    ],
    [
      'lists of values in a file that is their list',
      JSON.stringify([Object.keys(ad), Object.values(ad), Object.values(ad)]),
      { records: '.', columns: '#1' },
    ],
    ['lines of which the last is cut off', `${line}\n${line}\n${line.slice(0, 20)}`, { lines: true }],
  ])('are found: %s', (_which, text, format) => {
    expect(formatOf(text)).toEqual({ container: 'json', ...format });
  });
});

describe('a JSON list of agencies', () => {
  it('gives way to the offers in it', () => {
    const agency = { name: 'A', city: 'Niš', offers: [known, known] };
    expect(formatOf(JSON.stringify({ agencies: [agency, agency] }))).toMatchObject({
      records: 'agencies/offers',
    });
  });

  it('is no reason to take the photos of a listing for listings', () => {
    const photos = [
      { url: 'https://a.example/1.jpg', title: 'Kuhinja', id: 1 },
      { url: 'https://a.example/2.jpg', title: 'Soba', id: 2 },
    ];
    const ad = { ...known, fotografije: photos };
    expect(formatOf(JSON.stringify({ oglasi: [ad, ad] }))).toMatchObject({ records: 'oglasi' });
  });
});

describe('the records of an XML file whose names no dictionary has', () => {
  const inner = '<qa>7</qa><qb>1</qb><qc>x</qc><qd>2</qd><qe><f w="1" h="2"/><f w="1" h="3"/></qe>';
  const one = (name: string): string => `<${name}>${inner}</${name}>`;

  it.each<[string, string, string | string[]]>([
    ['repeated', `<r>${one('x')}${one('x')}${one('x')}</r>`, 'r/x'],
    ['one alone in a list', `<r><head><a>1</a></head><list>${one('x')}</list></r>`, 'r/list/x'],
    ['of two kinds', `<r>${one('s')}${one('s')}${one('t')}</r>`, ['r/s', 'r/t']],
    ['of two kinds, one of each', `<r>${one('s')}${one('t')}</r>`, ['r/s', 'r/t']],
    ['in two lists', `<r><p>${one('s')}${one('s')}</p><q>${one('t')}</q></r>`, ['r/p/s', 'r/q/t']],
  ])('are found: %s', (_which, text, records) => {
    expect(formatOf(text)).toMatchObject({ container: 'xml', root: 'r', records });
  });

  it('are one where the file is nothing but a record', () => {
    expect(formatOf(one('x'))).toMatchObject({ root: 'x', records: 'x' });
  });
});

describe('a proposal for records under different names', () => {
  const ad = (number: number, price: number): object => ({
    ...{
      naslov: `Dvosoban stan ${number}`,
      grad: 'Novi Sad',
      tip: 'stan',
      kvadratura: 50 + number,
      cena: price,
    },
  });

  it('takes the keys of the file as ids where the records have none', async () => {
    const { mapping, report } = await propose(
      JSON.stringify({ k7: ad(1, 90_000), k8: ad(2, 91_000), k9: ad(3, 92_000) }),
    );
    expect(mapping.source_id).toBe('../name()');
    expect(report.readiness).toMatchObject({ listings: 3 });
  });

  it('reads sale or rent from the name of the list', async () => {
    const { mapping } = await propose(
      JSON.stringify({ prodaja: [ad(1, 90_000), ad(2, 91_000)], izdavanje: [ad(3, 400)] }),
    );
    expect(mapping.transaction).toEqual({ from: '../name()', table: 'offer' });
    expect(mapping.tables).toMatchObject({ offer: { words: { prodaja: 'sale', izdavanje: 'rent' } } });
  });

  it('takes a file of one JSON object for changes, as one of XML', async () => {
    const { report } = await propose(JSON.stringify(ad(1, 90_000)));
    expect(report.kind.kind).toBe('delta');
  });
});

describe('a file that is no feed', () => {
  it.each([
    ['%PDF-1.7 …', /a PDF document/],
    ['\u00ff\u00d8\u00ff\u00e0', /a picture/],
    ['', /empty/],
    ['  \n ', /empty/],
    ['[]', /an empty list/],
    ['<!-- x --><!DOCTYPE html><html><body>Log in</body></html>', /a web page/],
    ['<Error><Code>AccessDenied</Code></Error>', /an error instead of the feed: "AccessDenied"/],
    ['{"error":"invalid_token","message":"Token expired","status":401}', /"invalid_token: Token expired"/],
    ['{"ads":[],"total":0}', /an empty list/],
    ['{"error":{"code":429,"message":"rate limit"}}', /the feed: "rate limit"/],
    ['callback({"ads":[{"id":1}]});', /JSONP/],
    ['-- MySQL dump\nINSERT INTO `oglasi` VALUES (1,2);', /a copy of a database/],
    ['{"a": 5}', /no list of objects/],
    ['{"a": ]', /damaged/],
    ['<a/>', /no elements that could be listings/],
    ['Poštovani, u prilogu je spisak.', /neither XML nor JSON/],
  ])('is named: %j', async (text, reason) => {
    const proposal = await proposeMapping(Buffer.from(text, text.startsWith('\u00ff') ? 'latin1' : 'utf8'));
    expect(proposal).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as string });
  });
});

import iconv from 'iconv-lite';
import { beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../support/zip.js';
import { oglasi, table, type Row } from './small-files.js';
import { syncFeeds, type CaseFeed, type CaseOutcome } from './sync-feeds.js';

/** What a file leads to, as far as a case names it. */
interface Expected {
  states?: Record<string, string>;
  prices?: Record<string, number>;
  photos?: Record<string, string[]>;
  titles?: Record<string, string>;
  /** Of each poll. */
  polls?: (RegExp | string)[];
  doubts?: string[];
  issues?: Record<string, RegExp[]>;
  findings?: string[];
  refused?: RegExp;
}
interface Case extends Omit<CaseFeed, 'mapping'> {
  kind: string;
  /** Of each mapping, what it leads to where they differ. */
  by: Readonly<Record<string, Expected>>;
}

const three = oglasi([{}, {}, {}]);
const live = { X1: 'live', X2: 'live', X3: 'live' };
const rows = { V1: 'live', V2: 'live', V3: 'live' };
const xml = (expected: Expected): Case['by'] => ({ 'estate-sistem': expected, proposal: expected });
const csv = (expected: Expected): Case['by'] => ({ 'csv-header': expected, proposal: expected });
const lines = (text: string): string[] => text.trimEnd().split('\n');

const brokenXml: Case[] = [
  {
    kind: 'a bare & in each address',
    files: [oglasi([1, 2, 3].map((n) => ({ photo: `https://p.example/g.php?i=${n}&w=8` })))],
    by: xml({
      states: live,
      photos: { X2: ['https://p.example/g.php?i=2&w=8'] },
      findings: ['repaired_bare_ampersand'],
    }),
  },
  { kind: 'blank lines before the declaration', files: [`\n\n ${three}`], by: xml({ states: live }) },
  { kind: 'two marks of byte order', files: [`\uFEFF\uFEFF${three}`], by: xml({ states: live }) },
  { kind: 'no declaration', files: [oglasi([{}, {}, {}], '')], by: xml({ states: live }) },
  {
    kind: 'a script behind the end',
    files: [`${three}<!-- 0.3 s -->\n<script src="https://s.example/t.js"></script>\n`],
    by: xml({ states: live, polls: [/HTML behind the end 1/] }),
  },
  {
    kind: 'an image behind the end',
    files: [`${three}<img src="https://s.example/p.gif" width="1">`],
    by: xml({ states: live }),
  },
  {
    kind: 'two exports in one file',
    files: [three + oglasi([{ code: 'X9' }])],
    by: xml({ states: {}, polls: [/a second <OGLASI> follows <\/OGLASI>: the file holds two exports/] }),
  },
  {
    kind: 'another element behind the end',
    files: [`${three}<agencije><a/></agencije>`],
    by: xml({ states: {}, polls: [/a second element follows <\/OGLASI>/] }),
  },
  {
    kind: 'prefixes before names',
    files: [
      three
        .replace(/<(\/?)(OGLASI|oglas|code|naslov)\b/g, '<$1es:$2')
        .replace('<es:OGLASI', '<es:OGLASI xmlns:es="urn:e"'),
    ],
    by: xml({ states: live, titles: { X2: 'Stan broj 2 kod keja' } }),
  },
  {
    kind: 'windows-1250 under a label of UTF-8',
    files: [
      iconv.encode(
        oglasi([{ naslov: 'Kuća na Čeneju, šupa i đerdan' }, { naslov: 'Stan, Đačka ulica, žuti' }, {}]),
        'windows-1250',
      ),
    ],
    by: {
      'estate-sistem': { states: {}, polls: [/no utf-8 text. Which encoding is it\? Set "encoding:"/] },
      proposal: { states: live, titles: { X1: 'Kuća na Čeneju, šupa i đerdan' } },
    },
  },
  {
    kind: 'windows-1251 under a label of UTF-8',
    files: [
      iconv.encode(
        oglasi([
          { naslov: 'Кућа на Чењеју, жута' },
          { naslov: 'Стан у Ђачкој улици' },
          { naslov: 'Шупа код кеја' },
        ]),
        'windows-1251',
      ),
    ],
    by: { 'estate-sistem': { states: {}, polls: [/Which encoding is it/] } },
  },
  {
    kind: 'two bad bytes in a good file',
    files: [
      Buffer.concat([
        Buffer.from(oglasi([{}, { naslov: 'Kuća na Če' }, { naslov: 'Žuta kuća' }]).split('Če')[0] ?? ''),
        Buffer.of(0xc4, 0xff),
        Buffer.from(oglasi([{}, { naslov: 'Kuća na Če' }, { naslov: 'Žuta kuća' }]).split('Če')[1] ?? ''),
      ]),
    ],
    by: xml({
      states: { X1: 'live', X3: 'live' },
      issues: {
        X2: [
          /no text in the encoding of the feed \(line 3 of the record, character \d+, in <naslov>\); it was record 2 of the file/,
        ],
      },
    }),
  },
  {
    kind: 'invisible signs around ids and words',
    files: [oglasi([{ code: '\u200bX1 \u00a0' }, { code: ' X2' }, { code: 'X3\u00a0' }])],
    by: xml({ states: live }),
  },
  {
    kind: 'a file that was cut off',
    files: [three, three.slice(0, -40)],
    by: xml({ states: live, polls: ['done', /the file ends before <\/OGLASI>: it was cut off/] }),
  },
];

const people = [{}, { title: 'Žuta kuća u šumi', category: 'kuća' }, {}];
const sheet = lines(table(people));
const [head = '', ...cells] = sheet;
const tables: Case[] = [
  {
    kind: 'names of columns in capitals',
    files: [table(people, (name) => name.toUpperCase())],
    by: csv({ states: rows }),
  },
  {
    kind: 'names of columns in quotes and blanks',
    files: [table(people, (name) => `" ${name} "`)],
    by: csv({ states: rows }),
  },
  {
    kind: 'a title above the header',
    files: [`Agencija Kej, ponuda\n\n${table(people)}`],
    by: csv({ states: rows }),
  },
  { kind: 'a quoted sep= above the header', files: [`"sep=;"\n${table(people)}`], by: csv({ states: rows }) },
  {
    kind: 'the header again and a sum at the end',
    files: [[head, cells[0], head, cells[1], cells[2], 'Ukupno:;3;;;;354.000;;;;;;;'].join('\n') + '\n'],
    // A proposal leaves the sum out by a rule of its own.
    by: {
      'csv-header': { states: rows, issues: { 'Ukupno:': [/^unmapped_word/] } },
      proposal: { states: rows },
    },
  },
  {
    kind: 'UTF-16 with tabs',
    files: [iconv.encode(table(people).replaceAll(';', '\t'), 'utf-16le', { addBOM: true })],
    by: csv({ states: rows, titles: { V2: 'Žuta kuća u šumi' } }),
  },
  {
    kind: 'quotes that are not doubled',
    files: [
      `${head}\n${cells.map((row) => row.replace(/Na drugom[^;]*/, '"Stan u zgradi "Kej", drugi sprat."')).join('\n')}\n`,
    ],
    by: csv({ states: rows }),
  },
  {
    kind: 'quotes behind backslashes',
    files: [
      `${head}\n${cells.map((row) => row.replace(/Na drugom[^;]*/, '"Stan u zgradi \\"Kej\\", drugi sprat."')).join('\n')}\n`,
    ],
    by: csv({ states: rows }),
  },
  {
    kind: 'inches in a text without quotes',
    files: [
      `${head}\n${cells.map((row) => row.replace(/Na drugom[^;]*/, 'Stan sa 32" ekranom i "Kej" kuhinjom.')).join('\n')}\n`,
    ],
    by: csv({ states: rows }),
  },
  {
    kind: 'rows without their last cells',
    files: [
      `${head}\n${cells[0]}\n${(cells[1] ?? '').replace(/;$/, '')}\n${(cells[2] ?? '').replace(/;https.*$/, '')}\n${cells[0]?.replace('V1', 'V4')}\n`,
    ],
    by: csv({ states: { ...rows, V4: 'live' } }),
  },
  {
    kind: 'a line end in a text without quotes',
    files: [
      table([{}, { description: 'Stan u ulici.' }, {}]).replace(
        'Stan u ulici.',
        'Stan u ulici.\nBlizu keja.',
      ),
    ],
    by: csv({
      states: { V1: 'live', V3: 'live' },
      issues: { V2: [/too few cells.*it was row 2 below the header/] },
    }),
  },
  {
    kind: 'a column twice',
    files: [
      lines(table(people))
        .map((line, index) => `${line};${index === 0 ? 'photos' : `https://p.example/b${index}.jpg`}`)
        .join('\n') + '\n',
    ],
    by: csv({
      states: rows,
      photos: { V2: ['https://photos.agency.example/a.jpg', 'https://p.example/b2.jpg'] },
    }),
  },
];

const many = (change: Row): Row[] => [change, {}, {}, {}, {}, {}];
const six = { V1: 'live', V2: 'live', V3: 'live', V4: 'live', V5: 'live', V6: 'live' };
const placeholder = (price: string): Case => ({
  kind: `${price} in place of the price`,
  files: [table(many({})), table(many({ price }))],
  by: csv({
    states: six,
    prices: { V1: 118_000, V2: 118_000 },
    doubts: [`placeholder V1 ${price} EUR`],
    findings: ['doubt_placeholder'],
  }),
});
const onRequest = (price: string): Case => ({
  kind: `"${price}" in place of the price`,
  files: [table(many({})), table([{ price }, {}, {}, {}, {}, {}])],
  by: csv({ states: { ...six, V1: 'inactive' } }),
});
const flagged = (name: string, yes: string, no: string): Case => ({
  kind: `a price on request by ${name}: ${yes}`,
  files: [table([{ [name]: yes }, { [name]: no }, { [name]: no }])],
  by: { proposal: { states: { V2: 'live', V3: 'live' }, issues: { V1: [/^required \/price\/amount/] } } },
});
const prices: Case[] = [
  ...['1', '11', '111', '123456'].map(placeholder),
  ...['na upit', 'Dogovor', '0', '', 'po dogovoru'].map(onRequest),
  flagged('Cena na upit', 'da', 'ne'),
  flagged('price_on_request', '1', '0'),
  flagged('Prikaži cenu', 'ne', 'da'),
  flagged('hide_price', 'true', 'false'),
  {
    kind: 'a tenth of the price',
    files: [table(many({})), table(many({ price: '11.800' }))],
    by: csv({ prices: { V1: 118_000 }, doubts: [expect.stringMatching(/^(jump|band) V1 11800 EUR$/)] }),
  },
  {
    kind: 'a new listing for 1 EUR',
    files: [table(many({ price: '1' }))],
    by: csv({ states: { ...six, V1: 'absent' }, doubts: ['placeholder V1 1 EUR'] }),
  },
];

const token = (value: string): string =>
  table(people.map((row, index) => ({ ...row, photos: `https://p.example/${index}.jpg?t=${value}` })));
const tokens: Case[] = [
  {
    kind: 'a counter in all photo addresses',
    files: [token('1700000001'), token('1700000002')],
    by: csv({
      states: rows,
      polls: [/3 to send/, /nothing to send/],
      photos: { V1: ['https://p.example/0.jpg?t=1700000001'] },
      findings: ['photo_token'],
    }),
  },
];

const parts: Case[] = [
  {
    kind: 'two files in one ZIP',
    files: [
      zipOf([
        { name: 'izdavanje.xml', content: oglasi([{ code: 'I1', ponuda: 'Izdavanje', cena: '400' }]) },
        { name: 'prodaja.xml', content: oglasi([{}, {}]) },
      ]),
    ],
    by: { 'estate-sistem': { states: { I1: 'live', X1: 'live', X2: 'live' } } },
  },
  {
    kind: 'a note and the leftovers of a Mac in the ZIP',
    files: [
      zipOf([
        { name: '__MACOSX/._oglasi.xml', content: 'x' },
        { name: 'procitaj.txt', content: 'x' },
        { name: 'oglasi.xml', content: three },
      ]),
    ],
    by: { 'estate-sistem': { states: live } },
  },
  {
    kind: 'a full file and the changes of the day',
    path: '/feed',
    feed: { changes_url: '{base}/day' },
    files: [
      [
        { path: '/feed', body: table(people) },
        { path: '/day', body: table([{ id: 'V1' }]) },
      ],
      [
        { path: '/feed', body: table(people) },
        {
          path: '/day',
          body: table([
            { id: 'V1', price: '109.000' },
            { id: 'V2', title: 'Žuta kuća u šumi', category: 'kuća', status: 'prodato' },
            { id: 'V4' },
          ]),
        },
      ],
    ],
    by: {
      'csv-header': {
        states: { V1: 'live', V2: 'removed', V3: 'live', V4: 'live' },
        prices: { V1: 109_000 },
      },
    },
  },
  ...[
    ['an empty file', ''],
    ['a root without records', '<?xml version="1.0"?><OGLASI></OGLASI>'],
    ['an error in place of the file', '<?xml version="1.0"?><error>Too many connections</error>'],
    ['a page in place of the file', '<!DOCTYPE html><html><body>Greška</body></html>'],
  ].map(([kind = '', file = '']): Case => ({
    kind,
    files: [three, file],
    by: { 'estate-sistem': { states: live, polls: ['done', 'stalled'] } },
  })),
  {
    kind: 'rows of RETS',
    files: [
      '<?xml version="1.0"?>\n<RETS ReplyCode="0">\n<DELIMITER value="09" />\n<COLUMNS>\tID\tPrice\tCity\t</COLUMNS>\n<DATA>\tM1\t95001\tNiš\t</DATA>\n<DATA>\tM2\t95002\tNiš\t</DATA>\n</RETS>',
    ],
    by: { proposal: { states: {}, refused: /RETS reply in the form COMPACT/ } },
  },
];

const cases = { brokenXml, tables, prices, tokens, parts };
const all = Object.entries(cases).flatMap(([group, list]) =>
  list.flatMap((one, index) =>
    Object.entries(one.by).map(([mapping, expected]) => ({
      ...one,
      group,
      mapping,
      expected,
      name: `${group}-${index}-${mapping}`.toLowerCase(),
    })),
  ),
);

let outcomes: Record<string, CaseOutcome>;
beforeAll(async () => {
  outcomes = await syncFeeds(Object.fromEntries(all.map((one) => [one.name, one])));
});

describe.each(Object.keys(cases))('a feed with a fault: %s', (group) => {
  it.each(all.filter((one) => one.group === group))('$kind, by $mapping', ({ name, expected }) => {
    const outcome = outcomes[name]!;
    if (expected.states)
      expect(outcome.states).toEqual(
        Object.fromEntries(Object.entries(expected.states).filter(([, state]) => state !== 'absent')),
      );
    for (const [id, price] of Object.entries(expected.prices ?? {}))
      expect(outcome.live[id]?.price?.amount).toBe(price);
    for (const [id, urls] of Object.entries(expected.photos ?? {}))
      expect(outcome.live[id]?.photos?.map(({ url }) => url)).toEqual(urls);
    for (const [id, title] of Object.entries(expected.titles ?? {}))
      expect(outcome.live[id]?.title?.sr).toBe(title);
    expected.polls?.forEach((poll, index) =>
      expect(`${outcome.polls[index]?.state}: ${outcome.polls[index]?.message}`).toMatch(poll),
    );
    if (expected.doubts) expect(outcome.doubts).toEqual(expected.doubts);
    if (expected.findings) expect(outcome.findings).toEqual(expect.arrayContaining(expected.findings));
    for (const [id, issues] of Object.entries(expected.issues ?? {}))
      for (const issue of issues)
        expect(
          (outcome.issues[id] ?? []).map(({ code, pointer, message }) => `${code} ${pointer} ${message}`),
        ).toContainEqual(expect.stringMatching(issue));
    if (expected.refused) expect(outcome.refused).toMatch(expected.refused);
    else expect(outcome.refused).toBeNull();
  });
});

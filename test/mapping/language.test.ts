import { describe, expect, it } from 'vitest';
import type { MappedRecord } from '../../src/model/outcome.js';
import { createReference } from '../../src/core/content/places.js';
import type { Vocabulary } from '../../src/model/reference.js';
import type { MappingOverrides, Trace } from '../../src/mapping/compile/load-mapping.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const vocabulary = {
  version: '1',
  fields: {
    category: [{ key: 'c1', labels: ['Stan', 'Flat'] }],
    heating: [
      { key: 'h1', labels: ['Gas'] },
      { key: 'h2', labels: ['Heat pump'] },
    ],
    amenity: [
      { key: 'a1', labels: ['Pool'] },
      { key: 'a2', labels: ['Sauna'] },
    ],
    rental_type: [{ key: 'long_term', labels: ['Long-term'] }],
    condition: [],
    furnished: [],
    building_group: [],
    ownership_status: [],
    legalization_status: [],
    room_type: [],
  },
} satisfies Vocabulary;
const reference = createReference(vocabulary, [
  {
    id: 'p1',
    type: 'city',
    nameSr: 'Niš',
    nameEn: null,
    officialCode: null,
    cityId: null,
    cityNameSr: null,
    lat: null,
    lng: null,
  },
]);

/** Fields that every listing needs, so that a test tells only what it is about. */
const needed: Record<string, string> = {
  category: '{ const: Stan }',
  'title.sr': '{ const: Stan u Nišu }',
  'description.sr': "{ const: 'Stan u centru grada, useljiv odmah.' }",
  'price.amount': '{ const: 1000 }',
  'rent.amount': '{ const: 300 }',
  'location.place_id': '{ city: { const: Niš } }',
  'location.address_line': '{ const: Obrenovićeva 1 }',
};

interface Setup {
  /** YAML of fields, by payload path. */
  fields?: Record<string, string>;
  /** Further YAML of the mapping. */
  more?: string;
  transaction?: string;
  overrides?: Partial<MappingOverrides>;
  ancestors?: { name: string; attributes: Record<string, string> }[];
  header?: Record<string, string>;
}

function map(record: string, setup: Setup = {}, trace?: Trace): MappedRecord {
  const fields = Object.entries({ ...needed, ...setup.fields }).map(([path, rule]) => `  ${path}: ${rule}`);
  const text = [
    'name: test',
    'version: 1',
    'format: { container: xml, root: feed, records: feed/ad }',
    "source_id: '@id'",
    `transaction: ${setup.transaction ?? '{ const: sale }'}`,
    'fields:',
    ...fields,
    setup.more ?? '',
  ].join('\n');
  const mapping = mappingOf(text, { ...exampleOverrides, ...setup.overrides });
  const surroundings = { ancestors: setup.ancestors ?? [], header: setup.header ?? {} };
  return mapping.map(
    parseXmlRecord(`<ad id="1">${record}</ad>`, surroundings),
    { reference, photoMax: 3 },
    trace,
  );
}

/** What a rule makes of a record, in a field of the payload that takes any text. */
function title(rule: string, record: string, setup: Setup = {}): unknown {
  const { listings } = map(record, { ...setup, fields: { ...setup.fields, 'title.en': rule } });
  return (listings[0]?.payload?.title as Record<string, unknown> | undefined)?.en;
}
function structure(rule: string, record: string, field: string, setup: Setup = {}): unknown {
  const { listings } = map(record, { ...setup, fields: { ...setup.fields, [`structure.${field}`]: rule } });
  return (listings[0]?.payload?.structure as Record<string, unknown> | undefined)?.[field];
}
function issues(mapped: MappedRecord): string[] {
  return mapped.issues.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`.trim());
}

describe('paths', () => {
  const record = `
    <text>Lepo</text><group kind="a"><name>Prvo</name></group><group kind="b"><name>Drugo</name></group>
    <pair><name> Lift </name><value>da</value></pair><pair><name>Spa (2)</name><value>ne</value></pair>
    <kind><flat area="5"/></kind><empty/><slash><a>x/y</a><b>found</b></slash>`;
  const around = {
    ancestors: [
      { name: 'root', attributes: { tab: 'flats' } },
      { name: 'section', attributes: { type: 'sale' } },
    ],
    header: { version: '3' },
  };
  it.each([
    ['text', 'Lepo'],
    ["'@id'", '1'],
    ['group/name', 'Prvo'],
    ["'group[@kind=b]/name'", 'Drugo'],
    ["'group/@kind'", 'a'],
    ["'pair[name=Lift]/value'", 'da'],
    ["'pair[name=Spa (2)]/value'", 'ne'],
    [`"pair[name='Lift']/value"`, 'da'],
    ["'slash[a=x/y]/b'", 'found'],
    ["'*/b'", 'found'],
    ['name()', 'ad'],
    ['kind/name(*)', 'flat'],
    ["'../@type'", 'sale'],
    ["'../../@tab'", 'flats'],
    ["'../name()'", 'section'],
    ['/version', '3'],
    ['missing', undefined],
    ['empty', undefined],
    ["'../../../@tab'", undefined],
    ['[missing, empty, text]', 'Lepo'],
    ['{ from: [missing, text] }', 'Lepo'],
  ])('%s reads %j', (path, value) => {
    expect(title(path, record, around)).toBe(value);
  });
});

describe('texts', () => {
  it.each([
    ['white space and composed letters', 'text', ' Lep \n\t stan C\u030c\u00a0A ', 'Lep stan Č A'],
    [
      'markup',
      '{ from: text, html: true }',
      '<![CDATA[<b>Lep</b> stan &amp; <i>bašta</i>]]>',
      'Lep stan & bašta',
    ],
    ['no markup', '{ from: text, html: true }', '5 &lt; 6', '5 < 6'],
    [
      'entities escaped twice',
      '{ from: text, entities: twice }',
      '40 m&amp;sup2; &amp;lt;b&amp;gt;',
      '40 m² <b>',
    ],
    ['entities escaped once', 'text', '40 m&amp;sup2;', '40 m&sup2;'],
    ['a placeholder', '{ from: text, nulls: [N/A, 0] }', 'n/a', undefined],
    ['a zero', '{ from: text, nulls: [0] }', '0,00', undefined],
  ])('%s', (_, rule, text, result) => {
    expect(title(rule, `<text>${text}</text>`)).toBe(result);
  });

  it('keeps the lines of a description', () => {
    const record =
      '<text><![CDATA[<p>Prvi red.</p><br>Drugi\nred.  ]]></text><plain>Prvi  red.\r\n\r\n\r\n\r\nDrugi red.</plain>';
    const of = (rule: string) =>
      (
        map(record, { fields: { 'description.en': rule } }).listings[0]?.payload?.description as Record<
          string,
          string
        >
      ).en;
    expect(of('{ from: text, html: true }')).toBe('Prvi red.\n\nDrugi red.');
    expect(of('plain')).toBe('Prvi red.\n\nDrugi red.');
  });

  it('cuts what is too long at a word, in code points and in UTF-16 units', () => {
    const words = 'reč '.repeat(40);
    const mapped = map(`<text>${words}</text><smile>${'😀😀 '.repeat(40)}</smile>`, {
      fields: { 'title.sr': 'text', 'title.en': 'smile' },
    });
    const cut = mapped.listings[0]?.payload?.title as Record<string, string>;
    expect(cut.sr).toBe('reč '.repeat(30).trim());
    expect(cut.en).toHaveLength(119);
    expect(issues(mapped)).toEqual(['warning text_cut /title/sr', 'warning text_cut /title/en']);
  });

  it('has no safe cut in one long word', () => {
    const mapped = map(`<text>${'x'.repeat(200)}</text>`, { fields: { 'title.sr': 'text' } });
    expect(mapped.kind).toBe('invalid');
    expect(issues(mapped)).toEqual(['error too_big /title/sr']);
  });

  it('refuses a listing whose text was damaged', () => {
    const mapped = map('<text>Lep stan \uFFFD centru</text>', { fields: { 'title.sr': 'text' } });
    expect(mapped.listings[0]?.payload).toBeNull();
    expect(issues(mapped)).toEqual(['error bad_text /title/sr']);
  });

  it.each(['title.en', 'description.de', 'location.neighbourhood'])(
    'leaves a damaged text out that the portal does not need: %s',
    (field) => {
      const pointer = `/${field.replace('.', '/')}`;
      for (const text of [
        'Lep stan \uFFFD centru, odmah useljiv',
        'Sch\u00c3\u0083\u009fn, ein helles Haus',
      ]) {
        const mapped = map(`<text>${text}</text><x>Lep stan u centru</x>`, {
          fields: { [field]: 'text', 'title.sr': 'x' },
        });
        expect(mapped.listings[0]?.payload).toMatchObject({ title: { sr: 'Lep stan u centru' } });
        expect(JSON.stringify(mapped.listings[0]?.payload)).not.toContain(text);
        expect(issues(mapped)).toEqual([`warning bad_text ${pointer}`]);
      }
      const damaged = `{ from: [bad], when: "true" }`;
      const other = map(
        '<bad>Ein \uFFFD helles Haus im Park</bad><good>Ein helles Haus im Park, ruhig</good>',
        {
          fields: { [field]: `[${damaged}, good]` },
        },
      );
      expect(JSON.stringify(other.listings[0]?.payload)).toContain('ruhig');
      expect(issues(other)).toEqual([`warning bad_text ${pointer}`]);
    },
  );
});

describe('constants, templates and stand-ins', () => {
  it.each([
    ["'{a} {b}'", 'x y'],
    ["'{a}[, {missing}][ ({b})]'", 'x (y)'],
    ["'{a} {missing}'", undefined],
    ["'{pair[name=q]/value}!'", 'z!'],
  ])('template %s gives %j', (template, result) => {
    expect(
      title(`{ template: ${template} }`, '<a>x</a><b>y</b><pair><name>q</name><value>z</value></pair>'),
    ).toBe(result);
  });

  it('takes the first rule that gives a value and counts stand-ins', () => {
    const rules = '[{ from: sr }, { from: en, fallback: English stands in. }]';
    const standIn = map('<en>A flat in the centre</en>', { fields: { 'title.sr': rules } });
    expect(standIn.issues).toEqual([
      { severity: 'warning', code: 'fallback_used', pointer: '/title/sr', message: 'English stands in.' },
    ]);
    expect(issues(map('<sr>Stan u centru</sr><en>Flat</en>', { fields: { 'title.sr': rules } }))).toEqual([]);
  });

  it('passes over a required text that is shorter than the portal takes', () => {
    const mapped = map('<short>Stan</short>', {
      fields: { 'title.sr': '[short, { const: Stan na prodaju }]' },
    });
    expect(mapped.listings[0]?.payload).toMatchObject({ title: { sr: 'Stan na prodaju' } });
    expect(issues(mapped)).toEqual(['warning too_small /title/sr']);
  });

  it('uses the constants of the feed only where the feed says nothing', () => {
    const fields = {
      'price.currency': 'currency',
      'price.negotiable': '{ from: deal, bool: { true: [y], false: [n] } }',
    };
    const overrides = { constants: { 'price.currency': 'EUR', 'price.negotiable': true } };
    expect(map('', { fields, overrides }).listings[0]?.payload).toMatchObject({
      price: { currency: 'EUR', negotiable: true },
    });
    expect(
      map('<currency>RSD</currency><deal>n</deal>', { fields, overrides }).listings[0]?.payload,
    ).toMatchObject({
      price: { currency: 'RSD', negotiable: false },
    });
    expect(issues(map('<currency>GBP</currency>', { fields, overrides }))).toEqual([
      'error invalid_enum /price/currency',
    ]);
  });

  it('lets the name of the place stand in for an address', () => {
    const mapped = map('', { fields: { 'location.address_line': 'street' } });
    expect(mapped.listings[0]?.payload).toMatchObject({ location: { address_line: 'Niš', place_id: 'p1' } });
    expect(issues(mapped)).toEqual(['warning fallback_used /location/address_line']);
  });
});

describe('numbers, flags and dates', () => {
  it.each([
    ["{ decimal: '.' }", '52.50', 52.5],
    ["{ decimal: ',', thousands: '.' }", '1.250,50', 1250.5],
    ["{ decimal: ',', thousands: '.' }", '1250,5', 1250.5],
    ["{ decimal: ',', thousands: space }", '1 250,5', 1250.5],
    ["{ decimal: ',', thousands: space }", '1\u00a0250', 1250],
    ["{ decimal: ',', thousands: space, ignore: [m2, 'm²'] }", '75,5 m²', 75.5],
    ["{ decimal: none, thousands: '.' }", '3.250', 3250],
    ["{ decimal: '.', thousands: ',' }", '3,250.5', 3250.5],
    ["{ decimal: ',', thousands: '.' }", '12.50', undefined],
    ["{ decimal: '.' }", '1,250', undefined],
    ["{ decimal: '.' }", '1e3', undefined],
    ["{ decimal: '.' }", '0x10', undefined],
    ["{ decimal: '.' }", 'oko 50', 50],
    ["{ decimal: '.' }", 'od 50', undefined],
    ["{ decimal: '.' }", '9'.repeat(40), undefined],
  ])('%s reads %s as %j', (number, text, value) => {
    expect(structure(`{ from: area, number: ${number} }`, `<area>${text}</area>`, 'area_sqm')).toBe(value);
  });

  it('turns units and periods by the factor that is said', () => {
    const of = (rule: string, record: string) =>
      structure(rule, record, 'area_sqm', { more: "numbers: { decimal: '.' }" });
    expect(of('{ from: a, times: 100 }', '<a>32.51</a>')).toBe(3251);
    expect(of('{ from: a, times: 52/12 }', '<a>300</a>')).toBe(1300);
    const unit = '{ from: a, unit: { from: a/@unit, factors: { ar: 100, m2: 1 } } }';
    expect(of(unit, '<a unit="AR">5</a>')).toBe(500);
    expect(of(unit, '<a unit="m²">5</a>')).toBe(5);
    expect(of(unit, '<a unit="jutro">5</a>')).toBeUndefined();
  });

  it('leaves out what the portal would refuse, with a warning', () => {
    const more = "numbers: { decimal: '.' }";
    const mapped = map('<f>61</f><r>-1</r><l>1.5</l>', {
      more,
      fields: { 'structure.floor': 'f', 'structure.rooms': 'r', 'structure.levels': 'l' },
    });
    expect(mapped.listings[0]?.payload?.structure).toEqual({});
    expect(issues(mapped)).toEqual([
      'warning too_big /structure/floor',
      'warning too_small /structure/rooms',
      'warning bad_number /structure/levels',
    ]);
  });

  it('reads a number that stands among words by a table', () => {
    const more = 'tables: { floor: { words: { PR: 0, SUT: -1, PTK: null } } }\nnumbers: { decimal: none }';
    const floor = (text: string) =>
      structure('{ from: f, table: floor }', `<f>${text}</f>`, 'floor', { more });
    expect([floor('pr'), floor('SUT'), floor('3'), floor('PTK'), floor('I/4')]).toEqual([
      0,
      -1,
      3,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['{ from: a, bool: { true: [da, "1"], false: [ne, "0"] } }', '<a>DA</a>', true],
    ['{ from: a, bool: { true: [da, "1"], false: [ne, "0"] } }', '<a>0</a>', false],
    ['{ from: a, bool: { true: [da, "1"], false: [ne, "0"] } }', '<a>možda</a>', undefined],
    ['{ from: a, bool: { true: [da], false: [ne] } }', '', undefined],
    ['{ from: a, bool: present }', '<a/>', true],
    ['{ from: a, bool: present }', '', undefined],
    ['{ from: a, bool: { containing: [lift] } }', '<a>Bazen</a><a>Novi LIFTOVI</a>', true],
    ['{ from: a, bool: { containing: [lift] } }', '<a>facelift</a>', undefined],
    ["{ const: true, when: \"field('a') != ''\" }", '<a>x</a>', true],
  ])('flag %s of %s is %j', (rule, record, value) => {
    expect(structure(rule, record, 'elevator')).toBe(value);
  });

  it.each([
    ['iso', '2026-03-29T02:30:00+01:00', '2026-03-29'],
    ['iso', '2026-01-31', '2026-01-31'],
    ['sql', '2024-08-06 00:41:51', '2024-08-06'],
    ['[dd.MM.yyyy., dd.MM.yyyy]', '20.09.2022.', '2022-09-20'],
    ['dd/MM/yyyy', '20.09.2022', undefined],
    ['iso', '2026-02-30', undefined],
  ])('date %s reads %s as %j', (date, text, value) => {
    const { listings } = map(`<d>${text}</d>`, {
      transaction: '{ const: rent }',
      fields: { 'rent.available_from': `{ from: d, date: ${date} }` },
    });
    expect((listings[0]?.payload?.rent as Record<string, unknown>).available_from).toBe(value);
  });

  it.each([
    ['2026-01-10T12:00:00', 'Europe/Belgrade', '2026-01-10T11:00:00Z'],
    ['2026-07-10T12:00:00', 'Europe/Belgrade', '2026-07-10T10:00:00Z'],
    ['2026-07-10T12:00:00', 'UTC', '2026-07-10T12:00:00Z'],
    ['2026-07-10T12:00:00+05:00', 'UTC', '2026-07-10T07:00:00Z'],
  ])('the date of the ad %s in %s is %s', (text, timezone, instant) => {
    const { listings } = map(`<d>${text}</d>`, {
      more: 'updated_at: { from: d, date: iso }',
      overrides: { timezone },
    });
    expect(listings[0]?.feedUpdatedAt).toBe(Date.parse(instant));
  });
});

describe('words', () => {
  const more = `
tables:
  heating:
    vocabulary: heating
    words: { GAS: [Plin, Gas], gas + struja: Heat pump, ugalj: Coal, bez: null }
    containing: { pumpa: Heat pump }`;
  const heating = (record: string, rule = '{ keys: [a, b], table: heating }') =>
    map(record, { more, fields: { 'structure.heating': rule } });

  it.each([
    ['<a>Гас</a>', 'h1'],
    ['<a>gas</a><b>STRUJA</b>', 'h2'],
    ['<a>gas</a><b>drva</b>', 'h1'],
    ['<a>nova toplotna pumpa</a>', 'h2'],
    ['<a>heat pump</a>', 'h2'],
    ['<b>gas</b>', undefined],
    ['<a>bez</a>', undefined],
  ])('%s becomes %j without an issue', (record, key) => {
    const mapped = heating(record);
    expect((mapped.listings[0]?.payload?.structure as Record<string, unknown>).heating).toBe(key);
    expect(mapped.issues).toEqual([]);
  });

  it('reports words that the table or the portal lacks, with the word, and notes the miss', () => {
    const unknown = heating('<a>Plazma</a>');
    expect(unknown.issues).toEqual([
      expect.objectContaining({
        severity: 'warning',
        code: 'unmapped_word',
        pointer: '/structure/heating',
        value: 'Plazma',
      }),
    ]);
    expect(unknown.uses).toContainEqual({
      kind: 'vocabulary',
      name: 'heating',
      word: 'plazma',
      resolved: null,
    });
    expect(heating('<a>ugalj</a>').issues[0]?.message).toContain('Coal');
    expect(heating('<a>gas</a>').uses).toContainEqual({
      kind: 'vocabulary',
      name: 'heating',
      word: 'gas',
      resolved: 'h1',
    });
    expect(heating('<a>Plazma</a>', '{ from: a, table: heating, unmapped: ignore }').issues).toEqual([]);
  });

  it('looks a word up in the vocabulary itself where there is no table', () => {
    const mapped = heating('<a>HEAT PUMP</a>', 'a');
    expect(mapped.listings[0]?.payload).toMatchObject({ structure: { heating: 'h2' } });
  });

  it('lets the words of the agency win', () => {
    const overrides = { tables: { heating: { gas: 'Heat pump', Šporet: 'Gas' } } };
    const of = (record: string) =>
      map(record, { more, overrides, fields: { 'structure.heating': '{ from: a, table: heating }' } })
        .listings[0]?.payload?.structure;
    expect([of('<a>GAS</a>'), of('<a>sporet</a>')]).toEqual([{ heating: 'h2' }, { heating: 'h1' }]);
  });

  it('stops a listing whose required word is unknown', () => {
    const mapped = map('<c>Zamak</c>', { fields: { category: 'c' } });
    expect(mapped.kind).toBe('invalid');
    expect(issues(mapped)).toEqual(['error unmapped_word /category']);
  });

  it('collects the words of a list, each once', () => {
    const rule = "{ from: f, split: ',', unmapped: ignore }";
    const mapped = map('<f>Sauna, pool</f><f>Sauna; bar</f><f>SAUNA</f>', { fields: { amenities: rule } });
    expect(mapped.listings[0]?.payload?.amenities).toEqual(['a2', 'a1']);
  });
});

describe('conditions', () => {
  const when = (condition: string, record = '<a>5</a><t>Plac 591m2, 3.251 m²</t>') =>
    title(`{ const: yes it is, when: "${condition}" }`, record, {
      more: "numbers: { decimal: '.' }\nvalues: { five: { from: a, number: true }, none: { from: q, number: true }, plot: { const: 591 }, big: { const: 3251 } }",
    });
  it.each([
    ["field('a') == '5'", true],
    ["field('missing') == ''", true],
    ['five > 4 && five < 5.5', true],
    ['none == null', true],
    ['none != null && none > 1', false],
    ["transaction == 'sale'", true],
    ["mapped('category') == 'c1'", true],
    ["mapped('price.amount') > 999", true],
    ["fold('Čačak') == 'cacak'", true],
    ["namesFigure(field('t'), plot, ['m2'])", true],
    ["namesFigure(field('t'), big, ['m2'])", true],
    ["namesFigure(field('t'), five, ['m2'])", false],
    ["namesFigure(field('t'), none, ['m2'])", false],
    ["field('t').startsWith('Plac') && 'x' in ['x', 'y']", true],
  ])('%s is %s', (condition, holds) => {
    expect(when(condition)).toBe(holds ? 'yes it is' : undefined);
  });

  it('counts one that cannot be decided as not met, and says so', () => {
    const mapped = map('', {
      more: "numbers: { decimal: '.' }\nvalues: { none: { from: q, number: true } }\noutcomes: [{ when: none > 5, remove: sold }]",
    });
    expect(mapped.kind).toBe('mapped');
    expect(issues(mapped)).toEqual(['warning condition_failed']);
  });

  it('refuses a value with the sentence of the mapping', () => {
    const rule =
      '{ from: a, number: { decimal: none }, refuse: { when: value > 50000, why: Too large to be true. } }';
    expect(structure(rule, '<a>50000</a>', 'area_sqm')).toBe(50000);
    const mapped = map('<a>60000</a>', { fields: { 'structure.area_sqm': rule } });
    expect(mapped.listings[0]?.payload?.structure).toEqual({});
    expect(mapped.issues).toEqual([
      {
        severity: 'warning',
        code: 'value_refused',
        pointer: '/structure/area_sqm',
        message: 'Too large to be true.',
        value: '60000',
      },
    ]);
  });
});

describe('photos', () => {
  it('keeps the usable ones in order, within the plan', () => {
    const image = (url: string, at: number) => `<i n="${at}"><u>${url}</u><c>Soba</c></i>`;
    const mapped = map(
      [
        image('https://img.example.com/4.jpg', 4),
        image('https://img.example.com/1 a.jpg', 1),
        image('', 2),
        image('https://127.0.0.1/x.jpg', 2),
        image('https://img.example.com/1%20a.jpg', 10),
        image('https://img.example.com/3.jpg', 3),
        image('https://img.example.com/5.jpg', 5),
      ].join(''),
      { fields: { photos: "{ from: i, url: u, caption: c, order: '@n' }" } },
    );
    expect(mapped.listings[0]?.payload?.photos).toEqual([
      { url: 'https://img.example.com/1%20a.jpg', caption: 'Soba' },
      { url: 'https://img.example.com/3.jpg', caption: 'Soba' },
      { url: 'https://img.example.com/4.jpg', caption: 'Soba' },
    ]);
    expect(issues(mapped)).toEqual(['warning photo_dropped /photos', 'warning photo_dropped /photos']);
  });

  it.each(['http://img.example.com/1.jpg', 'HTTP://img.example.com:80/1.jpg', '//img.example.com/1.jpg'])(
    'turns %s into https, and says so to the poll',
    (address) => {
      for (const more of ['', ', upgrade_http: true']) {
        const mapped = map(`<i>${address}</i>`, { fields: { photos: `{ from: i${more} }` } });
        const url = 'https://img.example.com/1.jpg';
        expect(mapped.listings[0]).toMatchObject({ payload: { photos: [{ url }] }, upgradedPhotos: [url] });
        expect(issues(mapped)).toEqual([]);
      }
    },
  );
});

describe('what becomes of a record', () => {
  const outcomes = `outcomes:
  - { when: field('s') == 'sold', remove: sold }
  - { when: field('s') == 'wait', keep: The agency is editing it. }
  - { when: field('s') == 'hidden', ignore: Not for this portal. }`;
  it.each([
    ['sold', 'remove', 'sold', []],
    ['wait', 'keep', null, ['warning kept']],
    ['hidden', 'ignore', null, ['warning ignored']],
    ['', 'mapped', null, []],
  ])('status %j: %s', (status, kind, reason, told) => {
    const mapped = map(`<s>${status}</s>`, { more: outcomes });
    expect([mapped.kind, mapped.removeReason, issues(mapped), mapped.sourceId]).toEqual([
      kind,
      reason,
      told,
      '1',
    ]);
    expect(mapped.listings).toHaveLength(kind === 'mapped' ? 1 : 0);
  });

  it('takes a sparse record off though it says nothing else', () => {
    const mapped = map('<s>sold</s>', { more: outcomes, transaction: 'missing' });
    expect([mapped.kind, mapped.issues]).toEqual(['remove', []]);
  });

  it('makes two listings of a record that offers both', () => {
    const mapped = map('', {
      transaction: '{ const: both }',
      more: "numbers: { decimal: '.' }",
      fields: { 'structure.rooms': '{ const: 2 }' },
      overrides: { idPrefix: 'a-' },
    });
    expect(mapped.listings.map((listing) => listing.externalId)).toEqual(['a-1', 'a-1__rent']);
    expect(mapped.listings[0]?.payload).toMatchObject({
      transaction: 'sale',
      price: { amount: 1000 },
      structure: { rooms: 2 },
    });
    expect(mapped.listings[1]?.payload).toMatchObject({
      transaction: 'rent',
      rent: { amount: 300 },
      structure: {},
      house_rules: {},
    });
    expect(mapped.listings[1]?.payload).not.toHaveProperty('price');
  });

  it('is invalid without an id, and without a transaction that is understood', () => {
    const mapping = map('<x/>', {
      transaction: '{ from: t, table: t }',
      more: 'tables: { t: { words: { S: sale } } }',
    });
    expect([mapping.kind, mapping.listings, issues(mapping)]).toEqual([
      'invalid',
      [{ externalId: '1', payload: null, feedUpdatedAt: null }],
      ['error required /transaction'],
    ]);
  });

  it('is inactive where the mapping says reserved', () => {
    const state = `{ const: inactive, when: "field('s') == 'reserved'" }`;
    expect(map('<s>reserved</s>', { fields: { state } }).listings[0]?.payload?.state).toBe('inactive');
    expect(map('', { fields: { state } }).listings[0]?.payload?.state).toBe('active');
  });

  it('sends how near the owner lives only where the portal takes it, and no agent without an address', () => {
    const fields = { 'rent.owner_proximity': '{ const: same_apartment }', 'agent.name': '{ const: Ana }' };
    const mapped = map('', {
      transaction: '{ const: rent }',
      fields,
      overrides: { answers: { mandate_attested: true, owner_lives_nearby: true } },
    });
    expect(mapped.listings[0]?.payload).not.toHaveProperty('agent');
    expect(mapped.listings[0]?.payload?.rent).not.toHaveProperty('owner_proximity');
    expect(issues(mapped)).toEqual(['warning field_dropped /rent/owner_proximity']);
  });

  it('notes the questions that it asked', () => {
    const mapped = map('', {
      transaction: '{ const: rent }',
      overrides: { answers: { mandate_attested: true }, constants: { 'rent.currency': 'EUR' } },
    });
    expect(mapped.uses.filter((use) => use.kind === 'answer')).toEqual([
      { kind: 'answer', name: 'rent.type', word: '', resolved: null },
      { kind: 'answer', name: 'rent.owner_lives_nearby'.slice(5), word: '', resolved: null },
      { kind: 'answer', name: 'mandate_attested', word: '', resolved: 'true' },
      // What rules look at: there is no payload of which they could be judged.
      ...['rent.type', 'owner_lives_nearby'].map((name) => ({
        ...{ kind: 'answer', name, resolved: 'open' },
        word: expect.stringMatching(/^facts \[/) as string,
      })),
    ]);
  });
});

describe('the trace', () => {
  it('tells of each field where it came from, and of those that the shape leaves out', () => {
    const trace: Trace = [];
    map(
      '<h>gas</h><r>2</r>',
      {
        transaction: '{ const: rent }',
        more: 'numbers: { decimal: none }',
        fields: { 'structure.heating': 'h', 'structure.rooms': 'r' },
      },
      trace,
    );
    expect(trace).toContainEqual({
      listing: '1',
      path: 'structure.heating',
      source: 'h',
      raw: 'gas',
      rule: 'as it is',
      result: 'h1',
    });
    expect(trace).toContainEqual({
      listing: '1',
      path: 'legal.mandate_attested',
      source: 'answer mandate_attested',
      raw: null,
      rule: 'stated by the agency',
      result: true,
    });
    expect(trace.find((entry) => entry.path === 'structure.rooms' && entry.source === 'shape')?.rule).toBe(
      'left out: only a sale has it, this is a rent',
    );
    expect(trace.find((entry) => entry.path === 'location.place_id' && entry.rule === 'found')?.result).toBe(
      'p1',
    );
  });
});

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPresets } from '../../src/effective/mapping-files.js';
import {
  proposeMapping,
  type FieldProposal,
  type Proposal,
  type ProposeOptions,
} from '../../src/inspect/init/index.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';

async function propose(text: string, options: ProposeOptions = {}): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text), options);
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

/** A table with a header: one object for each row. */
function csv(rows: readonly Record<string, string | number>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (value: string | number | undefined): string =>
    `"${String(value ?? '').replaceAll('"', '""')}"`;
  return [names.join(';'), ...rows.map((row) => names.map((name) => cell(row[name])).join(';')), ''].join(
    '\n',
  );
}

/** Some homes of an invented agency, with what a test says over them. */
function homes(
  count: number,
  change: (index: number) => Record<string, string | number> = () => ({}),
): string {
  return csv(
    [...Array(count).keys()].map((index) => ({
      sifra: `AG-${1000 + index * 7}`,
      vrsta_ponude: index % 3 === 0 ? 'Izdavanje' : 'Prodaja',
      tip_nekretnine: index % 2 === 0 ? 'Stan' : 'Kuća',
      naslov: `Lepa nekretnina broj ${index} blizu centra`,
      opis: `Prodaje se nekretnina broj ${index}, koja se nalazi u mirnoj ulici i odmah je useljiva.`,
      cena: index % 3 === 0 ? 400 + index : 90_000 + index * 1000,
      mesto: 'Novi Sad',
      ulica: `Jovana Cvijića ${index + 1}`,
      kvadratura: 40 + index,
      ...change(index),
    })),
  );
}

function field({ report }: Proposal, name: string): FieldProposal {
  const found = report.fields.find((one) => one.field === name);
  if (!found) throw new Error(`nothing is proposed for ${name}`);
  return found;
}

describe('figures', () => {
  it('"325.000" alone is read with thousands, and doubted', async () => {
    const proposal = await propose(homes(6, (index) => ({ cena: `${90 + index}.000` })));
    expect(field(proposal, 'price.amount')).toMatchObject({ light: 'yellow', from: 'cena' });
    expect(field(proposal, 'price.amount').doubt).toContain('"95.000" may be 95000');
    expect(proposal.yaml).toMatch(/# doubtful.*95\.000.*\n\s+price\.amount/);
  });

  it('"1.250.000" proves that points stand between thousands', async () => {
    const proposal = await propose(
      homes(6, (index) => ({ cena: index === 0 ? '1.250.000' : `${90 + index}.000` })),
    );
    expect(field(proposal, 'price.amount').light).toBe('green');
    expect(proposal.mapping).toMatchObject({ numbers: { decimal: ',', thousands: '.' } });
  });

  it('each field has its own way of writing, and what stands beside', async () => {
    const proposal = await propose(
      homes(6, (index) => ({ cena: `${90 + index},500.00 €`, kvadratura: `${40 + index},5 m2` })),
    );
    expect(proposal.mapping).toMatchObject({
      fields: {
        'price.amount': { amount: 1 },
        'structure.area_sqm': { number: { decimal: ',', ignore: ['m2'] } },
      },
    });
    expect(proposal.report.readiness).toMatchObject({ listings: 6, ready: 6 });
  });
});

describe('what a state says', () => {
  const states = ['available', 'Prodato', 'out of stock', 'Rezervisano', 'aktivno', 'снято'];
  const withStates = (all: readonly string[], name = 'status') =>
    propose(homes(all.length, (index) => ({ [name]: all[index] ?? '' })));

  it('takes off what is over, and keeps what is reserved out of sight; both are to be checked', async () => {
    const proposal = await withStates(states);
    expect(proposal.mapping.outcomes).toBeUndefined();
    expect(proposal.mapping.state).toEqual({ from: 'status', table: 'state' });
    expect(proposal.mapping.tables).toMatchObject({ state: { states: 1 } });
    expect(field(proposal, 'state')).toMatchObject({ light: 'yellow', from: 'status' });
    expect(proposal.yaml).toMatch(/# doubtful.*out of stock.*\n\s*state:/);
    expect(field(proposal, 'state').doubt).toContain(
      '"out of stock", "Rezervisano" are taken for reserved or switched off (hidden on the portal)',
    );
    expect(proposal.report.readiness).toMatchObject({ listings: 4, ready: 4, leftOut: 2 });
  });

  it('asks about letters in a column of states, unless they say what is offered', async () => {
    const proposal = await withStates(['A', 'A', 'S', 'A', 'S', 'A'], 'stat');
    expect(field(proposal, 'state').doubt).toContain('No state is known for "A", "S": such listings wait.');
    expect(proposal.report.readiness).toMatchObject({ listings: 6, ready: 0 });
    const figures = await withStates(['1', '2', '1', '2', '1', '2']);
    expect(figures.mapping.state).toBeUndefined();
  });

  it.each([
    ['Κατάσταση αγγελίας', ['Ενεργή', 'Πουλήθηκε', 'Ενεργή', 'Ενεργή']],
    ['Κατάσταση', ['Διαθέσιμο', 'Διαθέσιμο', 'Πωλήθηκε', 'Διαθέσιμο']],
    ['Статус', ['активен', 'продаден', 'активен', 'активен']],
  ])('is understood beyond the words of every mapping: %s', async (name, words) => {
    const proposal = await withStates(words, name);
    expect(proposal.report.readiness).toMatchObject({ listings: 3, ready: 3, leftOut: 1 });
  });

  it.each([
    ['Status oglasa', ['kod klijenta', 'čeka papir', 'kod klijenta', 'čeka papir']],
    ['status', ['gotovo', 'teče', 'gotovo', 'teče']],
    ['Stanje ponude', ['zelena', 'crvena', 'zelena', 'zelena']],
    ['stan_oferty', ['zielona', 'czerwona', 'zielona', 'zielona']],
  ])('is asked where no word is known and the name leaves no doubt: %s', async (name, words) => {
    const proposal = await withStates(words, name);
    expect(proposal.report.readiness).toMatchObject({ listings: 4, ready: 0 });
    expect(field(proposal, 'state').doubt).toContain('No state is known for');
  });

  it.each([
    ['status', ['renovirano', 'izvorno stanje', 'renovirano', 'izvorno stanje']],
    ['status', ['uknjiženo', 'nije uknjiženo', 'uknjiženo', 'uknjiženo']],
    ['status', ['novogradnja', 'stara gradnja', 'novogradnja', 'novogradnja']],
    ['property_status', ['28', '29', '28', '28']],
    ['status', ['104', '7', '104', '7']],
    ['oglas_status', ['3', '4', '3', '3']],
  ])('is nothing that a status of the home says: %s', async (name, words) => {
    expect((await withStates(words, name)).report.readiness).toMatchObject({ listings: 4, ready: 4 });
  });

  it('names the words that it does not understand, and only those', async () => {
    const proposal = await withStates(['Aktivan', 'Prodat', 'Povučen', 'Kod notara', 'Aktivan', 'Izdat']);
    expect(field(proposal, 'state').doubt).toContain(
      'No state is known for "Kod notara": such listings wait.',
    );
    expect(proposal.report.words).toMatchObject([
      { field: 'state', table: 'state', word: 'Kod notara', count: 1 },
    ]);
  });

  it.each([
    ['half of the cells are known', ['aktivan', 'prodato', 'U7', 'U8'], true],
    ['less than half are', ['aktivan', 'U6', 'U7'], false],
    ['empty cells do not count', ['', '', 'prodato', 'U7'], true],
    [
      'dates make no other word',
      ['prodato 1.11.2026.', 'prodato 2.11.2026.', 'aktivan', 'prodato 3.11.'],
      true,
    ],
    ['new or renovated is a condition', ['novo', 'novo', 'renovirano', 'novo'], false],
    ['advertisements beside a state', ['Novo', 'HITNO', 'Snižena cena', 'Prodato'], true],
  ])('is taken for one where %s', async (_why, all, isState) => {
    expect((await withStates(all)).mapping.state).toEqual(
      isState ? { from: 'status', table: 'state' } : undefined,
    );
  });

  it('is one question where a column has very many unknown words', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      index < 38 ? 'aktivan' : `${String.fromCodePoint(97 + index - 38)}qx`,
    );
    expect(field(await withStates(all), 'state').doubt).toContain(
      'status has 22 words that are no known state: is it',
    );
  });

  it.each([
    ['deleted', ['1', '0', '0', '0'], { yes: 'withdrawn', no: null }, { listings: 3, leftOut: 1 }],
    ['Prodato', ['ne', 'DA', 'ne', 'ne'], { yes: 'sold', no: null }, { listings: 3, leftOut: 1 }],
    ['Aktivan', ['da', 'ne', 'da', 'da'], { yes: 'active', no: 'inactive' }, { listings: 4, leftOut: 0 }],
    ['sold', ['0', '0', '0', '0'], { yes: 'sold', no: null }, { listings: 4, leftOut: 0 }],
    ['rezervisano', ['x', '', '', ''], { yes: 'inactive', no: null }, { listings: 4, leftOut: 0 }],
  ])('may be a flag: %s', async (name, all, flags, readiness) => {
    const proposal = await withStates(all, name);
    const { table = '' } = proposal.mapping.state as { table?: string };
    expect(proposal.mapping.tables).toMatchObject({ [table]: { states: 1, ...flags } });
    expect(proposal.report.readiness).toMatchObject(readiness);
  });

  it.each([
    ['priority', ['For Sale', 'Exchanged', 'Sold STC', 'Available'], { listings: 3, leftOut: 1 }],
    ['grupa', ['aktivan', 'povučeno', 'aktivan', 'prodato'], { listings: 2, leftOut: 2 }],
  ])('is known by its words alone, and that is a doubt: %s', async (name, all, readiness) => {
    const proposal = await withStates(all, name);
    expect(proposal.mapping.state).toEqual({ from: name, table: 'state_by_words' });
    expect(field(proposal, 'state').doubt).toContain(
      'The name of the column does not say that it is the state',
    );
    expect(proposal.report.readiness).toMatchObject(readiness);
  });

  it.each([
    ['offers', 'vrsta', ['Sale', 'Let', 'Sale', 'Let']],
    ['a word that is no state', 'grupa', ['prodato', 'aktivan', 'Novi Sad', 'aktivan']],
    ['nothing that ended', 'grupa', ['novo', 'hitno', 'aktivan', 'novo']],
    ['what its name says', 'grejanje', ['offen', 'pauza', 'offen', 'pauza']],
  ])('is not taken from a column that holds %s', async (_what, name, all) => {
    expect((await withStates(all, name)).mapping.state).toBeUndefined();
  });

  it('may be several columns, and a flag for something else is none', async () => {
    const proposal = await propose(
      homes(4, (index) => ({
        status: index === 0 ? 'prodato' : 'aktivan',
        deleted: index === 1 ? 1 : 0,
        available: 0,
      })),
    );
    expect(proposal.mapping.state).toEqual([
      { from: 'status', table: 'state' },
      { from: 'deleted', table: 'state_withdrawn' },
    ]);
    expect(proposal.report.readiness).toMatchObject({ listings: 2, leftOut: 2 });
  });
});

describe('a file that is one record', () => {
  it('is a file of changes', async () => {
    const proposal = await propose(
      '<home><id>H-17</id><offer>sale</offer><kind>house</kind><price>90000</price><town>Niš</town><street>Obilićeva 3</street></home>',
    );
    expect(proposal.report).toMatchObject({ kind: { kind: 'delta' }, readiness: { listings: 1 } });
    expect(proposal.mapping.format).toMatchObject({ root: 'home', records: 'home' });
  });
});

describe('ids', () => {
  it('that count the rows are doubted', async () => {
    const proposal = await propose(homes(6, (index) => ({ sifra: index + 1 })));
    expect(field(proposal, 'source_id')).toMatchObject({ from: 'sifra', light: 'yellow' });
    expect(field(proposal, 'source_id').doubt).toContain('renumbers its rows');
  });

  it('that stand for other listings in a second copy are an export counter', async () => {
    const first = homes(8, (index) => ({ sifra: 50 + index }));
    const [header = '', ...rows] = first.trimEnd().split('\n');
    const shifted = rows.slice(1).map((row, index) => row.replace(/^"\d+"/, `"${50 + index}"`));
    const proposal = await propose(first, { second: Buffer.from([header, ...shifted, ''].join('\n')) });
    expect(proposal.report.ids.doubts).toEqual([expect.stringContaining('belong to other listings')]);
    const same = await propose(first, { second: Buffer.from(first) });
    expect(same.report.ids).toMatchObject({ shared: 8, doubts: [] });
  });

  it('that are all new in a second copy are told', async () => {
    const second = homes(8, (index) => ({ sifra: `ZZ-${index}${index}` }));
    const proposal = await propose(homes(8), { second: Buffer.from(second) });
    expect(proposal.report.ids.doubts[0]).toContain('Only 0 of 8 ids');
  });

  it('are the address of the ad where the feed has no other', async () => {
    const rows = [...Array(8).keys()].map((index) => ({
      naslov: `Lep stan u centru broj ${index % 4}`,
      lokacija: 'Beograd, Opština Zemun',
      cena_eur: 90_000 + index * 100,
      kvadratura: 50 + index,
      link: `https://agency.example/stan-na-dan-${'abcdefgh'[index] ?? ''}`,
    }));
    const proposal = await propose(csv(rows));
    expect(proposal.mapping.source_id).toEqual('link');
    expect(field(proposal, 'source_id').doubt).toContain('It must never change');
    const withoutLink = await propose(csv(rows.map(({ link: _, ...row }) => ({ ...row, kvadratura: 50 }))));
    expect(JSON.stringify(withoutLink.mapping.source_id)).not.toContain('cena');
  });

  it('are made of what rarely changes where the feed has none, in red', async () => {
    const rows = [...Array(8).keys()].map((index) => ({
      naslov: `Lep stan u centru broj ${index % 4}`,
      lokacija: `Beograd, Opština Zemun, Ulica ${index}`,
      cena_eur: 90_000 + index * 100,
      kvadratura: 50,
    }));
    const proposal = await propose(csv(rows));
    expect(field(proposal, 'source_id')).toMatchObject({ light: 'red', from: null });
    expect(proposal.mapping.source_id).toEqual({ template: '{lokacija}' });
    expect(proposal.report.ids).toMatchObject({ missing: 0, repeated: 0 });
    expect(proposal.mapping).toMatchObject({ fields: { 'price.amount': { amount: { currency: 'EUR' } } } });
  });
});

describe('dates', () => {
  it('that are all the minute of the export are left out, and that is said', async () => {
    const proposal = await propose(homes(5, () => ({ azurirano: '2026-01-03T11:35:02' })));
    expect(proposal.mapping).not.toHaveProperty('updated_at');
    expect(proposal.report.doubts).toContainEqual(expect.stringContaining('2026-01-03T11:35'));
  });

  it('keep their forms', async () => {
    const proposal = await propose(
      homes(5, (index) => ({ azurirano: `${10 + index}.01.2026 11:3${index}` })),
    );
    expect(proposal.mapping.updated_at).toEqual({ from: 'azurirano', date: 'dd.MM.yyyy HH:mm' });
  });
});

describe('words', () => {
  it('that nothing is known for are named, and keep the field yellow', async () => {
    const proposal = await propose(
      homes(6, (index) => ({ tip_nekretnine: index === 0 ? 'Vozilica' : 'Stan' })),
    );
    expect(field(proposal, 'category')).toMatchObject({
      light: 'yellow',
      doubt: expect.stringContaining('"Vozilica"') as string,
    });
    expect(proposal.report.readiness).toMatchObject({ listings: 6, ready: 5 });
    expect(proposal.report.readiness.problems[0]).toMatchObject({ pointer: '/category', sample: 'Vozilica' });
  });

  it('come with what they may mean, in the words of the portal, as lines for the table', async () => {
    const kinds = ['Vikedice', 'Stan', 'Qwxzy'];
    const proposal = await propose(
      homes(6, (index) => ({
        tip_nekretnine: kinds[index % 3] ?? '',
        grejanje: index === 0 ? 'centr. grej.' : 'EG',
      })),
      { portal: { ...sandboxReference(), places: [] } },
    );
    const words = new Map(proposal.report.words.map((one) => [one.word, one]));
    expect(words.get('Vikedice')).toMatchObject({
      ...{ field: 'category', table: 'category', count: 2 },
      suggestions: [expect.objectContaining({ label: 'Vikendica' })],
    });
    expect(words.get('centr. grej.')?.suggestions[0]).toMatchObject({ label: 'Centralno grejanje' });
    expect(words.get('Qwxzy')).toMatchObject({
      suggestions: [],
      yaml: 'tables: { category: { "Qwxzy": null } }',
    });
  });

  it('of a part of the home do not say what the home is', async () => {
    const kinds = ['Residenziale/Appartamento', 'Terreno/Terreno agricolo', 'Commerciale/Ufficio'];
    const ad = (kind: string, id: number): string =>
      `<property><unique-id>P-${id}7</unique-id><offer>sale</offer><price>9000${id}</price><city>Roma</city><building map="${kind}"/><garage type="Box">1</garage><videos><video type="local">v.mp4</video></videos></property>`;
    const proposal = await propose(`<feed>${kinds.map(ad).join('')}</feed>`);
    expect(field(proposal, 'category').from).toBe('building/@map');
    expect(proposal.report.readiness).toMatchObject({ listings: 3 });
  });

  it('get targets in the words of the portal, in several languages, and none where the portal has them itself', async () => {
    const words = ['Etagenwohnung', 'piso', 'kuća u nizu', 'дом', 'Stan', 'Garaža'];
    const portal = { ...sandboxReference(), places: [] };
    const proposal = await propose(
      homes(6, (index) => ({ tip_nekretnine: words[index] ?? '' })),
      { portal },
    );
    const { tables } = proposal.mapping as { tables: { category: { words: Record<string, string[]> } } };
    expect(Object.keys(tables.category.words).sort()).toEqual(['Etagenwohnung', 'piso', 'дом'].sort());
    expect(tables.category.words.дом?.[0]).toBe('Kuća');
    expect(proposal.report.readiness).toMatchObject({ listings: 6, ready: 6 });
  });

  it('of transaction and kind may be one, or the name of the record', async () => {
    const ad = (name: string, id: number): string =>
      `<${name}><Id>A-${id}</Id><Preis>${name.includes('Kauf') ? 210_000 + id : 900 + id}</Preis><Ort>Berlin</Ort><Strasse>Am Ring ${id}</Strasse><Titel>Helle Räume in guter Lage ${id}</Titel></${name}>`;
    const proposal = await propose(
      `<transfer>${ad('WohnungMiete', 1)}${ad('HausKauf', 2)}${ad('WohnungMiete', 3)}${ad('HausKauf', 4)}</transfer>`,
    );
    expect(proposal.mapping).toMatchObject({ transaction: { from: 'name()', table: 'offer' } });
    expect(proposal.mapping).toMatchObject({
      tables: { offer: { words: { WohnungMiete: 'rent', HausKauf: 'sale' } } },
    });
    expect(proposal.report.readiness).toMatchObject({ listings: 4, ready: 4 });
  });

  it('without any for sale or rent, that is asked', async () => {
    const proposal = await propose(homes(5).replaceAll('"Izdavanje"', '""').replaceAll('"Prodaja"', '""'));
    expect(proposal.mapping.ask).toContain('transaction');
    expect(field(proposal, 'transaction').light).toBe('red');
    const { questions } = proposal.report.readiness;
    expect(questions.find((one) => one.field === 'transaction')).toMatchObject({ listings: 5 });
  });
});

describe('a list of features', () => {
  const ad = (id: number, features: readonly string[]): string =>
    `<ad><id>K-${id}7</id><type>Villa</type><operation>sale</operation><price>25000${id}</price><town>Altea</town><beds>${id}</beds>
      <features>${features.map((one) => `<feature>${one}</feature>`).join('')}</features></ad>`;
  const text = `<ads>${ad(1, ['Private pool', 'Roof terrace', 'Gas central heating'])}${ad(2, ['Lift', 'Air conditioning'])}${ad(3, ['Underfloor heating'])}</ads>`;

  it('tells the flags and the heating that have no field of their own', async () => {
    const proposal = await propose(text);
    expect(proposal.mapping).toMatchObject({
      fields: {
        'structure.elevator': { from: 'features/feature', bool: { containing: ['lift'], negations: 1 } },
        'structure.terrace': { bool: { containing: ['terrace'], negations: 1 } },
        'structure.heating': { from: 'features/feature', table: 'heating', unmapped: 'ignore' },
        amenities: { from: 'features/feature' },
      },
    });
    expect(
      Object.keys((proposal.mapping as { tables: { heating: { words: object } } }).tables.heating.words),
    ).toEqual(['Gas central heating', 'Underfloor heating']);
  });
});

describe('texts', () => {
  it('in other languages stand in for Serbian ones, in the order that readers know best, and keep their own place', async () => {
    const ad = (id: number): string =>
      `<ad><ref>R-${id}</ref><price>90000</price><town>Altea</town><type>villa</type><offer>sale</offer><title>Villa ${id} near the sea</title>
        <desc><fr>Une belle maison avec jardin ${id}</fr><en>A beautiful house with a garden ${id}</en></desc></ad>`;
    const proposal = await propose(`<ads>${ad(1)}${ad(2)}${ad(3)}</ads>`);
    expect(proposal.mapping).toMatchObject({
      fields: {
        'description.sr': [
          { from: 'desc/en', fallback: 'The English text is used in place of a Serbian one.' },
          { from: 'desc/fr', fallback: 'The French text is used in place of a Serbian one.' },
        ],
        'description.en': 'desc/en',
      },
    });
    expect(field(proposal, 'description.sr').doubt).toContain('needs Serbian');
  });

  it('are made of figures where there are none, and that is doubted', async () => {
    const proposal = await propose(
      csv(
        [1, 2, 3].map((id) => ({
          id: `B-${id}9`,
          vrsta: 'Stan',
          ponuda: 'Prodaja',
          cena: 90_000 + id,
          grad: 'Niš',
          povrsina: 50 + id,
        })),
      ),
    );
    expect(field(proposal, 'title.sr')).toMatchObject({ from: null, light: 'yellow' });
    expect(proposal.report.readiness).toMatchObject({ listings: 3, ready: 3 });
  });
});

describe('money', () => {
  it('in a currency that the portal does not take is mapped, doubted, and published by nobody', async () => {
    const proposal = await propose(homes(5, () => ({ valuta: 'PLN' })));
    expect(field(proposal, 'price.currency').doubt).toContain('only EUR and RSD');
    expect(proposal.report.readiness.ready).toBe(0);
  });

  it('by the week becomes that of a month', async () => {
    const proposal = await propose(homes(6, () => ({ period: 'week' })));
    expect(proposal.mapping).toMatchObject({
      fields: { 'rent.amount': { unit: { factors: { week: 4.3333 } } } },
    });
  });
});

it('asks what only the agency knows, each with the listings that wait for it', async () => {
  const { questions } = (await propose(homes(9))).report.readiness;
  expect(Object.fromEntries(questions.map(({ name, listings }) => [name, listings]))).toEqual({
    mandate_attested: 9,
    'price.currency': 6,
    'rent.currency': 3,
    'rent.type': 3,
    owner_lives_nearby: 3,
  });
});

it('writes what it proposes as a file that means the same', async () => {
  const proposal = await propose(homes(6), { name: 'agency-x' });
  expect(parse(proposal.yaml)).toEqual(proposal.mapping);
  expect(proposal.mapping.name).toBe('agency-x');
});

it('is deterministic', async () => {
  expect((await propose(homes(6))).yaml).toBe((await propose(homes(6))).yaml);
});

describe.skipIf(!hasShared)('real feeds', () => {
  const folder = fileURLToPath(new URL('../../mappings/', import.meta.url));

  it.each([
    ['estate-sistem/oglasi-25.xml', 'estate-sistem'],
    ['kyero/openestate-example.xml', 'kyero-v3'],
  ])('%s is known by the preset %s', async (file, preset) => {
    const proposal = await proposeMapping(`${sharedDir}/feeds/${file}`, {
      presets: await readPresets(folder),
    });
    expect(proposal).toMatchObject({ ok: true, preset });
  });

  it.each([
    'avito/rentodom-avito.xml',
    'cian/rentodom-cian.xml',
    'serbian-csv/srdjan-nekretnine-rs-dataset.csv',
    'trovit/trovit.xml',
  ])('%s becomes listings without any preset', async (file) => {
    const proposal = await proposeMapping(`${sharedDir}/feeds/${file}`);
    if (!proposal.ok) throw new Error(proposal.reason);
    const { listings, ready } = proposal.report.readiness;
    expect(listings).toBeGreaterThan(0);
    expect(ready).toBe(listings);
  });

  it('idx-ch/idx.csv has sales for some hundred euros, which wait', async () => {
    const proposal = await proposeMapping(`${sharedDir}/feeds/idx-ch/idx.csv`);
    if (!proposal.ok) throw new Error(proposal.reason);
    const { ready, problems } = proposal.report.readiness;
    expect(ready).toBe(0);
    expect(problems).toMatchObject([{ code: 'value_refused', pointer: '/price/amount' }]);
  });

  it('a file of changes is seen as one', async () => {
    const proposal = await proposeMapping(`${sharedDir}/feeds/oferty-pl/fibra-oferty.xml`);
    expect(proposal).toMatchObject({
      ok: true,
      report: { kind: { kind: 'delta' }, languages: ['pl'], currencies: ['PLN'] },
    });
  });

  it('Slovene letters are not taken for French ones', async () => {
    const proposal = await proposeMapping(`${sharedDir}/feeds/slovenia/adasadl-oglasi1.csv`);
    expect(proposal).toMatchObject({ ok: true, encoding: 'windows-1250' });
  });
});

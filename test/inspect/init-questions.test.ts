import { describe, expect, it } from 'vitest';
import type { ParsedRecord } from '../../src/model/record.js';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
import { loadMapping, type MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { exampleOverrides } from '../mapping/shipped-mapping.js';

type Row = Record<string, string | number>;

const base = (index: number): Row => ({
  sifra: `AG-${1000 + index * 7}`,
  vrsta_ponude: 'Prodaja',
  tip_nekretnine: 'Stan',
  naslov: `Lepa nekretnina broj ${index} blizu centra`,
  opis: `Nekretnina broj ${index}, koja se nalazi u mirnoj ulici i odmah je useljiva.`,
  cena_eur: 90_000 + index * 1000,
  mesto: 'Novi Sad',
  ulica: `Jovana Cvijića ${index + 1}`,
  kvadratura: 40 + index,
});

/** Rows with changes; a column that a change sets to null is left out of the file. */
function rows(count: number, change: (index: number) => Record<string, string | number | null>): Row[] {
  return [...Array(count).keys()].map((index) => {
    const all = Object.entries({ ...base(index), ...change(index) });
    return Object.fromEntries(all.filter((entry): entry is [string, string | number] => entry[1] !== null));
  });
}

function csv(all: readonly Row[]): string {
  const names = Object.keys(all[0] ?? {});
  const line = (cells: readonly (string | number | undefined)[]): string =>
    cells.map((cell) => `"${String(cell ?? '')}"`).join(';');
  return [line(names), ...all.map((row) => line(names.map((name) => row[name]))), ''].join('\n');
}

async function propose(all: readonly Row[]): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(csv(all)));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const { reference } = sandboxReference();
const stated = { mandate_attested: true, owner_lives_nearby: false };

/** What becomes of the rows with these answers of the agency: the offer and the kind of each, or "waits" and for what. */
function outcome(
  { yaml }: Proposal,
  all: readonly Row[],
  constants: MappingOverrides['constants'] = {},
): string[] {
  const overrides = {
    ...exampleOverrides,
    answers: stated,
    constants: { 'rent.type': 'long_term', ...constants },
  };
  const loaded = loadMapping(yaml, { file: 'proposed.yaml', overrides });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('; '));
  return all.map((row) => {
    const value = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]));
    const record: ParsedRecord = { name: 'row', value, header: {}, ancestors: [] };
    const { listings, issues } = loaded.mapping.map(record, { reference, photoMax: 10 });
    const payload = listings[0]?.payload ?? null;
    if (payload !== null) return `${String(payload.transaction)} ${String(payload.category)}`;
    const open = issues.filter(({ code }) => code === 'answer_missing').map(({ pointer }) => pointer);
    return `waits ${open.join(' ')}`;
  });
}

const question = ({ report }: Proposal, field: string) =>
  report.readiness.questions.find((one) => one.field === field) ?? null;

describe('sale or rent without a column for it', () => {
  const rentals = rows(8, (index) => ({
    ...{ vrsta_ponude: null, cena_eur: 400 + index * 10 },
    status: index % 2 === 0 ? 'slobodno' : 'rezervisano',
  }));

  it('is asked of rentals, which are never taken for sales', async () => {
    const proposal = await propose(rentals);
    expect(outcome(proposal, rentals)).toEqual(rentals.map(() => 'waits /transaction'));
    expect(question(proposal, 'transaction')).toMatchObject({
      listings: 8,
      who: 'agency',
      samples: ['Lepa nekretnina broj 0 blizu centra', expect.any(String), expect.any(String)],
      recommended: { answer: 'rent' },
      setting: 'constants: { transaction: rent }',
    });
    expect(question(proposal, 'rent.type')).toMatchObject({ listings: 8 });
    expect(outcome(proposal, rentals, { transaction: 'rent' })).toEqual(rentals.map(() => 'rent apartment'));
  });

  it('is asked where nothing but the size of the prices says it', async () => {
    const sales = rows(6, () => ({ vrsta_ponude: null }));
    const proposal = await propose(sales);
    expect(question(proposal, 'transaction')).toMatchObject({ listings: 6, recommended: { answer: 'sale' } });
    expect(outcome(proposal, sales)).toEqual(sales.map(() => 'waits /transaction'));
  });

  it('follows from two signs that agree: the name of the column and the size of its amounts', async () => {
    const sales = rows(6, (index) => ({
      ...{ vrsta_ponude: null, cena_eur: null },
      prodajna_cena_eur: 90_000 + index * 1000,
    }));
    const proposal = await propose(sales);
    expect(question(proposal, 'transaction')).toBeNull();
    expect(outcome(proposal, sales)).toEqual(sales.map(() => 'sale apartment'));
    const let_ = rows(6, (index) => ({
      ...{ vrsta_ponude: null, cena_eur: null },
      kirija_eur: 400 + index * 10,
    }));
    const ofRents = await propose(let_);
    expect(question(ofRents, 'transaction')).toBeNull();
    expect(outcome(ofRents, let_)).toEqual(let_.map(() => 'rent apartment'));
  });

  it('is asked where the signs contradict each other', async () => {
    const odd = rows(6, (index) => ({
      vrsta_ponude: null,
      cena_eur: null,
      kirija_eur: 90_000 + index * 1000,
    }));
    const proposal = await propose(odd);
    expect(question(proposal, 'transaction')).toMatchObject({ listings: 6 });
  });

  it('is read from each title that says it, if the amounts fit, and asked of the others', async () => {
    const mixed = rows(9, (index) => ({
      ...{ vrsta_ponude: null, cena_eur: index % 3 === 0 ? 400 + index : 90_000 + index * 1000 },
      naslov:
        index % 3 === 0
          ? `Izdajem stan ${index} u centru`
          : index % 3 === 1
            ? `Prodaje se stan ${index} u centru`
            : `Stan ${index}, idealan za izdavanje`,
    }));
    const proposal = await propose(mixed);
    expect(outcome(proposal, mixed)).toEqual(
      mixed.map((_, index) => ['rent apartment', 'sale apartment', 'waits /transaction'][index % 3]),
    );
    expect(question(proposal, 'transaction')).toMatchObject({ listings: 3 });
  });

  it('is asked of a record that has a price and a rent', async () => {
    const both = rows(8, (index) => ({
      vrsta_ponude: null,
      cena_eur: index % 4 === 1 ? '' : 90_000 + index * 1000,
      kirija: index % 4 === 0 ? '' : 400 + index,
    }));
    const proposal = await propose(both);
    expect(outcome(proposal, both, { 'price.currency': 'EUR', 'rent.currency': 'EUR' }).slice(0, 4)).toEqual([
      'sale apartment',
      'rent apartment',
      'waits /transaction',
      'waits /transaction',
    ]);
  });
});

describe('sale or rent in two columns of yes and no', () => {
  const isLet = (index: number): boolean => index % 3 === 0;
  const flagged = (
    [sale, rent]: readonly [string, string],
    [yes, no]: readonly [string, string],
    change: (index: number) => Record<string, string> = () => ({}),
  ) =>
    rows(9, (index) => ({
      ...{ vrsta_ponude: null, cena_eur: isLet(index) ? 400 + index : 90_000 + index * 1000 },
      ...{ [sale]: isLet(index) ? no : yes, [rent]: isLet(index) ? yes : no },
      ...change(index),
    }));

  it.each([
    [
      ['za_prodaju', 'za_izdavanje'],
      ['1', '0'],
    ],
    [
      ['Prodaja', 'Najam'],
      ['da', 'ne'],
    ],
    [
      ['isForSale', 'isForRent'],
      ['true', 'false'],
    ],
    [
      ['prodaje se', 'izdaje se'],
      ['x', ''],
    ],
  ] as const)('is read from them: %j, %j', async (names, words) => {
    const all = flagged(names, words);
    const proposal = await propose(all);
    expect(question(proposal, 'transaction')).toBeNull();
    expect(outcome(proposal, all)).toEqual(
      all.map((_, index) => (isLet(index) ? 'rent apartment' : 'sale apartment')),
    );
  });

  it('is asked of a record that has both, or none', async () => {
    const all = flagged(['za_prodaju', 'za_izdavanje'], ['1', '0'], (index) =>
      index === 4 ? { za_izdavanje: '1' } : {},
    );
    const proposal = await propose([...all, ...all.slice(0, 3), ...all.slice(5)]);
    expect(outcome(proposal, all)[4]).toBe('waits /transaction');
  });

  it.each([
    [
      'both say yes in most',
      (index: number) => (index % 4 === 0 ? {} : { za_prodaju: '1', za_izdavanje: '1' }),
    ],
    ['one never says yes', () => ({ za_izdavanje: '0' })],
  ])('is not read where %s', async (_, change) => {
    const proposal = await propose(flagged(['za_prodaju', 'za_izdavanje'], ['1', '0'], change));
    expect(JSON.stringify(proposal.mapping.transaction)).not.toContain('za_izdavanje');
  });
});

describe('the kind of property without a column for it', () => {
  const kinds: readonly (readonly [title: string, rooms: string, kind: string | null])[] = [
    ['Dvosoban, lux, garaza u ceni', '2', 'apartment'],
    ['Nov dvosoban, Plac Slobode 4', '2', 'apartment'],
    ['Porodična zgrada sa lokalom', '', null],
    ['Prodaje se porodični dom', '5', 'house'],
    ['Njiva kod Futoga', '', 'farmland'],
    ['Garaža u Ulici Slobodana Jovanovića', '', 'garage'],
    ['Garaža i podrum u ceni', '2', null],
    ['Lokal na Limanu', '', 'shop'],
    ['Lep pogled na reku', '3', null],
    ['Kuća sa dva lokala', '6', 'house'],
    ['Zemljište kod Futoga', '', null],
    ['ПРОДАЈЕМ ТРОСОБАН СТАН', '3', 'apartment'],
    ['Plac 413 m2 sa dozvolom za kuću', '', null],
    ['Njiva uz vikendicu', '', null],
    ['Lokal, nekada garsonjera', '', null],
    ['Parcela za kuću na Telepu', '', null],
  ];
  const titled = rows(kinds.length, (index) => ({
    ...{ tip_nekretnine: null, naslov: kinds[index]?.[0] ?? '', broj_soba: kinds[index]?.[1] ?? '' },
  }));

  it('is read only from titles that name it, and asked of the others', async () => {
    const proposal = await propose(titled);
    const expected = kinds.map(([, , kind]) => (kind === null ? 'waits /category' : `sale ${kind}`));
    expect(outcome(proposal, titled)).toEqual(expected);
    expect(question(proposal, 'category')).toMatchObject({
      listings: 8,
      samples: ['Porodična zgrada sa lokalom', 'Garaža i podrum u ceni', 'Lep pogled na reku'],
    });
  });

  it('is nothing that a column says of the people who offer', async () => {
    const offered = rows(8, (index) => ({
      ...{ tip_nekretnine: null, tip: index % 2 === 0 ? 'privatno' : 'agencija' },
      naslov: `Lepa nekretnina broj ${index}`,
    }));
    const proposal = await propose(offered);
    expect(outcome(proposal, offered)).toEqual(offered.map(() => 'waits /category'));
    expect(outcome(proposal, offered, { category: 'Kuća' })).toEqual(offered.map(() => 'sale house'));
  });

  it('is asked of the records whose column is empty', async () => {
    const gaps = rows(8, (index) => (index === 3 ? { tip_nekretnine: '' } : {}));
    const proposal = await propose(gaps);
    expect(question(proposal, 'category')).toMatchObject({ listings: 1 });
    expect(outcome(proposal, gaps)[3]).toBe('waits /category');
  });
});

describe('a column that says the rooms of what it offers', () => {
  it.each([
    ['Tipologia', 'Natureza', ['T2', 'T4', 'T1', 'T7'], ['Apartamento', 'Moradia', 'Apartamento', 'Moradia']],
    [
      'Struktura',
      'Vrsta',
      ['dvosoban', 'četvorosoban', 'jednosoban', 'trosoban'],
      ['Stan', 'Kuća', 'Stan', 'Kuća'],
    ],
    ['Type', 'Nature du bien', ['F2', 'F5', 'F3', 'F6'], ['Appartement', 'Maison', 'Appartement', 'Maison']],
  ])('is not asked for the kind before one that says it: %s', async (rooms, kind, counts, kinds) => {
    const { mapping } = await propose(
      rows(12, (index) => ({
        tip_nekretnine: null,
        [rooms]: counts[index % 4] ?? '',
        [kind]: kinds[index % 4] ?? '',
      })),
    );
    const { category } = mapping.fields as Record<string, unknown>;
    expect([category].flat()[0]).toMatchObject({ from: kind });
  });
});

describe('a column of sales and rentals with a name of something else', () => {
  it.each([
    ['Értékesítés módja', 'Eladó', 'Kiadó'],
    ['Vlasnik daje', 'Prodaja', 'Izdavanje'],
    ['Prod./izd.', 'prod.', 'izd.'],
    ['Contact purpose', 'For sale', 'For rent'],
  ])('is read: %s', async (name, sale, rent) => {
    const { mapping } = await propose(
      rows(12, (index) => ({
        vrsta_ponude: null,
        [name]: index % 3 === 0 ? rent : sale,
        cena_eur: index % 3 === 0 ? 450 : 90_000 + index,
      })),
    );
    expect(JSON.stringify(mapping.transaction)).toContain(name);
  });
});

describe('a column with a name like "type"', () => {
  it.each([
    ['novogradnja', 'starogradnja'],
    ['prodaja', 'prodaja'],
    ['namešten', 'prazan'],
  ])('is no kind of property where it says %s and %s', async (one, other) => {
    const all = rows(8, (index) => ({
      ...{ tip_nekretnine: null, tip: index % 2 === 0 ? one : other },
      naslov: index === 0 ? 'Lep pogled na reku' : `Stan ${index} u centru`,
    }));
    const proposal = await propose(all);
    expect(outcome(proposal, all)).toEqual(
      all.map((_, index) => (index === 0 ? 'waits /category' : 'sale apartment')),
    );
  });
});

describe('the lines of a proposal', () => {
  it('are what is proven, what is asked, and what is left out', async () => {
    const all = rows(8, (index) => ({ vrsta_ponude: null, interna_napomena: `zvati ${index} posle pet` }));
    const { report } = await propose(all);
    const of = (kind: string) => report.lines.filter((line) => line.kind === kind);
    expect(of('question').map(({ field }) => field)).toContain('transaction');
    expect(of('proven').map(({ field }) => field)).toContain('category');
    expect(of('left_out').map(({ from }) => from)).toContain('interna_napomena');
    expect(of('left_out').map(({ from }) => from)).not.toContain('naslov');
  });
});

describe('a column of codes for sale or rent', () => {
  const coded = (index: number, sale: string, rent: string, low: number): Row => ({
    ...base(index),
    vrsta_ponude: index % 3 === 0 ? rent : sale,
    cena_eur: index % 3 === 0 ? low + index : 90_000 + index * 1000,
  });
  const proposed = async (sale: string, rent: string, low: number): Promise<Record<string, unknown>> =>
    (await propose([...Array(12).keys()].map((index) => coded(index, sale, rent, low)))).mapping;

  it.each([
    ['P', 'I'],
    ['p', 'z'],
    ['S', 'R'],
  ])('is read where initials and amounts agree: %s, %s', async (sale, rent) => {
    expect(await proposed(sale, rent, 300)).toMatchObject({
      transaction: { from: 'vrsta_ponude', table: 'offer' },
      tables: { offer: { words: { [sale]: 'sale', [rent]: 'rent' } } },
    });
  });

  it('is read where one of a few ads alone is let', async () => {
    const few = [1, 2, 3, 4, 5].map((index) => coded(index, 'P', 'I', 300));
    expect((await propose(few)).mapping).toMatchObject({
      transaction: { from: 'vrsta_ponude', table: 'offer' },
      tables: { offer: { words: { P: 'sale', I: 'rent' } } },
    });
  });

  it.each([
    ['no known initials', 'A', 'B', 300],
    ['amounts that do not differ', 'P', 'I', 60_000],
    ['amounts that say the opposite', 'I', 'P', 300],
  ])('is asked word by word: %s', async (_why, sale, rent, low) => {
    expect(await proposed(sale, rent, low)).toMatchObject({
      transaction: { from: 'vrsta_ponude', table: 'offer' },
      tables: { offer: { words: {} } },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';

async function propose(text: string): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const kinds = { 7: 'Stan', 12: 'Kuća', 31: 'Plac' } as const;
const offers = { 7: 'Prodaja', 12: 'Izdavanje' } as const;
const kindOf = (index: number): number => [7, 12, 31][index % 3] ?? 7;
const offerOf = (index: number): number => (index % 4 === 3 ? 12 : 7);
const price = (index: number): number => (offerOf(index) === 7 ? 80_000 + index * 1370 : 400 + index * 10);

/** Twelve listings as XML with a legend above them. */
const xml = (legend: string, [kind, offer]: readonly [string, string], more = ''): string =>
  `<izvoz>${legend}${Array.from(
    { length: 12 },
    (_, index) =>
      `<oglas><sifra>K-${700 + index * 3}</sifra><${kind}>${kindOf(index)}</${kind}><${offer}>${offerOf(index)}</${offer}>` +
      `<cena_eur>${price(index)}</cena_eur><kvadratura>${41 + index * 7}</kvadratura><mesto>Novi Sad</mesto>${more}</oglas>`,
  ).join('')}</izvoz>`;
const entries = (
  name: string,
  words: Record<number, string>,
  write = `<${name} id="$c">$w</${name}>`,
): string =>
  Object.entries(words)
    .map(([code, word]) => write.replace('$c', code).replace('$w', word))
    .join('');

const read = ({ mapping, report }: Proposal) => {
  const { offer, category } = mapping.tables as Record<string, { words: Record<string, unknown> }>;
  return {
    offer: offer?.words,
    kinds: Object.keys(category?.words ?? {}).sort(),
    questions: report.readiness.questions.map(({ name }) => name).filter((name) => !name.includes('_')),
    words: report.words.map(({ word }) => word),
  };
};
const understood = {
  ...{ offer: { 7: 'sale', 12: 'rent' }, kinds: ['12', '31', '7'], questions: ['rent.type'], words: [] },
};

describe('codes that the file explains above its records', () => {
  it.each([
    ['each as its text', entries('vrsta', kinds) + entries('usluga', offers), 'vrsta', 'usluga'],
    [
      'each in a list of its own',
      `<sifarnici><tipovi>${entries('stavka', kinds)}</tipovi><usluge>${entries('stavka', offers)}</usluge></sifarnici>`,
      'tip',
      'usluga',
    ],
    [
      'each in two elements',
      entries('vrsta', kinds, '<vrsta><kod>$c</kod><naziv>$w</naziv></vrsta>') +
        entries('usluga', offers, '<usluga><kod>$c</kod><naziv>$w</naziv></usluga>'),
      'vrsta',
      'usluga',
    ],
    [
      'under names of their own',
      `<lista1>${entries('x', kinds)}</lista1><lista2>${entries('y', offers)}</lista2>`,
      'vrsta_nekretnine',
      'vrsta_ponude',
    ],
  ])('are read by its words: %s', async (_name, legend, kind, offer) => {
    expect(read(await propose(xml(`<zaglavlje>${legend}</zaglavlje>`, [kind, offer])))).toEqual(understood);
  });

  it.each([
    ['an object by code', kinds],
    ['a list of codes and words', Object.entries(kinds).map(([kod, naziv]) => ({ kod, naziv }))],
  ])('are read by its words in JSON: %s', async (_name, legend) => {
    const oglasi = Array.from({ length: 12 }, (_, index) => ({
      sifra: `K-${700 + index * 3}`,
      ponuda: index % 4 === 3 ? 'Izdavanje' : 'Prodaja',
      nekretnina: { tip: kindOf(index), kvadratura: 41 + index * 7 },
      cena_eur: price(index),
      mesto: 'Novi Sad',
    }));
    const proposal = await propose(JSON.stringify({ verzija: '2', tipoviNekretnina: legend, oglasi }));
    expect(read(proposal)).toEqual({ ...understood, offer: { Prodaja: 'sale', Izdavanje: 'rent' } });
  });

  it('mean nothing where the legend lacks one of them', async () => {
    const { 31: _plot, ...some } = kinds;
    const lacking = await propose(
      xml(entries('vrsta', some) + entries('usluga', offers), ['vrsta', 'usluga']),
    );
    expect(read(lacking)).toMatchObject({
      kinds: [],
      words: expect.arrayContaining(['7', '12', '31']) as unknown,
    });
  });

  it('are towns for the table of places, states that decide what is shown, and no figures', async () => {
    const towns = { 1: 'Novi Sad', 2: 'Beograd', 3: 'Niš' };
    const states = { 1: 'Aktivan', 2: 'Prodat' };
    const legend =
      entries('vrsta', kinds) +
      entries('usluga', offers) +
      entries('grad', towns) +
      entries('status', states) +
      entries('struktura', { 1: 'Dvosoban', 2: 'Trosoban' });
    const text = xml(legend, ['vrsta', 'usluga'], '<status>1</status><struktura>1</struktura>')
      .replaceAll('<mesto>Novi Sad</mesto>', '<grad>2</grad>')
      .replace('<grad>2</grad>', '<grad>3</grad>')
      .replace('<status>1<', '<status>2<');
    const { mapping } = await propose(text);
    expect(mapping.fields).toMatchObject({ 'location.place_id': { city: 'grad', table: 'place' } });
    expect(mapping.tables).toMatchObject({
      place: { words: towns },
      state: { words: { 1: 'active', 2: 'sold' } },
    });
    expect(mapping.fields).not.toHaveProperty('structure.rooms');
  });
});

describe('codes that rows behind the records explain', () => {
  const names = 'Šifra;Usluga;Vrsta;Mesto;m2;Cena (EUR);Gr;Opis';
  const row = (index: number): string =>
    [
      ...[`K-${700 + index * 3}`, index % 4 === 3 ? 'I' : 'P', ['S', 'K', 'P'][index % 3], 'Novi Sad'],
      ...[String(41 + index * 7), String(index % 4 === 3 ? 400 + index : 80_000 + index * 1370)],
      ...[['CG', 'EG', 'EL'][index % 3], `Nekretnina broj ${index} u mirnoj ulici, odmah useljiva.`],
    ].join(';');
  const file = (behind: readonly string[], above = names): string =>
    [
      above,
      ...[...Array(12).keys()].map(row),
      ...behind.map((text) => text.padEnd(text.length + 7, ';')),
      '',
    ].join('\n');
  const legend = [
    'Legenda:',
    'P = prodaja, I = izdavanje',
    'S - stan, K - kuća, P - plac',
    'CG: centralno grejanje, EG: etažno grejanje, EL: struja',
  ];

  it('are read by its words, and the rows are no records', async () => {
    const proposal = await propose(file(legend));
    expect(read(proposal)).toEqual({
      ...{ offer: { P: 'sale', I: 'rent' }, kinds: ['K', 'P', 'S'], questions: ['rent.type'], words: [] },
    });
    expect(proposal.format.records).toBe(12);
    expect(proposal.mapping.tables).toHaveProperty('heating.words.EL');
    expect(proposal.mapping.fields).toMatchObject({ 'location.place_id': { city: 'Mesto' } });
  });

  it('are asked where two rows explain one code otherwise', async () => {
    const proposal = await propose(file([...legend, 'S = soba, K = kancelarija, P = plac']));
    expect(proposal.report.words.map(({ word }) => word)).toEqual(expect.arrayContaining(['S', 'K']));
  });

  it('are asked where a code stands in no row', async () => {
    const proposal = await propose(file(['S - stan, K - kuća']));
    expect(proposal.report.words.map(({ word }) => word)).toEqual(expect.arrayContaining(['S', 'K', 'P']));
  });

  it('leave remarks behind the records out as well', async () => {
    const proposal = await propose(file(['Crveno je hitno, zvati Jelenu']));
    expect(proposal.format.records).toBe(12);
  });

  it('leave a remark between the records a record, as it may be anything', async () => {
    const [above, first, ...others] = file([]).split('\n');
    const proposal = await propose([above, first, 'Novo u ponudi;;;;;;;', ...others].join('\n'));
    expect(proposal.format.records).toBe(13);
  });

  it('names of columns are those of the lower of two rows, where the upper one names groups', async () => {
    const proposal = await propose(`;;;Lokacija;Površina;Cena;Grejanje;;\n${file(legend)}`);
    expect(proposal.mapping).toMatchObject({ source_id: 'Šifra' });
    expect(proposal.format.records).toBe(12);
  });

  const ads = (above: readonly string[], features: (index: number) => string): string =>
    [
      ...above,
      ...[...Array(12).keys()].map(
        (index) =>
          `A-${index};Prodaja;Stan;Novi Sad;${80_000 + index * 500};${features(index)};Nekretnina broj ${index} u mirnoj ulici, odmah useljiva.`,
      ),
      '',
    ].join('\n');
  const turned = (words: readonly string[]) => (index: number) =>
    words.map((_, at) => words[(index + at) % words.length]).join(';');

  it.each([
    ['numbered', 'k 1;k 2;k 3;k 4;k 5;k 6'],
    ['letters', 'f1;f2;f3;f4;f5;f6'],
    ['some without names', 'f1;f2;;f4;;f6'],
  ])(
    'names of columns stay those above the first record, where its cells are names as well: %s',
    async (_name, more) => {
      const all = ['Lift', 'Terasa', 'Garaža', 'Podrum', 'Parking', 'Klima'];
      for (const features of [turned(all), () => all.join(';')]) {
        const proposal = await propose(ads([`Šifra;Ponuda;Tip;Grad;Cena EUR;${more};Opis`], features));
        expect(proposal.mapping).toMatchObject({ source_id: 'Šifra' });
        expect(proposal.format.records).toBe(12);
      }
    },
  );

  it('names of columns stay those of the upper row, where the lower one only says the units', async () => {
    const above = ['Osnovno;;;Lokacija;Cena;Površina;Opis', 'Šifra;Ponuda;Vrsta;Grad;EUR;m2;Tekst'];
    const { mapping } = await propose(ads(above, (index) => String(40 + index)));
    expect(mapping.fields).toMatchObject({
      'price.amount': { from: 'Cena' },
    });
  });
});

describe('codes that rows of a code and a word explain behind the records', () => {
  const names = 'Šifra;Usluga;Vrsta;Mesto;m2;Cena EUR;Grejanje;Sprat;Namešten;Lift;Naslov';
  const turn = (codes: string, index: number): string => codes[index % codes.length] ?? '';
  const row = (index: number): string =>
    [
      ...[`K-${700 + index * 3}`, index % 4 === 3 ? 'I' : 'P', turn('SK', index), 'Novi Sad'],
      ...[String(41 + index * 7), String(index % 4 === 3 ? 400 + index : 80_000 + index * 1370)],
      ...[turn('123', index), turn('ABC', index), turn('NPX', index), turn('12', index)],
      `Nekretnina broj ${index} u mirnoj ulici`,
    ].join(';');
  const file = (behind: readonly string[], at = 0): string =>
    [
      names,
      ...[...Array(12).keys()].map(row),
      ...behind.map((text) => (';'.repeat(at) + text).padEnd(text.length + 10, ';')),
      '',
    ].join('\n');
  const pairs = [
    ...['S;stan', 'K;kuća', 'P;prodaja', 'I;izdavanje', '1;centralno', '2;etažno', '3;struja'],
    ...['A;prizemlje', 'B;prvi sprat', 'C;potkrovlje', 'N;namešten', 'P;polunamešten', 'X;prazan'],
  ];

  it.each([
    ['in the first two cells', 0],
    ['farther right', 2],
  ])('are read by the words of their kind, and the rows are no records: %s', async (_name, at) => {
    const proposal = await propose(file(pairs, at));
    expect(proposal.format.records).toBe(12);
    expect(proposal.report.words).toEqual([]);
    expect(proposal.mapping.tables).toMatchObject({
      offer: { words: { P: 'sale', I: 'rent' } },
      category: { words: { S: expect.anything() as unknown, K: expect.anything() as unknown } },
      floor: { words: { A: 0, B: 1, C: null } },
      furnished: { words: { N: expect.arrayContaining(['Namešten']) as unknown } },
      heating: { words: { 2: expect.arrayContaining(['Etažno grejanje']) as unknown } },
    });
    expect(proposal.mapping.fields).not.toHaveProperty('structure.elevator');
  });

  it.each([
    [
      'several words in a cell',
      ['S stan;K kuća', 'P prodaja;I izdavanje', 'A prizemlje;B prvi sprat;C potkrovlje'],
    ],
    [
      'one in a row',
      ['S stan', 'K kuća', 'P prodaja', 'I izdavanje', 'A prizemlje', 'B prvi sprat', 'C potkrovlje'],
    ],
    [
      'the name of the column in front',
      [
        'Vrsta;S;stan',
        ';K;kuća',
        'Usluga;P;prodaja',
        ';I;izdavanje',
        'Sprat;A;prizemlje',
        ';B;prvi sprat',
        ';C;potkrovlje',
      ],
    ],
  ])('are no records where they are written otherwise: %s', async (_name, behind) => {
    const proposal = await propose(file(behind));
    expect(proposal.format.records).toBe(12);
    expect(proposal.mapping.tables).toMatchObject({
      offer: { words: { P: 'sale', I: 'rent' } },
      floor: { words: { A: 0, B: 1, C: null } },
    });
  });

  it('are not read as usual where a list explains some of them otherwise', async () => {
    const { mapping } = await propose(file(['N;namešten', 'P;polunamešten', 'S;stan', 'K;kuća']));
    expect(mapping.fields).not.toHaveProperty('structure.furnished');
  });

  it('are yes and no where a list of the column says so', async () => {
    const { mapping } = await propose(file(['Lift', '1 = ima', '2 = nema']));
    expect(mapping.fields).toMatchObject({
      'structure.elevator': { from: 'Lift', bool: { true: ['1'], false: ['2'] } },
    });
  });

  it('are left out where single letters are not all known', async () => {
    const { mapping } = await propose(file([]));
    expect(mapping.fields).not.toHaveProperty('structure.furnished');
  });
});

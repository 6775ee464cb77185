import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../src/inspect/init/index.js';
import { floorIn } from '../../src/inspect/init/words/floor-words.js';
import { recordsOf } from '../mapping/feed-file.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { mappingOf } from '../mapping/shipped-mapping.js';

const { reference } = sandboxReference();

/** Names of the other columns in another language, by the Serbian ones. */
type Names = Readonly<Record<string, string>>;

/**
 * A value of the structure of homes for sale, of which each has one of the cells in the column.
 * @param names an empty name leaves a column out
 */
async function readAs(
  field: string,
  column: string,
  cells: readonly string[],
  names: Names = {},
): Promise<unknown[]> {
  const oglasi = cells.map((cell, index) => {
    const row: Record<string, unknown> = {
      ...{ sifra: `K-${700 + index * 3}`, vrsta_ponude: 'Prodaja', vrsta_nekretnine: 'Stan' },
      naslov: `Lepa nekretnina broj ${index} blizu centra`,
      opis: `Svetla nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
      ...{ mesto: 'Novi Sad', ulica: `Jevrejska ${index + 1}`, cena: 90_000 + index * 1_300 },
      ...{ valuta: 'EUR', kvadratura: 41 + index * 3 },
    };
    const renamed = Object.entries(row).flatMap(([name, value]) =>
      names[name] === '' ? [] : [[names[name] ?? name, value] as const],
    );
    return Object.fromEntries([...renamed, [column, cell] as const]);
  });
  const text = JSON.stringify({ oglasi });
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  const mapping = mappingOf(proposal.yaml);
  return recordsOf(Buffer.from(text), mapping.format).map((record) => {
    const [listing] = mapping.map(record, { reference, photoMax: 10 }).listings;
    return (listing?.payload?.structure as Record<string, unknown> | undefined)?.[field];
  });
}

const turkish = {
  sifra: 'ilan_no',
  naslov: 'başlık',
  opis: 'açıklama',
  mesto: 'il',
  ulica: 'adres',
  cena: 'fiyat',
};
const french = { naslov: 'titre', mesto: 'ville', ulica: 'adresse', cena: 'prix', kvadratura: 'surface' };
const romanian = { naslov: 'titlu', opis: 'descriere', mesto: 'localitate', ulica: 'strada', cena: 'pret' };
const portuguese = { naslov: 'título', opis: 'descrição', mesto: 'concelho', ulica: 'morada', cena: 'preço' };
const croatian = { mesto: 'mjesto', cena: 'cijena' };

describe('the floor in words', () => {
  it.each([
    [
      'Italian',
      'Piano',
      { 'Piano terra': 0, '1° piano': 1, 'Secondo piano': 2, Seminterrato: -1, Attico: undefined },
    ],
    ['Serbian with Roman figures', 'Sprat/od', { 'II/VII': 2, 'PR/IV': 0, 'IV/V': 4, 'SUT/III': -1 }],
    ['French', 'Etage', { 'rez-de-chaussée': 0, '1er étage': 1, '2e étage': 2, '3ème': 3, 'sous-sol': -1 }],
    ['Hungarian', 'Emelet', { földszint: 0, 'fsz.': 0, félemelet: undefined, '2. emelet': 2, '3. em.': 3 }],
    [
      'Turkish',
      'Bulunduğu kat',
      { 'Zemin Kat': 0, '3. Kat': 3, 'Bodrum Kat': -1, 'Kot 2': -2, 'Çatı Katı': undefined },
    ],
    ['German', 'Etage', { EG: 0, '2. OG': 2, DG: undefined, '1. UG': -1, '2. UG': -2, '3. Stock': 3 }],
    ['Polish', 'Pietro', { parter: 0, '1 piętro': 1, 'II piętro': 2, suterena: -1, poddasze: undefined }],
    ['Spanish', 'Planta', { Bajo: 0, '2º': 2, '3ª planta': 3, Sótano: -1, Ático: undefined }],
    ['Portuguese', 'Andar', { 'R/C': 0, 'rés-do-chão': 0, '2.º andar': 2, '3º': 3, cave: -1 }],
    ['Greek', 'όροφος', { ισόγειο: 0, '1ος': 1, '2ος όροφος': 2, υπόγειο: -1, ημιώροφος: undefined }],
    ['Romanian', 'Etaj', { parter: 0, 'etaj 2': 2, 'etajul 3': 3, demisol: -1, 'ultimul etaj': undefined }],
    [
      'Czech',
      'Patro',
      {
        přízemí: 0,
        '1. NP': 0,
        '3. nadzemní podlaží': 2,
        '1. podlaží': undefined,
        '2. NP': 1,
        '3. patro': 3,
        '1. PP': -1,
      },
    ],
    ['Bulgarian', 'Етаж', { партер: 0, '2-ри': 2, 'ет. 3': 3, сутерен: -1, последен: undefined }],
    [
      'Dutch',
      'Verdieping',
      { 'begane grond': 0, '1e verdieping': 1, '2e etage': 2, souterrain: -1, zolder: undefined },
    ],
    ['Serbian', 'sprat', { prizemlje: 0, 'prvi sprat': 1, 'II sprat': 2, VPR: 0, potkrovlje: undefined }],
    ['Arabic', 'الطابق', { 'الطابق الأرضي': 0, 'الطابق الثاني': 2, 'الطابق 3': 3, قبو: -1, سطح: undefined }],
    [
      'English',
      'floor',
      { 'Ground floor': 0, '2nd floor': 2, 'Third floor': 3, 'Lower ground': -1, 'Top floor': undefined },
    ],
  ])('is understood in %s', async (_, column, floors) => {
    const cells = Object.keys(floors);
    expect(await readAs('floor', column, [...cells, ...cells])).toEqual(
      [...cells, ...cells].map((cell) => (floors as Record<string, number | undefined>)[cell]),
    );
  });

  it.each([
    ['3 din 5', ['3 din 5', 'parter din 4', '1 din 2', '10 din 11']],
    ['3 ze 5', ['3 ze 5', 'parter ze 4', '1 ze 2', '10 ze 11']],
    ['III/V', ['3/5', 'PR/4', 'I/2', 'X/11']],
  ])('is understood before the number of floors: %s', async (_, cells) => {
    expect(await readAs('floor', 'sprat', cells)).toEqual([3, 0, 1, 10]);
    expect(await readAs('total_floors', 'sprat', cells)).toEqual([5, 4, 2, 11]);
  });

  it('is read from a cell that names it alone, among others that name the number of floors behind a word', async () => {
    const cells = ['1. od 2', 'prizemlje', '3. od 5', 'prizemlje', '2. od 4', '4. od 4'];
    expect(await readAs('floor', 'sprat', cells)).toEqual([1, 0, 3, 0, 2, 4]);
    expect(await readAs('total_floors', 'sprat', cells)).toEqual([2, undefined, 5, undefined, 4, 4]);
  });

  it.each([
    'Bajo con jardín',
    'prizemlje i sprat',
    '10 felett',
    '4. DG',
    'P+4',
    'EG + 1. OG',
    '4-5',
    '2+Pk',
    '0. UG',
    '3. St.',
    '1 st floor',
    '3 ss',
    '2 kg',
    '1. podlaží',
    '2. podlažie',
  ])('is left out where it says more than one floor, or none: %s', (text) => {
    expect(floorIn(text)).toBeUndefined();
  });
});

describe('the rooms in words', () => {
  it.each([
    ['Hungarian halves', 'szobák száma', { '4 + 1 fél': 4.5, '2+2 fél': 3, '3': 3 }],
    ['Turkish living rooms', 'oda sayısı', { '3+1': 4, '2+1': 3, '1+0': 1 }, turkish],
    ['Czech kitchens', 'dispozice', { '2+kk': 2, '3+1': 3, '1+kk': 1 }],
    ['German', 'Zimmer', { '3-Zimmer': 3, '2,5 Zi.': 2.5, '2½ Zimmer': 2.5, '4': 4 }],
    ['Polish', 'liczba_pokoi', { '3 pokoje': 3, '4-pokojowe': 4, kawalerka: 1 }],
    ['French', 'nb_pieces', { T3: 3, F4: 4, '2 pièces': 2 }, french],
    ['Romanian', 'numar camere', { '3 camere': 3, '2 camere': 2, garsoniera: 1 }, romanian],
    ['Bulgarian', 'брой стаи', { двустаен: 2, '3-стаен': 3, многостаен: undefined, едностаен: 1 }],
    ['Italian', 'locali', { trilocale: 3, bilocale: 2, '4 locali': 4, '5+': undefined }],
    ['Russian', 'комнат', { двухкомнатная: 2, '3-комн.': 3, '1-комнатная квартира': 1 }],
    ['Greek', 'δωμάτια', { δυάρι: 2, τριάρι: 3, '4 δωμάτια': 4 }],
    ['Slovene', 'stevilo sob', { dvosobno: 2, '3-sobno': 3, '2,5 sobno': 2.5 }],
    ['Serbian', 'struktura', { trosoban: 3, dvosoban: 2, četvorosoban: 4 }],
  ])('are understood: %s', async (_, column, rooms, own?: Names) => {
    const cells = Object.keys(rooms);
    expect(await readAs('rooms', column, [...cells, ...cells], own)).toEqual(
      [...cells, ...cells].map((cell) => (rooms as Record<string, number | undefined>)[cell]),
    );
  });

  it('are read from the kind of flat where no column counts them', async () => {
    const cells = ['Двустаен апартамент', 'Тристаен апартамент', 'Къща', 'Парцел', 'Едностаен апартамент'];
    const own = { vrsta_nekretnine: '' };
    expect(await readAs('rooms', 'вид имот', cells, own)).toEqual([2, 3, undefined, undefined, 1]);
  });

  it.each([
    ['a second figure of which nothing is known', 'broj soba', ['3+1', '2+1', '1+1'], {}],
    ['words that leave the living room out', 'struktura', ['dvosoban', 'trosoban'], croatian],
    ['French types in a file of no French', 'tip stana', ['T3', 'T2', 'T4'], {}],
  ])('are left out: %s', async (_, column, cells, own) => {
    expect(await readAs('rooms', column, [...cells, ...cells], own)).toEqual(
      [...cells, ...cells].map(() => undefined),
    );
  });

  it.each([
    ['spavaće sobe', ['2 sobe', '3 sobe', '1 soba', '2 sobe']],
    ['bedrooms', ['2 rooms', '3 rooms', '1 room', '2 rooms']],
  ])('are not read from bedrooms: %s', async (column, cells) => {
    expect(await readAs('rooms', column, cells)).toEqual(cells.map(() => undefined));
    expect(await readAs('bedrooms', column, cells)).toEqual([2, 3, 1, 2]);
  });

  it('are bedrooms, but for the living room, in a Turkish sum', async () => {
    const cells = ['3+1', '2+1', '1+0', '4+2', '3+1', '2+1'];
    expect(await readAs('bedrooms', 'oda sayısı', cells, turkish)).toEqual([3, 2, undefined, 4, 3, 2]);
    expect(await readAs('bedrooms', 'dispozice', ['2+1', '3+1', '1+1', '3+kk', '2+kk'])).toEqual(
      [...Array(5).keys()].map(() => undefined),
    );
  });

  it('are bedrooms in a Portuguese type', async () => {
    const own = portuguese;
    expect(await readAs('bedrooms', 'tipologia', ['T2', 'T3', 'T1', 'T2'], own)).toEqual([2, 3, 1, 2]);
    expect(await readAs('rooms', 'tipologia', ['T2', 'T3', 'T1', 'T2'], own)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a fact that a text takes back', () => {
  it.each([
    ['Serbian', 'lift', { 'sa liftom': true, 'bez lifta': false, 'nema lift': false }],
    ['German', 'Aufzug', { Personenaufzug: true, 'kein Aufzug': false, 'ohne Fahrstuhl': false, ja: true }],
    ['French', 'ascenseur', { 'avec ascenseur': true, 'sans ascenseur': false, non: false }],
    ['Turkish', 'asansör', { 'asansör var': true, 'asansör yok': false, asansörsüz: false }],
  ])('is no in a column of its own: %s', async (_, column, facts) => {
    const cells = Object.keys(facts);
    expect(await readAs('elevator', column, [...cells, ...cells])).toEqual(
      [...cells, ...cells].map((cell) => (facts as Record<string, boolean>)[cell]),
    );
  });

  it('is no among features, where no other one says it', async () => {
    const cells = [
      'lift, podrum, klima',
      'bez lifta, podrum, klima',
      'terasa, bez podruma, klima',
      'podrum, bez klime, lift',
    ];
    expect(await readAs('elevator', 'oprema', cells)).toEqual([true, false, undefined, true]);
    expect(await readAs('basement', 'oprema', cells)).toEqual([true, true, false, true]);
    expect(await readAs('air_conditioning', 'oprema', cells)).toEqual([true, true, true, false]);
  });

  it('is not taken back with something else', async () => {
    const paid = ['U ceni', 'Bez doplate', 'Podzemna', 'Nije u ceni'];
    expect(await readAs('garage', 'garaža', paid)).not.toContain(false);
    const cells = ['Garaža bez doplate', 'Garaža', 'bez garaže', 'Garaža (nije natkrivena)'];
    expect(await readAs('garage', 'garaža', cells)).toEqual([true, true, false, true]);
    const lifts = ['Lift: no', 'Lift: yes', 'lift (nema)', 'lift | ne'];
    expect(await readAs('elevator', 'lift', lifts)).toEqual([false, true, false, false]);
  });

  it('is to be looked at where a denial is read as yes', async () => {
    const oglasi = ['Garaža bez doplate', 'Garaža', 'bez garaže'].map((cell, index) => ({
      ...{ sifra: `K-${700 + index}`, vrsta_ponude: 'Prodaja', vrsta_nekretnine: 'Stan', mesto: 'Novi Sad' },
      ...{ cena: 90_000 + index * 1_300, kvadratura: 41 + index * 3, garaža: cell },
    }));
    const proposal = await proposeMapping(Buffer.from(JSON.stringify({ oglasi })));
    if (!proposal.ok) throw new Error(proposal.reason);
    const garage = proposal.report.fields.find(({ field }) => field === 'structure.garage');
    expect(garage).toMatchObject({ light: 'yellow', doubt: 'Read as yes: "Garaža bez doplate".' });
  });

  it('is no furniture and no heating', async () => {
    const cells = ['namešten', 'nije namešten', 'prazan'];
    const [furnished, not] = await readAs('furnished', 'namestenost', cells);
    expect(furnished).toBeTypeOf('string');
    expect(not).not.toBe(furnished);
  });
});

describe('heating in columns of yes and no', () => {
  const homes = async (cells: (index: number) => object): Promise<unknown[]> => {
    const oglasi = Array.from({ length: 8 }, (_, index) => ({
      ...{ sifra: `K-${700 + index * 3}`, vrsta_ponude: 'Prodaja', vrsta_nekretnine: 'Stan' },
      naslov: `Lepa nekretnina broj ${index} blizu centra`,
      opis: `Svetla nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
      ...{ mesto: 'Novi Sad', ulica: `Jevrejska ${index + 1}`, cena_eur: 90_000 + index * 1_300 },
      ...cells(index),
    }));
    const text = JSON.stringify({ oglasi });
    const proposal = await proposeMapping(Buffer.from(text));
    if (!proposal.ok) throw new Error(proposal.reason);
    const mapping = mappingOf(proposal.yaml);
    return recordsOf(Buffer.from(text), mapping.format).map((record) => {
      const [listing] = mapping.map(record, { reference, photoMax: 10 }).listings;
      return (listing?.payload?.structure as Record<string, unknown> | undefined)?.heating;
    });
  };

  it.each([
    ['Grejanje CG', 'Grejanje El', 'da', 'ne'],
    ['grijanje_plin', 'grijanje_struja', '1', '0'],
    ['Heating gas', 'Heating electric', 'yes', 'no'],
  ])('is that of the column with the yes, and no says nothing: %s, %s', async (one, other, yes, no) => {
    const read = await homes((i) => ({ [one]: i % 4 === 0 ? yes : no, [other]: i % 4 === 1 ? yes : no }));
    const [first, second, ...others] = read;
    expect(first).toEqual(expect.any(String));
    expect(second).toEqual(expect.any(String));
    expect(first).not.toBe(second);
    expect(others).toEqual([undefined, undefined, first, second, undefined, undefined]);
  });

  it('is none where a column for any heating says no', async () => {
    const [first] = await homes((i) => ({ Grejanje: i % 2 === 0 ? 'ne' : 'centralno' }));
    expect(first).toEqual(expect.any(String));
  });

  it.each([
    ['CG', 'TA peć', 'da', 'ne'],
    ['plin', 'struja', '1', '0'],
    ['Centralno grejanje', 'Etažno', 'da', ''],
  ])('needs no word for heating in their names: %s, %s', async (one, other, yes, no) => {
    const read = await homes((i) => ({ [one]: i % 2 === 0 ? yes : no, [other]: i % 2 === 1 ? yes : no }));
    expect(new Set(read).size).toBe(2);
    expect(read).not.toContain(undefined);
  });

  it.each([
    ['where a home has two of them', (i: number) => ({ Gas: 'da', CG: i % 2 === 0 ? 'da' : 'ne' })],
    ['where there is one alone', (i: number) => ({ Gas: i % 2 === 0 ? 'da' : 'ne' })],
    ['of a cooler', (i: number) => ({ Klima: i % 2 === 0 ? 'da' : 'ne', Gas: i % 2 === 0 ? 'ne' : 'da' })],
  ])('is not proven by a name alone: %s', async (_, cells) => {
    expect(await homes(cells)).toEqual(Array(8).fill(undefined));
  });
});

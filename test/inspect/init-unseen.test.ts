import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
import { readName } from '../../src/inspect/init/words/concepts.js';
import { categories, lookUp } from '../../src/inspect/init/words/word-lists.js';
import { bareFigure } from '../../src/mapping/values/noisy-number.js';

type Row = Record<string, unknown>;

const isRent = (index: number): boolean => index % 3 === 0;
const euros = (index: number): number => (isRent(index) ? 400 + index * 10 : 90_000 + index * 1_100);
const floorOf = (index: number): number => (index % 5) + 1;

/** Twelve homes of an invented agency in JSON, of which each third is let, with the columns of a test. A column of undefined is left out. */
async function propose(columns: (index: number) => Row): Promise<Proposal> {
  const ads = [...Array(12).keys()].map((index) => ({
    sifra: `AG-${1000 + index * 7}`,
    vrsta_ponude: isRent(index) ? 'Izdavanje' : 'Prodaja',
    tip_nekretnine: index % 2 === 0 ? 'Stan' : 'Kuća',
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    opis: `Nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
    mesto: 'Novi Sad',
    cena: euros(index),
    kvadratura: 40 + index,
    ...columns(index),
  }));
  const proposal = await proposeMapping(Buffer.from(JSON.stringify({ oglasi: ads })));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const fieldsOf = ({ mapping }: Proposal) => mapping.fields as Record<string, unknown>;

describe('sale and rent', () => {
  it('are read from initials under a name that says nothing, where amounts agree', async () => {
    const proposal = await propose((index) => ({
      ...{ vrsta_ponude: undefined, 'Pr/Iz': isRent(index) ? 'I' : 'P' },
    }));
    expect(proposal.mapping.transaction).toMatchObject({ from: "'Pr/Iz'", table: 'offer' });
    expect(proposal.mapping.tables).toMatchObject({ offer: { words: { P: 'sale', I: 'rent' } } });
  });

  it('are not read from them where amounts do not agree', async () => {
    const proposal = await propose((index) => ({
      ...{ vrsta_ponude: undefined, 'Pr/Iz': index % 2 === 0 ? 'I' : 'P' },
    }));
    expect(proposal.report.readiness.questions.map(({ name }) => name)).toContain('transaction');
  });

  it('are read from the name beside a code', async () => {
    const proposal = await propose((index) => ({
      vrsta_ponude: undefined,
      TipUsluge: { Id: isRent(index) ? 2 : 1, Naziv: isRent(index) ? 'Izdavanje' : 'Prodaja' },
    }));
    expect(proposal.mapping.transaction).toMatchObject({ from: 'TipUsluge/Naziv' });
  });

  it('have columns of their own, which begin alike and are filled in turn', async () => {
    const proposal = await propose((index) => ({
      ...{ cena: undefined, precioinmo: isRent(index) ? 0 : euros(index) },
      precioalq: isRent(index) ? euros(index) : 0,
    }));
    expect(fieldsOf(proposal)['price.amount']).toMatchObject({ from: 'precioinmo' });
    expect(JSON.stringify(fieldsOf(proposal)['rent.amount'])).toContain('precioalq');
  });
});

describe('a home', () => {
  it('has no year for its area', async () => {
    const proposal = await propose((index) => ({
      ...{ kvadratura: undefined, built: 1960 + index * 5, surface: { living: 40 + index } },
    }));
    expect(fieldsOf(proposal)['structure.area_sqm']).toMatchObject({ from: 'surface/living' });
    expect(fieldsOf(proposal)['structure.year_built']).toMatchObject({ from: 'built' });
  });

  it('has an area under "value", and not a price', async () => {
    const proposal = await propose((index) => ({
      ...{ kvadratura: undefined, area: { value: 40 + index, unit: 'm2' } },
    }));
    expect(fieldsOf(proposal)['structure.area_sqm']).toMatchObject({ from: 'area/value' });
  });

  it('has one of two areas that are filled in turn', async () => {
    const proposal = await propose((index) => ({
      kvadratura: undefined,
      [index % 4 === 0 ? 'korisna_povrsina' : 'stambena_povrsina']: 40 + index,
    }));
    expect(fieldsOf(proposal)['structure.area_sqm']).toMatchObject([
      { from: 'stambena_povrsina' },
      { from: 'korisna_povrsina' },
    ]);
  });

  it.each([
    ['2 od 7', (floor: number) => `${floor}. od ${floor + 2}`],
    ['2 от 7', (floor: number) => `${floor} от ${floor + 2}`],
    ['Etaj 2 / 7', (floor: number) => `Etaj ${floor} / ${floor + 2}`],
  ])('has its floor and the number of floors in a cell: %s', async (_, write) => {
    const proposal = await propose((index) => ({ sprat: write(floorOf(index)) }));
    expect(fieldsOf(proposal)['structure.floor']).toMatchObject({ from: 'sprat' });
    expect(fieldsOf(proposal)['structure.total_floors']).toMatchObject({ from: 'sprat' });
    expect(proposal.report.readiness.problems).toEqual([]);
  });

  it('has the lower of two counts of floors for its floor', async () => {
    const proposal = await propose((index) => ({
      floor: { total: floorOf(index) + 2, current: floorOf(index) },
    }));
    expect(JSON.stringify(fieldsOf(proposal)['structure.floor'])).toContain('floor/current');
    expect(JSON.stringify(fieldsOf(proposal)['structure.total_floors'])).toContain('floor/total');
  });

  it('has rooms, though the number of the ad may be read as bedrooms', async () => {
    const proposal = await propose((index) => ({ 'Br.': `N${100 + index}`, sobe: 2 + (index % 3) }));
    expect(fieldsOf(proposal)['structure.rooms']).toMatchObject({ from: 'sobe' });
  });

  it('has no lift by two words that nothing knows', async () => {
    const proposal = await propose((index) => ({ lift: index % 2 === 0 ? 'bai' : 'ez' }));
    expect(Object.keys(fieldsOf(proposal))).not.toContain('structure.elevator');
  });
});

describe('a place', () => {
  it.each([
    ['in a cell', (lat: number, lng: number) => `${lat},${lng},14`],
    ['the other way round', (lat: number, lng: number) => `POINT(${lng} ${lat})`],
    ['in a list', (lat: number, lng: number) => [lat, lng]],
  ])('has both coordinates %s', async (_, write) => {
    const proposal = await propose((index) => ({ mapa: write(45.25123 + index / 1000, 19.84321) }));
    expect(proposal.mapping.values).toMatchObject({
      latitude: { from: 'mapa' },
      longitude: { from: 'mapa' },
    });
    expect(proposal.report.readiness.problems).toEqual([]);
  });

  it('has the number of the house beside its street', async () => {
    const proposal = await propose((index) => ({ lokacija: { ulica: 'Glavna', broj: `${index + 1}` } }));
    expect(JSON.stringify(fieldsOf(proposal)['location.address_line'])).toContain('{lokacija/broj}');
  });
});

describe('words', () => {
  it('of a state count under a name that may be that of the home', async () => {
    const proposal = await propose((index) => ({ Estado: index % 4 === 3 ? 'Vendido' : 'Disponível' }));
    expect(proposal.mapping.state).toMatchObject({ from: 'Estado' });
  });

  it.each(['Placevi', 'Zemljišta', 'Prodaja zemljišta'])('are known in another number: %s', (word) => {
    expect(lookUp(word, categories)?.target).toContain('Plac');
  });

  it.each([
    ['8ος', '8'],
    ['Etaj 3', '3'],
    ['2nd', '2'],
  ])('beside a floor leave its figure: %s', (text, figure) => {
    expect(bareFigure(text, 'structure.floor', false)?.figure).toBe(figure);
  });

  it.each([
    ['zadnja_promjena', 'updated'],
    ['ImaTerasu', 'terrace'],
    ['Zi.', 'rooms'],
  ])('of the trade name %s', (name, concept) => {
    expect(readName(name).scores.get(concept as 'rooms')).toBeGreaterThan(0.8);
  });
});

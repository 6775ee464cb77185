import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';

type Row = Record<string, unknown>;

const kinds = ['Stan', 'Kuća', 'Stan', 'Plac'] as const;
const kindOf = (index: number): (typeof kinds)[number] => kinds[index % 4] ?? 'Stan';
const isRent = (index: number): boolean => index % 5 === 2 && kindOf(index) !== 'Plac';
const size = (index: number): number =>
  kindOf(index) === 'Kuća' ? 90 + index * 4 : 34 + ((index * 17) % 60);
const plotOf = (index: number): number => 310 + ((index * 97) % 700);
const perMetre = (index: number): number => 1_100 + ((index * 131) % 900);
const price = (index: number): number =>
  kindOf(index) === 'Plac'
    ? plotOf(index) * (20 + (index % 30))
    : isRent(index)
      ? size(index) * 7
      : size(index) * perMetre(index);
const isHome = (index: number): boolean => kindOf(index) !== 'Plac';
const day = (index: number): Date =>
  new Date(Date.UTC(2026, 2, 1 + ((index * 7) % 80), 8 + (index % 9), index % 60));

/** Thirty-two ads of homes and land whose keys say nothing, with the columns of a test. A key of undefined is left out. */
async function propose(columns: (index: number) => Row): Promise<Proposal> {
  const rows = Array.from({ length: 32 }, (_, index) => ({
    ...{ q1: `R-${4000 + index * 3}`, q2: isRent(index) ? 'Izdavanje' : 'Prodaja', q3: kindOf(index) },
    q4: `${kindOf(index)} broj ${index} na lepom mestu`,
    ...{ q5: price(index), q6: 'EUR', q7: 'Novi Sad', q8: `Jevrejska ${index + 1}` },
    q9: isHome(index) ? `${size(index)} m2` : undefined,
    ...columns(index),
  }));
  const proposal = await proposeMapping(Buffer.from(JSON.stringify({ qq: rows })));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const from = ({ report }: Proposal, field: string): string | null | undefined =>
  report.fields.find((one) => one.field === field)?.from;
const perArea = (index: number): number =>
  isHome(index)
    ? Math.round((price(index) / size(index)) * 10) / 10
    : Math.round((price(index) / plotOf(index)) * 10) / 10;

describe('rooms under a name that says nothing', () => {
  const halves = (index: number): number => Math.max(1, Math.round((size(index) / 23) * 2) / 2);

  it('are figures with halves that grow with the area', async () => {
    const proposal = await propose((index) => ({
      q10: perArea(index),
      q11: isHome(index) ? halves(index) : undefined,
    }));
    expect(from(proposal, 'structure.area_sqm')).toBe('q9');
    expect(from(proposal, 'structure.rooms')).toBe('q11');
  });

  it.each<[string, (index: number) => number]>([
    ['have no halves, since bedrooms have none either', (index) => Math.round(halves(index))],
    ['do not grow with the area', (index) => 1 + ((index * 5) % 7) / 2],
    ['are too many for the area', (index) => halves(index) * 6 + 0.5],
    ['have other fractions', (index) => halves(index) + 0.2],
  ])('are none that %s', async (_, count) => {
    const proposal = await propose((index) => ({
      q10: perArea(index),
      q11: isHome(index) ? count(index) : undefined,
    }));
    expect(from(proposal, 'structure.rooms')).toBeUndefined();
  });
});

describe('the floor under a name that says nothing', () => {
  const floors = (index: number): number => (index * 5) % 9;

  it('is what flats alone have, from the ground on', async () => {
    const proposal = await propose((index) => ({
      q10: kindOf(index) === 'Stan' ? floors(index) : undefined,
    }));
    expect(from(proposal, 'structure.floor')).toBe('q10');
  });

  it.each<[string, (index: number) => number | undefined]>([
    ['houses have too', floors],
    ['never is low, as the number of floors', (i) => (kindOf(i) === 'Stan' ? 4 + (i % 6) : undefined)],
    ['is too high', (i) => (kindOf(i) === 'Stan' ? i * 9 : undefined)],
    ['is one of two counts', (i) => (kindOf(i) === 'Stan' ? 1 + (i % 3) : undefined)],
  ])('is none that %s', async (_, count) => {
    const proposal = await propose((index) => ({ q10: count(index) }));
    expect(from(proposal, 'structure.floor')).toBeUndefined();
  });
});

describe('the number of floors under a name that says nothing', () => {
  const floor = (index: number): number | undefined =>
    kindOf(index) === 'Stan' ? 1 + (index % 6) : undefined;
  const above = (index: number): number => 1 + (index % 6) + (index % 5);

  it.each([
    ['in one cell with the floor', (index: number) => `${floor(index) ?? 1}/${above(index)}`],
    ['with blanks', (index: number) => `${floor(index) ?? 1} / ${above(index)}`],
  ])('stands %s', async (_, write) => {
    const proposal = await propose((index) => ({ q10: kindOf(index) === 'Stan' ? write(index) : undefined }));
    expect([from(proposal, 'structure.floor'), from(proposal, 'structure.total_floors')]).toEqual([
      'q10',
      'q10',
    ]);
  });

  it('stands behind that of the floor', async () => {
    const proposal = await propose((index) => ({
      ...{ sprat: floor(index), q11: floor(index) === undefined ? undefined : above(index) },
    }));
    expect([from(proposal, 'structure.floor'), from(proposal, 'structure.total_floors')]).toEqual([
      'sprat',
      'q11',
    ]);
  });

  it.each<[string, (index: number) => Row]>([
    ['lower in some records', (index) => ({ sprat: floor(index), q11: 1 + (index % 4) })],
    ['the same in all', (index) => ({ sprat: floor(index), q11: 9 })],
    ['not the next column', (index) => ({ sprat: floor(index), q11: 'x', q12: above(index) })],
    ['a fraction of another kind', (index) => ({ q10: `${1 + (index % 9)}/${1 + (index % 5)}` })],
  ])('is none that is %s', async (_, columns) => {
    expect(from(await propose(columns), 'structure.total_floors')).toBeUndefined();
  });
});

describe('the plot under a name that says nothing', () => {
  const ofPlots = (index: number): number | undefined =>
    kindOf(index) === 'Stan' ? undefined : plotOf(index);

  it('is that by which the price of land is a price per square metre', async () => {
    const proposal = await propose((index) => ({ q10: perArea(index), q11: ofPlots(index) }));
    expect(from(proposal, 'attributes')).toBe('q11');
    expect(from(proposal, 'structure.area_sqm')).toBe('q9');
  });

  it.each(['ari', 'ar', 'ha'])('is written in a unit of land: %s', async (unit) => {
    const proposal = await propose((index) => ({
      q10: perArea(index),
      q11:
        kindOf(index) === 'Stan'
          ? undefined
          : `${(plotOf(index) / 100).toFixed(2).replace('.', ',')} ${unit}`,
    }));
    expect(from(proposal, 'attributes')).toBe('q11');
  });

  it.each<[string, (index: number) => number | undefined]>([
    ['flats have too', plotOf],
    ['fits no price', (index) => (kindOf(index) === 'Stan' ? undefined : 300 + index * 13)],
  ])('is none that %s', async (_, plot) => {
    const proposal = await propose((index) => ({ q10: perArea(index), q11: plot(index) }));
    expect(from(proposal, 'attributes')).toBeUndefined();
  });
});

describe('the year under a name that says nothing', () => {
  it('is one that spans decades', async () => {
    const proposal = await propose((index) => ({
      q10: isHome(index) ? 1961 + ((index * 11) % 63) : undefined,
    }));
    expect(from(proposal, 'structure.year_built')).toBe('q10');
  });

  it.each<[string, (index: number) => Row]>([
    ['of ads', (index) => ({ q10: 2018 + (index % 8) })],
    [
      'of which there are two',
      (index) => ({ q10: 1961 + ((index * 11) % 63), q11: 1970 + ((index * 7) % 55) }),
    ],
    ['that is an amount in some records', (index) => ({ q10: 1900 + index * 20 })],
  ])('is none %s', async (_, columns) => {
    expect(from(await propose(columns), 'structure.year_built')).toBeUndefined();
  });
});

describe('the date of a change under a name that says nothing', () => {
  const later = (index: number, days: number): string =>
    new Date(day(index).getTime() + days * 86_400_000).toISOString().slice(0, 19);
  const created = (index: number): string => day(index).toISOString().slice(0, 19);
  const changed = (index: number): string => later(index, (index * 3) % 37);

  it.each([
    ['behind the creation', (index: number) => ({ q10: created(index), q11: changed(index) })],
    ['in front of it', (index: number) => ({ q10: changed(index), q11: created(index) })],
  ])('is the later one: %s', async (where, columns) => {
    expect(from(await propose(columns), 'updated_at')).toBe(where.startsWith('behind') ? 'q11' : 'q10');
  });

  it.each<[string, (index: number) => Row]>([
    ['alone', (index) => ({ q10: changed(index) })],
    ['a fixed time later, as the end of an ad', (index) => ({ q10: created(index), q11: later(index, 30) })],
    [
      'far behind the file',
      (index) => ({ q10: created(index), q11: later(index, 200 + ((index * 3) % 37)) }),
    ],
    [
      'before the creation in some records',
      (index) => ({ q10: created(index), q11: later(index, (index % 9) - 4) }),
    ],
    [
      'of which there are three',
      (index) => ({ q10: created(index), q11: changed(index), q12: later(index, (index * 5) % 29) }),
    ],
  ])('is none %s', async (_, columns) => {
    expect(from(await propose(columns), 'updated_at')).toBeUndefined();
  });
});

describe('the description under a name that says nothing', () => {
  const prose = (index: number): string =>
    `Nekretnina broj ${index} je u mirnoj ulici. Odmah je useljiva i uknjižena.`;

  it('is the longest prose', async () => {
    const proposal = await propose((index) => ({ q10: prose(index), q11: 'Ključevi su kod nas.' }));
    expect(from(proposal, 'description.sr')).toBe('q10');
  });

  it.each<[string, (index: number) => Row]>([
    ['the same in all records', () => ({ q10: prose(1) })],
    ['one of two of a length', (index) => ({ q10: prose(index), q11: prose(index + 40) })],
    [
      'no sentences',
      (index) => ({ q10: `terasa, lift, podrum, klima, parking, interfon, ostava, video nadzor ${index}` }),
    ],
  ])('is none that is %s', async (_, columns) => {
    expect(from(await propose(columns), 'description.sr') ?? '').not.toMatch(/^q1/);
  });
});

describe('the price under a name that says nothing', () => {
  it('parts sales from rents, or stands before the currency', async () => {
    expect(from(await propose(() => ({})), 'price.amount')).toBe('q5');
    const alone = await propose((index) => ({ q2: 'Prodaja', q5: size(index) * perMetre(index) }));
    expect(from(alone, 'price.amount')).toBe('q5');
  });

  it.each<[string, (index: number) => Row]>([
    ['as high for rents as for sales', (index) => ({ q5: 90_000 + index * 1_000 })],
    ['missing in many records', (index) => ({ q5: index % 3 === 0 ? undefined : price(index) })],
    ['one of two that stand alone', (index) => ({ q6: undefined, q5: price(index), q10: price(index) * 2 })],
    ['low for sales', (index) => ({ q5: isRent(index) ? 4 : 90 + index })],
  ])('is none that is %s', async (_, columns) => {
    expect(from(await propose(columns), 'price.amount')).toBeNull();
  });
});

it('the area is found where land has a price for its area as well', async () => {
  for (const share of [3, 2]) {
    const proposal = await propose((index) => ({
      q3: index % share === 0 ? 'Kuća' : 'Plac',
      q5: index % share === 0 ? (90 + index) * 1_000 : plotOf(index) * (20 + (index % 30)),
      q2: 'Prodaja',
      q9: index % share === 0 ? 90 + index : undefined,
      q10: index % share === 0 ? 1_000 : 20 + (index % 30),
    }));
    expect(from(proposal, 'structure.area_sqm') ?? 'q9').toBe('q9');
  }
});

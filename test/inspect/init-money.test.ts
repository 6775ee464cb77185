import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
import { elementOf } from '../corpus/containers.js';

type Row = Record<string, string | number>;

/** Twelve homes of an invented agency, of which each third is let, with the columns of a test. */
async function propose(columns: (index: number) => Row): Promise<Proposal> {
  const rows = [...Array(12).keys()].map((index) => ({
    sifra: `AG-${1000 + index * 7}`,
    vrsta_ponude: isRent(index) ? 'Izdavanje' : 'Prodaja',
    tip_nekretnine: index % 2 === 0 ? 'Stan' : 'Kuća',
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    opis: `Nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
    mesto: 'Novi Sad',
    ulica: `Jovana Cvijića ${index + 1}`,
    kvadratura: 40 + index,
    ...columns(index),
  }));
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => `"${String((row as Row)[name] ?? '')}"`).join(';'));
  const proposal = await proposeMapping(Buffer.from([names.join(';'), ...lines, ''].join('\n')));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const isRent = (index: number): boolean => index % 3 === 0;
const euros = (index: number): number => (isRent(index) ? 400 + index * 10 : 90_000 + index * 1_100);
const grouped = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, '.');

const fieldsOf = ({ mapping }: Proposal) => mapping.fields as Record<string, unknown>;
const asked = ({ report }: Proposal): string[] => report.readiness.questions.map(({ name }) => name);
const problems = ({ report }: Proposal): string[] =>
  report.readiness.problems.map(({ pointer, code, listings }) => `${code} ${pointer} ${listings}`);

describe('an amount that says more than a figure', () => {
  it.each([
    ['two currencies', (i: number) => ({ cena: `${grouped(euros(i))} € (${grouped(euros(i) * 117)} RSD)` })],
    ['a period', (i: number) => ({ cena: isRent(i) ? `${euros(i)} € / mesec` : `${grouped(euros(i))} €` })],
    ['words', (i: number) => ({ Cijena: `${grouped(euros(i))} eura (nije fiksno)` })],
    ['a code', (i: number) => ({ price: `EUR ${euros(i)}.00` })],
  ])('is read whole: %s', async (_, columns) => {
    const proposal = await propose(columns);
    expect(fieldsOf(proposal)['price.amount']).toMatchObject({ amount: 1 });
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
    expect(asked(proposal)).not.toContain('price.currency');
  });

  it('gives way to a column of the same figures alone, and says their currency', async () => {
    const proposal = await propose((i) => ({
      cijena: i === 4 ? 'oko 94 hiljade, dogovor' : `${grouped(euros(i))} € + PDV`,
      cena: euros(i),
    }));
    expect(fieldsOf(proposal)['price.amount']).toMatchObject({
      from: 'cena',
      amount: { edition: 1, currency: { from: 'cijena' } },
    });
  });
});

describe('a currency that is stated', () => {
  const foreign = [
    'BAM',
    'KM',
    'MKD',
    'RON',
    'BGN',
    'HRK',
    'kn',
    'CZK',
    'BRL',
    'AED',
    'TRY',
    'TL',
    'zł',
    'XQZ',
  ];

  it.each(foreign)('is not dropped: in a column of its own, %s', async (valuta) => {
    const proposal = await propose((i) => ({ cena: euros(i) * 2, valuta }));
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 0 });
    expect(asked(proposal)).not.toContain('price.currency');
    const code = valuta === 'XQZ' ? 'unmapped_word' : 'currency_not_taken';
    expect(problems(proposal)).toEqual([`${code} /price/currency 8`, `${code} /rent/currency 4`]);
  });

  it.each([...foreign, 'R$', '£'])('is not dropped: beside the amount, %s', async (sign) => {
    const proposal = await propose((i) => ({ cena: `${grouped(euros(i) * 2)} ${sign}` }));
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 0 });
    expect(problems(proposal)).toEqual([
      'currency_not_taken /price/currency 8',
      'currency_not_taken /rent/currency 4',
    ]);
  });

  it.each([
    ['cijena_km', 'BAM'],
    ['Cena (USD)', 'USD'],
    ['cena_huf', 'HUF'],
  ])('is not dropped: in the name of the column %s', async (name) => {
    const proposal = await propose((i) => ({ [name]: euros(i) * 2 }));
    expect(problems(proposal)[0]).toBe('currency_not_taken /price/currency 8');
  });

  it('counts per listing', async () => {
    const proposal = await propose((i) => ({
      cena: euros(i),
      valuta: i === 1 ? 'USD' : i % 2 === 0 ? 'EUR' : '€',
    }));
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 11 });
  });

  it('that no list knows is asked about as a word', async () => {
    const proposal = await propose((i) => ({ cena: euros(i), valuta: i % 2 === 0 ? '1' : 'EUR' }));
    expect(proposal.report.words).toMatchObject([{ table: 'currency', word: '1' }]);
  });

  it('that is stated nowhere is asked for, and none is assumed', async () => {
    const proposal = await propose((i) => ({ cena: euros(i) }));
    expect(asked(proposal)).toEqual(expect.arrayContaining(['price.currency', 'rent.currency']));
  });
});

describe('a currency of its own for prices and for rents', () => {
  const of = (index: number, is: boolean, currency: (figure: number) => object): object | undefined =>
    isRent(index) === is ? currency(euros(index)) : undefined;

  it.each([
    ['an attribute', (figure: number) => ({ '@valuta': 'EUR', '#': figure })],
    ['an element beside it', (figure: number) => ({ iznos: figure, valuta: 'EUR' })],
    ['one of several', (figure: number) => ({ iznos: figure, valuta: figure % 20 === 0 ? 'RSD' : 'EUR' })],
  ])('is asked of neither: %s', async (_, write) => {
    const ads = [...Array(12).keys()].map((index) =>
      elementOf('ad', {
        ...{ id: `AG-${1000 + index * 7}`, vrsta: 'Stan', ponuda: isRent(index) ? 'Izdavanje' : 'Prodaja' },
        ...{ naslov: `Lep stan broj ${index}`, mesto: 'Niš', kvadratura: 40 + index },
        prodajna_cena: (of(index, false, write) ?? null) as null,
        zakupnina: (of(index, true, write) ?? null) as null,
      }),
    );
    const proposal = await proposeMapping(Buffer.from(`<oglasi>${ads.join('')}</oglasi>`));
    if (!proposal.ok) throw new Error(proposal.reason);
    expect(asked(proposal)).not.toContain('price.currency');
    expect(asked(proposal)).not.toContain('rent.currency');
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
  });
});

describe('columns of one price in several currencies', () => {
  const columns: Record<string, (i: number) => number> = {
    cena_rsd: (i) => euros(i) * 117,
    cena_eur: (i) => euros(i),
    cena_km: (i) => Math.round(euros(i) * 1.95583),
  };

  it('are read in EUR, then RSD, whatever their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(Object.keys(columns), { minLength: 2 }), async (names) => {
        const proposal = await propose((i) =>
          Object.fromEntries(names.map((name) => [name, columns[name]?.(i) ?? 0])),
        );
        const [first] = [fieldsOf(proposal)['price.amount']].flat();
        const wanted = names.includes('cena_eur') ? ['cena_eur', 'EUR'] : ['cena_rsd', 'RSD'];
        expect(first).toMatchObject({ from: wanted[0], amount: { currency: wanted[1] } });
        expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
      }),
      { numRuns: 8 },
    );
  });

  it('tell the currency of one without a name by their ratio', async () => {
    const proposal = await propose((i) => ({ cena: euros(i) * 117, cena_eur: i % 4 === 0 ? '' : euros(i) }));
    expect(fieldsOf(proposal)['price.amount']).toMatchObject([
      { from: 'cena_eur', amount: { currency: 'EUR' } },
      { from: 'cena', amount: { currency: 'RSD' } },
    ]);
    const other = await propose((i) => ({
      cena: Math.round(euros(i) * 1.95583),
      cena_eur: i % 4 === 0 ? '' : euros(i),
    }));
    expect(fieldsOf(other)['price.amount']).toMatchObject({ from: 'cena_eur' });
  });

  it.each(['stara_cena_eur', 'depozit_eur', 'cena_m2_eur', 'porez_eur'])(
    'are never taken from %s',
    async (name) => {
      const proposal = await propose((i) => ({ cena: euros(i), valuta: 'EUR', [name]: euros(i) * 0.1 }));
      expect(JSON.stringify(fieldsOf(proposal)['price.amount'])).not.toContain(name);
    },
  );
});

describe('the period of a tax', () => {
  it.each([
    ['behind it', (i: number) => ({ kirija: 300 + i * 10, valuta: 'EUR', porez: 6_000, period: 'godišnje' })],
    [
      'by its name',
      (i: number) => ({ kirija: 300 + i * 10, porez: 6_000, porez_period: 'godišnje', valuta: 'EUR' }),
    ],
    ['by its size', (i: number) => ({ period: 'yearly', kirija: 300 + i * 10, valuta: 'EUR' })],
  ])('is not that of the rent: %s', async (_, columns) => {
    const proposal = await propose(columns);
    expect(JSON.stringify(fieldsOf(proposal)['rent.amount'])).not.toContain('unit');
  });

  it('and that of the rent is read', async () => {
    const proposal = await propose((i) => ({ kirija: 3_600 + i * 120, period: 'godišnje', valuta: 'EUR' }));
    expect(fieldsOf(proposal)['rent.amount']).toMatchObject({ unit: { from: 'period' } });
  });
});

describe('a currency in the name of a column', () => {
  it.each(['Cena €', 'Cijena (€)', 'cena_u_eurima', 'cenaeur', 'CenaEUR'])('is read: %s', async (name) => {
    const proposal = await propose((i) => ({ [name]: grouped(euros(i)) }));
    expect(asked(proposal)).not.toContain('price.currency');
    expect(fieldsOf(proposal)['price.amount']).toMatchObject({ amount: { edition: 1, currency: 'EUR' } });
  });
});

it('euros that a column of currencies states come before dinars that a name states', async () => {
  const proposal = await propose((i) => ({
    cena_din: grouped(euros(i) * 117),
    cena: grouped(euros(i)),
    valuta: 'EUR',
  }));
  const [first] = [fieldsOf(proposal)['price.amount']].flat();
  expect(first).toMatchObject({ from: 'cena' });
});

describe('the time of a rent', () => {
  const rentRule = (proposal: Proposal) => [fieldsOf(proposal)['rent.amount']].flat().at(-1);

  it.each([
    ['as high as that of a month', (i: number) => ({ cena_eur: euros(i) })],
    ['in dinars', (i: number) => ({ cena_rsd: euros(i) * 117 })],
    ['without a currency', (i: number) => ({ cena: euros(i) })],
    [
      'beside areas in square feet',
      (i: number) => ({ cena_eur: euros(i), broj_soba: 2 + (i % 2), kvadratura: 540 + i * 20 }),
    ],
    [
      'beside a column that says it',
      (i: number) => ({ cena_eur: isRent(i) ? 35 : euros(i), period: 'dnevno' }),
    ],
    ['that its cell says', (i: number) => ({ cena: isRent(i) ? `${30 + i} € / dan` : `${euros(i)} €` })],
  ])('is not asked where it is %s', async (_, columns) => {
    expect(asked(await propose(columns))).not.toContain('rent.period');
  });

  it.each([
    ['day', (i: number) => 25 + i],
    ['year', (i: number) => 7_000 + 150 * i],
  ])(
    'is asked once where amounts are not those of a month, with what is probable: a %s',
    async (answer, rent) => {
      const proposal = await propose((i) => ({ cena_eur: isRent(i) ? rent(i) : euros(i) }));
      const { questions, ready } = proposal.report.readiness;
      expect(rentRule(proposal)).toMatchObject({ period: 'ask' });
      expect(questions.find(({ name }) => name === 'rent.period')).toMatchObject({
        ...{ listings: 4, section: 'constants', recommended: { answer } },
      });
      expect(ready).toBe(12);
    },
  );

  it('is that in the name of the column', async () => {
    const proposal = await propose((i) => ({
      cena_eur: isRent(i) ? '' : euros(i),
      nedeljna_kirija_eur: isRent(i) ? 90 + i : '',
    }));
    expect(asked(proposal)).not.toContain('rent.period');
    expect(JSON.stringify(fieldsOf(proposal)['rent.amount'])).toContain('"period":"week"');
  });
});

describe('an amount that its name calls that of a sale', () => {
  const sources = (proposal: Proposal): unknown[] =>
    [fieldsOf(proposal)['rent.amount']].flat().map((rule) => (rule as { from: string }).from);
  const rent = (i: number) => (i % 3 === 2 ? 400 + i : '');

  it.each([
    ['Cena prodaje', 'Zakup'],
    ['Prodajna cijena', 'Najam'],
    ['Sale price', 'Rent'],
  ])('is no rent, where the rent has a column of its own: %s, %s', async (sale, let_) => {
    expect(sources(await propose((i) => ({ [sale]: euros(i), [let_]: rent(i) })))).toEqual([let_]);
  });
});

describe('a price before a reduction', () => {
  const isReduced = (i: number): boolean => i % 4 === 1;
  const sources = (proposal: Proposal): unknown =>
    [fieldsOf(proposal)['price.amount']].flat().map((rule) => (rule as { from: string }).from);

  it.each([
    ['Redovna cijena', 'Snižena cijena'],
    ['Redovna cena', 'Akcijska cena'],
    ['Regular price', 'Sale price'],
    ['Cena', 'Akcijska cena'],
    ['Cijena', 'Snižena cijena'],
    ['Price', 'Reduced price'],
  ])('gives way to the reduced one, where there is one: %s, %s', async (regular, reduced) => {
    const columns = (i: number) => ({
      [regular]: euros(i),
      [reduced]: isReduced(i) ? Math.round(euros(i) * 0.95) : '',
    });
    expect(sources(await propose(columns))).toEqual([reduced, regular]);
  });

  it('is the price where it stands alone, and never where another one stands', async () => {
    expect(sources(await propose((i) => ({ 'Redovna cijena': euros(i) })))).toEqual(['Redovna cijena']);
    const both = await propose((i) => ({ 'Redovna cena': Math.round(euros(i) * 1.1), Cena: euros(i) }));
    expect(sources(both)).toEqual(['Cena']);
  });

  it('is that of homes for sale, where the name of a price says sale and none is called regular', async () => {
    expect(sources(await propose((i) => ({ 'Sale price': euros(i) })))).toEqual(['Sale price']);
  });

  it('is not known where the one that its name calls reduced is higher', async () => {
    const proposal = await propose((i) => ({
      'Redovna cena': euros(i),
      'Akcijska cena': isReduced(i) ? Math.round(euros(i) * 1.2) : '',
    }));
    expect(problems(proposal)).toEqual(['required /price/amount 8', 'required /rent/amount 4']);
  });
});

describe('a reduced price without a currency in its name', () => {
  const isReduced = (i: number): boolean => i % 5 === 1;
  const rules = (proposal: Proposal): { from: string; amount?: unknown }[] =>
    [fieldsOf(proposal)['price.amount']].flat() as { from: string; amount?: unknown }[];

  it.each([
    ['Cena EUR', 'Snižena cena', ''],
    ['Cijena (€)', 'Akcijska cijena', 0],
    ['price_eur', 'discounted_price', '0.00'],
  ])('is in that of the price beside it: %s, %s', async (plain, reduced, none) => {
    const columns = (i: number) => ({
      [plain]: euros(i),
      [reduced]: isReduced(i) ? Math.round(euros(i) * 0.9) : none,
    });
    const proposal = await propose(columns);
    expect(rules(proposal).map(({ from }) => from.replaceAll("'", ''))).toEqual([reduced, plain]);
    expect(rules(proposal).map(({ amount }) => amount)).toEqual(
      Array(2).fill({ edition: 1, currency: 'EUR' }),
    );
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
  });

  it.each(['Akcija', 'Na akciji', 'Sniženo', 'Promo'])('needs no word for a price: %s', async (name) => {
    const columns = (i: number) => ({
      Cena: `${euros(i)} €`,
      [name]: isReduced(i) ? `${Math.round(euros(i) * 0.9)} €` : '',
    });
    expect(rules(await propose(columns)).map(({ from }) => from)).toEqual([name, 'Cena']);
  });

  it.each([
    ['Akcija', 'da', 'ne'],
    ['Sniženo', 10, ''],
    ['Na akciji', '15%', ''],
  ])('is none that says how much or whether it fell: %s %s', async (name, yes, no) => {
    const columns = (i: number) => ({ Cena: `${euros(i)} €`, [name]: isReduced(i) ? yes : no });
    const proposal = await propose(columns);
    expect(rules(proposal).map(({ from }) => from)).toEqual(['Cena']);
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
  });

  it('is no price where it says by how much the price fell', async () => {
    const columns = (i: number) => ({ 'Cena EUR': euros(i), 'Snižena cena': isReduced(i) ? 2_000 : '' });
    expect(fieldsOf(await propose(columns))['price.amount']).toBeUndefined();
  });
});

describe('amounts in thousands', () => {
  it.each([
    ['Cena u hiljadama EUR', (i: number) => String((90_000 + i * 1_100) / 1_000).replace('.', ',')],
    ['Cijena (000 €)', (i: number) => 90 + i],
    ['Price in thousands EUR', (i: number) => (90_000 + i * 500) / 1_000],
    ['Preis in Tsd. EUR', (i: number) => 120 + i],
  ])('are read in full, where the name of their column says so: %s', async (name, cell) => {
    const proposal = await propose((i) => ({ vrsta_ponude: 'Prodaja', [name]: cell(i) }));
    expect(fieldsOf(proposal)['price.amount']).toMatchObject({ times: 1000 });
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
  });

  it('are none where the figures are those of whole amounts', async () => {
    const proposal = await propose((i) => ({ 'Cena u hiljadama EUR': euros(i) }));
    expect(fieldsOf(proposal)['price.amount']).not.toMatchObject({ times: 1000 });
  });

  it.each(['Cena u hiljadama EUR', 'Cijena u tis. €', 'Preis (Tsd. EUR)'])(
    'wait where some are written in full: %s',
    async (name) => {
      const proposal = await propose((i) => ({
        vrsta_ponude: 'Prodaja',
        [name]: i % 4 === 0 ? 95_000 + i : 90 + i,
      }));
      expect(fieldsOf(proposal)['price.amount']).toMatchObject({ times: 1000 });
      expect(problems(proposal)).toEqual(['value_refused /price/amount 3']);
    },
  );

  it('leave out the rent that is written in full', async () => {
    const proposal = await propose((i) => ({ 'Cena u hiljadama EUR': isRent(i) ? euros(i) : 90 + i }));
    expect(problems(proposal)).toEqual(['value_refused /rent/amount 4']);
  });
});

describe('an amount too small for a sale', () => {
  it.each([
    ['Cena EUR', (i: number) => (isRent(i) ? euros(i) : 90 + i), 8],
    ['cijena', (i: number) => `${isRent(i) ? euros(i) : i === 4 || i === 8 ? 95 + i : euros(i)} €`, 2],
    ['price_eur', (i: number) => (i === 5 || i === 7 ? 120.5 : euros(i)), 2],
  ])('waits, as it may be in thousands: %s', async (name, cell, count) => {
    expect(problems(await propose((i) => ({ [name]: cell(i) })))).toEqual([
      `value_refused /price/amount ${count}`,
    ]);
  });

  it('recommends no rental where all are too small for the areas', async () => {
    const proposal = await propose((i) => ({ vrsta_ponude: '', kvadratura: 60 + i, 'Cena EUR': 85 + i }));
    const [question] = proposal.report.readiness.questions.filter(({ name }) => name === 'transaction');
    expect(question).toMatchObject({ recommended: null });
    expect(problems(proposal)).toEqual(['value_refused /price/amount 12']);
  });

  it('is none of rents', async () => {
    expect(fieldsOf(await propose((i) => ({ 'Cena EUR': euros(i) })))['price.amount']).not.toHaveProperty(
      'refuse',
    );
  });
});

describe('what land is worth', () => {
  it.each(['land_value', 'Vrednost zemljišta', 'Vrijednost placa', 'plot_value'])(
    'is neither its size nor the price: %s',
    async (name) => {
      const columns = (i: number) => ({ cena_eur: euros(i), [name]: i % 2 === 0 ? '' : 20_000 + i * 300 });
      const { attributes, ...others } = fieldsOf(await propose(columns));
      expect(attributes).toBeUndefined();
      expect(others['price.amount']).toMatchObject({ from: 'cena_eur' });
    },
  );
});

describe('the name of a column with a slash in it', () => {
  it.each(['Kirija (€/mj)', 'Najam (EUR/mes.)', 'Zakupnina €/mesec'])('is read whole: %s', async (name) => {
    const proposal = await propose((i) => ({ vrsta_ponude: '', [name]: 400 + i * 10 }));
    expect(fieldsOf(proposal)['rent.amount']).toMatchObject({ amount: { edition: 1, currency: 'EUR' } });
    expect(asked(proposal)).not.toContain('rent.currency');
    expect(asked(proposal)).not.toContain('transaction');
  });
});

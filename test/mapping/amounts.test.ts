import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseAmount } from '../../src/mapping/values/amounts/choose-amount.js';
import { currencyNamed, currencyOfName } from '../../src/mapping/values/amounts/currencies.js';
import { readAmounts } from '../../src/mapping/values/amounts/read-amounts.js';

const comma = { decimal: ',', thousands: '.' } as const;

/** The amount of a cell as `figure currency period`; why there is none, in brackets. */
function read(
  text: string,
  purpose: 'sale' | 'rent' = 'sale',
  notation: Parameters<typeof readAmounts>[1] = comma,
): string {
  const cell = readAmounts(text, notation);
  if (cell.kind === 'words') return '(words)';
  const chosen = cell.kind === 'unclear' ? cell : chooseAmount(cell.amounts, purpose);
  if (chosen.kind === 'unclear') return `(${chosen.fault})`;
  const { figure, currency, period, isFrom } = chosen.amount;
  return [isFrom ? 'from' : null, figure, currency, period].filter((one) => one !== null).join(' ');
}

describe('a cell with an amount', () => {
  it.each([
    ['118.000 € (13.806.000 RSD)', '118000 EUR'],
    ['13.806.000 RSD (118.000 €)', '118000 EUR'],
    ['13.806.000 din. / 118.000 eura', '118000 EUR'],
    ['118.000 EUR = 13.806.000 RSD', '118000 EUR'],
    ['118.000 (13.806.000 RSD)', '13806000 RSD'],
    ['36.5 M Ft', '36500000 HUF'],
    ['1,2 mil. EUR', '1200000 EUR'],
    ['13,8 mil. din', '13800000 RSD'],
    ['95 hilj. €', '95000 EUR'],
    ['120k €', '120000 EUR'],
    ['82 900 €\nnegotiable', '82900 EUR'],
    ['275 500 € FAI', '275500 EUR'],
    ['950 € charges comprises', '950 EUR'],
    ['650 € sa uključenim režijama', '(word)'],
    ['650 €, uključene režije', '650 EUR'],
    ['500 € (depozit 500 € uključen)', '500 EUR'],
    ['od 95.000 €', 'from 95000 EUR'],
    ['95.000,- €', '95000 EUR'],
    ['95.000,-- eura', '95000 EUR'],
    ['€ 1,250,000.00', '1250000 EUR'],
    ['Cena: 95.000 eura (nije fiksno)', '95000 EUR'],
    ['95.000 € + PDV', '95000 EUR'],
    ['118.000 € (2.100 €/m²)', '118000 EUR'],
    ['118.000 €, 2.100 € po kvadratu', '118000 EUR'],
    ['218.000 KM', '218000 BAM'],
    ['218.000 KM (111.500 €)', '111500 EUR'],
    ['450.000 zł', '450000 PLN'],
    ['450 000 Kč', '450000 CZK'],
    ['1.250.000,00 лв', '1250000 BGN'],
    ['6.000.000 ден', '6000000 MKD'],
    ['118.000 дин.', '118000 RSD'],
    ['R$ 450.000', '450000 BRL'],
    ['4.500.000 TL', '4500000 TRY'],
    ['95.000 XQZ', '95000 XQZ'],
    ['350.000 lei', '350000 RON'],
    ['95.000', '95000'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['300 € / mesec', '300 EUR month'],
    ['300€/mes', '300 EUR month'],
    ['950 € CC/mois', '950 EUR month'],
    ['300 eur mesečno + režije', '300 EUR month'],
    ['450 € pro Monat', '450 EUR month'],
    ['400 EUR/mjesec (+ režije)', '400 EUR month'],
    ['£300 p.c.m.', '300 GBP month'],
    ['35 €/dan', '35 EUR day'],
    ['120 € pw', '120 EUR week'],
    ['6.000 €/god', '6000 EUR year'],
    ['350 € + depozit 350 €', '350 EUR'],
    ['350 € (porez 35 €)', '350 EUR'],
    ['118.000 € / 400 € mesečno', '400 EUR month'],
    ['1 200 Ft/hó', '1200 HUF month'],
    ['300 EUR, mesečno', '300 EUR month'],
  ])('of a rent, %j is %s', (text, expected) => {
    expect(read(text, 'rent')).toBe(expected);
  });

  it.each([
    ['po dogovoru', '(words)'],
    ['Na upit', '(words)'],
    ['95.000 - 120.000 €', '(range)'],
    ['do 95.000 €', '(range)'],
    ['300/400 €', '(several)'],
    ['118.000 € (1.380.000 RSD)', '(several)'],
    ['118.000 (230.000 KM)', '(several)'],
    ['2.100 €/m2', '(per_area)'],
    ['118 mil €', '(figure)'],
    ['95,000 €', '(figure)'],
    ['95.000 € + garaža 10.000 €', '(word)'],
    ['dve rate od 40.000 €', '(word)'],
    ['300 € mesečno', '(rent)'],
    ['-95.000 €', '95000 EUR'],
  ])('%j is not taken for a price: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('an own sign of thousands decides what a group of three digits is', () => {
    expect(read('95.000 €', 'sale', { decimal: '.', thousands: ',' })).toBe('(figure)');
    expect(read('95,000 €', 'sale', { decimal: '.', thousands: ',' })).toBe('95000 EUR');
  });
});

/** Currencies as the test writes them, and their codes. */
const written = [
  ['€', 'EUR'],
  ['EUR', 'EUR'],
  ['eura', 'EUR'],
  ['RSD', 'RSD'],
  ['din.', 'RSD'],
  ['KM', 'BAM'],
  ['CHF', 'CHF'],
  ['Ft', 'HUF'],
  ['kn', 'HRK'],
  ['AED', 'AED'],
] as const;

/** An amount with points between its thousands. */
const grouped = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, '.');

describe('what is written in a cell', () => {
  const figure = fc.integer({ min: 10, max: 900_000_000 });
  const currency = fc.constantFrom(...written);
  const noise = fc.constantFrom('', 'cca', 'cena', 'oko', 'samo', 'xyz', 'garaža', 'Cena:');
  const behind = fc.constantFrom(
    '',
    ' + PDV',
    ' / mesec',
    ' po m2',
    ' (fiksno)',
    ' stara',
    ', po dogovoru',
    ' *',
    ' mil.',
    ' 2',
  );

  it('is read back or left open, and never another number or currency', () => {
    fc.assert(
      fc.property(
        figure,
        currency,
        noise,
        behind,
        fc.boolean(),
        (amount, [sign, code], before, after, isFirst) => {
          const digits = grouped(amount);
          const text = `${before} ${isFirst ? `${sign} ${digits}` : `${digits} ${sign}`}${after}`.trim();
          const result = read(text, 'rent');
          if (result.startsWith('(')) return;
          const [value, stated] = result.split(' ');
          expect([Number(value), stated]).toEqual([after === ' mil.' ? amount * 1_000_000 : amount, code]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('of two currencies is EUR, then RSD, and nothing where the two are not the same price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9_000_000 }),
        fc.integer({ min: 1, max: 400 }),
        (eur, rate) => {
          const result = read(`${grouped(eur)} € (${grouped(eur * rate)} RSD)`);
          expect(result).toBe(rate > 78 && rate < 175.5 ? `${eur} EUR` : rate === 1 ? result : '(several)');
        },
      ),
    );
  });

  it('never throws, whatever it is, and takes no figure from nowhere', () => {
    const sign = fc.constantFrom(...'0123456789.,- /()€EURmesKM\n+%*'.split(''));
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 24 }), (signs) => {
        const text = signs.join('');
        const cell = readAmounts(text, comma);
        if (cell.kind !== 'amounts') return;
        const groups = (text.match(/\d+/g) ?? []).map(Number);
        for (const { figure } of cell.amounts) expect(figure === 0 || groups.length > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('currencies', () => {
  it.each([
    ['ALL', 'ALL'],
    ['all', null],
    ['Top', null],
    ['HUF', 'HUF'],
    ['huf', 'HUF'],
    ['dinara', 'RSD'],
    ['stan', null],
  ])('%s is %s', (word, code) => {
    expect(currencyNamed(word)).toBe(code);
  });

  it('are read from names of columns', () => {
    expect(currencyOfName(['cena', 'eur'])).toBe('EUR');
    expect(currencyOfName(['cijena', 'km'])).toBe('BAM');
    expect(currencyOfName(['cena', 'eur', 'rsd'])).toBeNull();
    expect(currencyOfName(['cena'])).toBeNull();
  });
});

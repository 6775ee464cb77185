import { describe, expect, it } from 'vitest';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';

const { reference } = sandboxReference();

const head = `
name: test
version: 1
format: { container: json, records: ads }
source_id: { const: A-1 }
transaction: { from: offer, table: offer }
numbers: { decimal: ',', thousands: '.' }
`;
const tail = `
tables:
  offer: { words: { sale: sale, rent: rent } }
  currency: { words: { '2': RSD } }
`;
const fields = `
fields:
  price.amount:
    - { from: cena_eur, nulls: [0], amount: { edition: 1, currency: EUR } }
    - { from: cena, nulls: [0], amount: { edition: 1, currency: { from: valuta, table: currency } } }
  rent.amount:
    - { from: cena_eur, nulls: [0], amount: { edition: 1, currency: EUR } }
    - from: cena
      amount: { edition: 1, currency: { from: valuta, table: currency } }
      unit: { from: period, factors: { month: 1, year: 1/12 } }
      when: field('period') != ''
    - { from: cena, amount: { edition: 1, currency: { from: valuta, table: currency } } }
`;

/** The amount and currency of a listing, and the issues of both. */
function money(
  value: Record<string, string>,
  constants: Record<string, string> = {},
  of = fields,
): { said: string; issues: string[] } {
  const mapping = mappingOf(head + of + tail, { ...exampleOverrides, constants });
  const trace: { path: string; result: unknown }[] = [];
  const { issues } = mapping.map(
    { name: 'ad', value: { offer: 'sale', ...value }, ancestors: [], header: {} },
    { reference, photoMax: 9 },
    trace as never,
  );
  const last = (part: string): unknown =>
    trace.findLast(({ path, result }) => path.endsWith(part) && result !== null)?.result;
  const ofMoney = issues.filter(({ pointer }) => /^\/(price|rent)\/(amount|currency)/.test(pointer));
  return {
    said: `${String(last('.amount'))} ${String(last('.currency'))}`,
    issues: ofMoney.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`),
  };
}

describe('the currency that stands with an amount', () => {
  it.each([
    [{ cena: '118.000 € (13.806.000 RSD)' }, '118000 EUR'],
    [{ cena: '118.000', valuta: '€' }, '118000 EUR'],
    [{ cena: '13.806.000', valuta: 'dinara' }, '13806000 RSD'],
    [{ cena: '13.806.000', valuta: '2' }, '13806000 RSD'],
    [{ cena: '13.806.000 din', valuta: 'RSD' }, '13806000 RSD'],
    [{ cena: '13.806.000 RSD', cena_eur: '118.000' }, '118000 EUR'],
    [{ cena: '218.000 KM', cena_eur: '111.500' }, '111500 EUR'],
    [{ cena: '13.806.000', valuta: 'RSD', cena_eur: '0' }, '13806000 RSD'],
    [{ cena: '118.000', valuta: 'cena 118.000 €' }, '118000 EUR'],
  ])('is that of the listing: %j', (value, said) => {
    expect(money(value)).toEqual({ said, issues: [] });
  });

  it('wins over the constant of the feed, which fills in where nothing is stated', () => {
    expect(money({ cena: '13.806.000 RSD' }, { 'price.currency': 'EUR' }).said).toBe('13806000 RSD');
    expect(money({ cena: '118.000' }, { 'price.currency': 'EUR' }).said).toBe('118000 EUR');
    expect(money({ cena: '118.000' }).issues).toEqual(['error answer_missing /price/currency']);
  });

  it.each([
    [{ cena: '218.000 KM' }, 'currency_not_taken'],
    [{ cena: '218.000', valuta: 'BAM' }, 'currency_not_taken'],
    [{ cena: '450.000', valuta: 'pln' }, 'currency_not_taken'],
    [{ cena: '95.000 XQZ' }, 'currency_not_taken'],
    [{ cena: '118.000', valuta: '7' }, 'unmapped_word'],
    [{ cena: '118.000', valuta: 'stara' }, 'unmapped_word'],
    [{ cena: '118.000 €', valuta: 'RSD' }, 'currency_unclear'],
    [{ cena: '118.000', valuta: 'cena 120.000 €' }, 'currency_unclear'],
  ])('is never dropped or replaced: %j waits', (value, code) => {
    for (const constants of [{}, { 'price.currency': 'EUR' }])
      expect(money(value, constants).issues).toEqual([`error ${code} /price/currency`]);
  });

  it('is not asked for where there is no price', () => {
    expect(money({ cena: 'po dogovoru' }).issues).toEqual(['error bad_number /price/amount']);
    expect(money({ cena: '0' }).issues).toEqual(['error required /price/amount']);
    expect(money({ cena: '95.000 - 120.000 €' }).issues).toEqual(['error amount_unclear /price/amount']);
  });

  it('wins over a rule of the currency itself only by making the listing wait', () => {
    const both = `${fields}  price.currency: { const: EUR }\n`;
    expect(money({ cena: '218.000 KM' }, {}, both).issues).toEqual([
      'error currency_not_taken /price/currency',
    ]);
    expect(money({ cena: '13.806.000 RSD' }, {}, both).issues).toEqual(['error bad_number /price/amount']);
  });
});

describe('the period that stands with a rent', () => {
  const rent = (value: Record<string, string>) => money({ offer: 'rent', ...value });

  it.each([
    [{ cena: '300 € / mesec' }, '300 EUR'],
    [{ cena: '6.000 € godišnje' }, '500 EUR'],
    [{ cena: '6.000 €', period: 'year' }, '500 EUR'],
    [{ cena: '300 € mesečno', period: 'year' }, '300 EUR'],
    [{ cena: '300 €', period: '' }, '300 EUR'],
  ])('makes it one for a month: %j', (value, said) => {
    expect(rent(value)).toEqual({ said, issues: [] });
  });

  it('is noted where it is a day or a week, so that the guard asks', () => {
    expect(rent({ cena: '30 € / dan' })).toEqual({
      said: '900 EUR',
      issues: ['warning rent_per_day /rent/amount'],
    });
    expect(rent({ cena: '90 € pw' })).toEqual({
      said: '390 EUR',
      issues: ['warning rent_per_week /rent/amount'],
    });
  });

  it('makes no price of a sale', () => {
    expect(money({ cena: '300 € / mesec' }).issues).toEqual(['error amount_unclear /price/amount']);
  });
});

it('belongs to amounts alone', () => {
  const text = `${head}\nfields:\n  structure.area_sqm: { from: m2, amount: 1 }\n${tail}`;
  const loaded = loadMapping(text, { file: 'test.yaml', overrides: exampleOverrides, bases: {} });
  expect(loaded.ok ? [] : loaded.errors.map(({ message }) => message)).toContain(
    'amount: belongs to a rule of price.amount or rent.amount.',
  );
});

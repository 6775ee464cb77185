import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trace } from '../../src/mapping/compile/load-mapping.js';
import { bareFigure } from '../../src/mapping/values/noisy-number.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';
import { sandboxReference } from './sandbox-reference.js';

const { reference } = sandboxReference();

const text = `
name: test
version: 1
format: { container: json, records: ads }
source_id: { const: A-1 }
transaction: { const: sale }
numbers: { decimal: ',', thousands: '.' }
fields:
  price.amount: price
  price.currency: { from: currency, table: currency }
  structure.area_sqm:
    - area
    - { from: ares, times: 100 }
  structure.rooms: rooms
  structure.floor: { from: floor, table: floor }
  structure.year_built: { from: year, number: { decimal: none } }
  commission.buyer_pct: commission
tables:
  currency: { words: { EUR: EUR, RSD: RSD } }
  floor: { words: { PR: 0 } }
`;

const mapping = mappingOf(text, { ...exampleOverrides, constants: {} });

/** What the field becomes, and the text that could not be read. */
function read(value: Record<string, string>, field: string): unknown {
  const trace: Trace = [];
  const { issues } = mapping.map(
    { name: 'ad', value, ancestors: [], header: {} },
    { reference, photoMax: 9 },
    trace,
  );
  const pointer = `/${field.replaceAll('.', '/')}`;
  const isRefused = issues.some(
    (issue) => issue.pointer === pointer && ['bad_number', 'unmapped_word'].includes(issue.code),
  );
  return isRefused
    ? 'unread'
    : (trace.findLast(({ path, result }) => path === field && result !== null)?.result ?? null);
}

const area = (cell: string): unknown => read({ area: cell }, 'structure.area_sqm');
const price = (cell: string, currency = 'EUR'): unknown => read({ price: cell, currency }, 'price.amount');
const floor = (cell: string): unknown => read({ floor: cell }, 'structure.floor');

describe('a figure among words is read where they have one meaning', () => {
  it.each([
    ['cca 54', 54],
    ['54m', 54],
    ['54 m²', 54],
    ['54 m2', 54],
    ['54 m 2', 54],
    ['54,5m2.', 54.5],
    ['oko 60', 60],
    ['Cca. 1.250,50 kvm', 1250.5],
    ['~54 kvadrata', 54],
    ['око 60 m²', 60],
    ['54\u00a0м²', 54],
  ])('area %j is %d', (cell, figure) => expect(area(cell)).toBe(figure));

  it.each([
    ['95.000,-', 95_000],
    ['95.000.-', 95_000],
    ['95.000,-- €', 95_000],
    ['95.000 €', 95_000],
    ['€ 95.000', 95_000],
    ['EUR 95.000,00', 95_000],
    ['cca 95.000 evra', 95_000],
    ['oko 95.000,– EUR', 95_000],
  ])('price %j is %d', (cell, figure) => expect(price(cell)).toBe(figure));

  it.each([
    ['3. sprat', 3],
    ['3.', 3],
    ['3 sprat', 3],
    ['-1. sprat', -1],
    ['PR', 0],
  ])('floor %j is %d', (cell, figure) => expect(floor(cell)).toBe(figure));

  it('so is a number of rooms and a year', () => {
    expect(read({ rooms: '2,5 sobe' }, 'structure.rooms')).toBe(2.5);
    expect(read({ year: '1978. god.' }, 'structure.year_built')).toBe(1978);
    expect(read({ year: 'oko 1978' }, 'structure.year_built')).toBe(1978);
  });
});

describe('it stays unread where two figures or two meanings remain', () => {
  it.each([
    '54-60',
    '54/60',
    '2 x 27 m2',
    '54 m² + 12 m²',
    '54m (50m)',
    'od 54',
    'do 60',
    '5 ari',
    '54.5',
    '54 m2 neto',
    '54 1/2',
    '54²',
    '54³ m',
    'm2',
    '€ 54',
  ])('area %j', (cell) => expect(area(cell)).toBe('unread'));

  it.each([
    '1.800 €/m2',
    '95.000 ili 11.000.000',
    'od 95.000 €',
    '95.000 + PDV',
    '95.000 €, fiksno',
    '95.',
    '95 hiljada',
    '95.000 £',
    '95.000 m2',
    '80.000-95.000',
    '95.000 € 11.000.000 din',
    '€ 95.000 din',
  ])('price %j', (cell) => expect(price(cell)).toBe('unread'));

  it.each(['3. sprat od 5', '3-4. sprat', '3. i 4. sprat', '3,5. sprat', 'sprat III'])('floor %j', (cell) =>
    expect(floor(cell)).toBe('unread'),
  );

  it('and where another currency stands beside the amount than the listing has', () => {
    expect(price('11.000.000 din')).toBe('unread');
    expect(price('11.000.000 din', 'RSD')).toBe(11_000_000);
    expect(price('95.000 €', 'RSD')).toBe('unread');
  });

  it('and where the rule has a unit of its own, or the field has none', () => {
    expect(read({ ares: '5 m2' }, 'structure.area_sqm')).toBe('unread');
    expect(read({ ares: 'cca 5' }, 'structure.area_sqm')).toBe(500);
    expect(read({ commission: 'cca 2' }, 'commission.buyer_pct')).toBe('unread');
  });

  it('whatever is written: the figure is all the digits that stand there but those of a unit', () => {
    const part = fc.constantFrom(
      'cca ',
      '54',
      '1.250',
      ',50',
      '-',
      '/',
      ' m2',
      'm²',
      ' €',
      'din',
      '.',
      ',-',
      ' x ',
      '3',
      'sprat',
      ' ',
      '+',
      'od',
    );
    const field = fc.constantFrom(
      'structure.area_sqm',
      'price.amount',
      'structure.floor',
      'structure.year_built',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), field, (parts, path) => {
        const written = parts.join('');
        const bare = bareFigure(written, path, false);
        if (bare === null) return;
        const digits = (one: string): string => one.replace(/m\s*2/g, '').replace(/\D/g, '');
        expect(digits(bare.figure)).toBe(digits(written));
        // A leading plus is the sign of the figure.
        expect(written.trim().replace(/^\+/, '')).not.toMatch(/[/+x]|od/);
      }),
    );
  });

  it('soon, however long the text is', () => {
    const begun = performance.now();
    for (const sign of ['1', ' ', '.', '€ ', 'cca ', '-', '1 '])
      bareFigure(`9${sign.repeat(100_000)}x`, 'price.amount', false);
    expect(performance.now() - begun).toBeLessThan(200);
  });
});

import { describe, expect, it } from 'vitest';
import { KnownProperties } from '../../src/inspect/known-properties.js';
import { causeSentence } from '../../src/texts/issue-sentences.js';

type Payload = Record<string, unknown>;

function flat(change: Payload = {}, more: Payload = {}): Payload {
  return {
    ...{ transaction: 'sale', category: 'c1', title: { sr: 'Dvosoban stan' } },
    location: { place_id: 'novi-sad', address_line: 'Balzakova 5' },
    structure: { area_sqm: 54, floor: 3, rooms: 2, ...more },
    price: { amount: 95_000, currency: 'EUR' },
    photos: [{ url: 'https://p.example/1.jpg' }],
    ...change,
  };
}

function found(present: Payload[], left: Payload[] = []): unknown {
  const known = new KnownProperties();
  for (const [index, payload] of present.entries()) known.add(`n${index}`, payload);
  for (const [index, payload] of left.entries()) known.addLeft(`o${index}`, payload);
  return known
    .findings()
    .map(({ code, count, of, samples }) => [
      code,
      count,
      of,
      samples.map((one) => [one.sourceId, one.value]),
    ]);
}

describe('one property under two ids', () => {
  const both = [['property_twice', 2, 2, [['n0', 'n1']]]];

  it.each([
    ['the same ad', {}, {}],
    ['another title and the same first photo', { title: { sr: 'Hitno, Liman' } }, {}],
    ['the same title and other photos', { photos: ['https://p.example/9.jpg'] }, {}],
    ['no photo, and the same title', { photos: [] }, {}],
  ])('is shown with both: %s', (_, change, more) => {
    expect(found([flat(), flat(change, more)])).toEqual(both);
  });

  it.each([
    ['another floor of a new building', {}, { floor: 4 }],
    ['another area', {}, { area_sqm: 55 }],
    ['another price', { price: { amount: 96_000, currency: 'EUR' } }, {}],
    ['a rental beside the sale', { transaction: 'rent' }, {}],
    ['another house of the street', { location: { place_id: 'novi-sad', address_line: 'Balzakova 7' } }, {}],
    ['neither title nor photo in common', { title: { sr: 'Lux' }, photos: ['https://p.example/7.jpg'] }, {}],
    ['no address', { location: { place_id: 'novi-sad' } }, {}],
  ])('is not taken for one: %s', (_, change, more) => {
    expect(found([flat(), flat(change, more)])).toEqual([]);
  });

  it('counts each of three once', () => {
    expect(found([flat(), flat(), flat()])).toEqual([['property_twice', 3, 3, [['n0', 'n1, n2']]]]);
  });
});

describe('a property that left', () => {
  it('is counted where it came back under another id, with both', () => {
    expect(found([flat()], [flat({ title: { sr: 'Nov naslov' } })])).toEqual([
      ['property_renumbered', 1, 1, [['n0', 'o0']]],
    ]);
  });

  it('is not looked for among several that could be it', () => {
    expect(found([flat(), flat({ title: { sr: 'x' }, photos: [] })], [flat()])).toEqual([]);
  });
});

it.each(['property_twice', 'property_renumbered'])('%s is said in both languages', (code) => {
  const { sr, en } = causeSentence(code, 'external_id', false);
  expect(sr).not.toBe(en);
  expect(sr).toMatch(/šifr/);
  expect(en).toMatch(/ id/);
});

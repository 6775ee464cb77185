import { describe, expect, it } from 'vitest';
import type { MappedRecord } from '../../src/model/outcome.js';
import { sandboxReference } from './sandbox-reference.js';
import { mappingOf } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const { reference, vocabulary } = sandboxReference();
const keyOf = (field: 'heating' | 'amenity', label: string): string =>
  vocabulary.fields[field].find(({ labels }) => labels.includes(label))?.key ?? 'missing';
const [gas, pump] = [keyOf('heating', 'Gas'), keyOf('heating', 'Heat pump')];
const [pool, sauna] = [keyOf('amenity', 'Swimming pool'), keyOf('amenity', 'Sauna')];

/** @param words YAML of the table `words`, whose vocabulary is that of the field */
function map(rule: string, words: string, record: string, field = 'structure.heating'): MappedRecord {
  const mapping = mappingOf(`
name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: { const: '1' }
transaction: { const: sale }
numbers: { decimal: '.' }
booleans: { 'true': [da], 'false': [ne] }
values:
  named: { from: h, table: plain, unmapped: wait }
fields:
  category: { const: Stan }
  title.sr: { const: Stan u centru }
  description.sr: { const: 'Stan u centru grada, useljiv odmah.' }
  price.amount: { const: 1000 }
  location.place_id: { city: { const: Novi Sad } }
  location.address_line: { const: Obrenovićeva 1 }
  ${field}: ${rule}
tables:
  plain: { words: { a: b } }
  words: ${words}
`);
  return mapping.map(parseXmlRecord(`<ad>${record}</ad>`), { reference, photoMax: 1 });
}

const heating = (rule: string, words: string, record: string) => {
  const { listings, issues, uses } = map(rule, `{ vocabulary: heating, ${words} }`, record);
  const structure = listings[0]?.payload?.structure as { heating?: string } | undefined;
  return { value: structure?.heating ?? null, codes: issues.map(({ code }) => code), uses };
};
const amenities = (rule: string, words: string, record: string): unknown =>
  map(rule, `{ vocabulary: amenity, ${words} }`, record, 'amenities').listings[0]?.payload?.amenities;

describe('what a table says first', () => {
  const table = 'words: { 7: null, g: Gas, p: Heat pump }';
  it('is the best of several words, where the rule picks it', () => {
    const record = '<h>p</h><h>nothing known</h><h>g</h>';
    expect(heating('{ from: h, table: words }', table, record).value).toBe(pump);
    expect(heating('{ from: h, table: words, pick: best }', table, record)).toMatchObject({
      value: gas,
      codes: [],
    });
  });

  it('counts in the order in which it is written, numbers included', () => {
    const bits = 'bits: { 4: Heat pump, 2: Gas, 1: null }';
    expect(heating('{ from: h, table: words }', bits, '<h>7</h>').value).toBe(pump);
    expect(heating('{ from: h, table: words }', bits, '<h>3</h>').value).toBe(gas);
    expect(heating('{ from: h, table: words }', bits, '<h>1</h>')).toMatchObject({ value: null, codes: [] });
    expect(heating('{ from: h, table: words }', bits, '<h>8</h>').codes).toEqual(['unmapped_word']);
    const numbers = 'words: { 12: Heat pump, 3: Gas }';
    expect(heating('{ from: h, table: words, pick: best }', numbers, '<h>3</h><h>12</h>').value).toBe(pump);
  });
});

describe('several things that one value names', () => {
  it('are all taken in a list, by bits and by patterns', () => {
    expect(
      amenities('{ from: h, table: words }', 'bits: { 2: Swimming pool, 4: Sauna }', '<h>6</h>'),
    ).toEqual([pool, sauna]);
    const patterns = 'patterns: [{ match: "saun[ae]", is: Sauna }, { match: "^bazen", is: Swimming pool }]';
    expect(amenities('{ from: h, table: words }', patterns, '<h>Bazen i dve saune</h>')).toEqual([
      sauna,
      pool,
    ]);
  });
});

describe('a word that nothing knows', () => {
  const table = 'words: { g: Gas }, default: Heat pump';
  it('is what the table says of every other word, uncounted, after all that it knows', () => {
    expect(heating('{ from: h, table: words }', table, '<h>x</h>')).toMatchObject({ value: pump, codes: [] });
    expect(heating('{ from: h, table: words }', table, '<h>x</h><h>g</h>').value).toBe(gas);
    expect(heating('{ from: h, table: words, pick: best }', table, '<h>x</h><h>g</h>').value).toBe(gas);
  });

  it('is counted where a default of the table is unknown to the portal', () => {
    const { value, codes } = heating('{ from: h, table: words }', 'default: Cold fusion', '<h>x</h>');
    expect([value, codes]).toEqual([null, ['unmapped_word']]);
  });

  it('has another in its place, counted, and both are noted', () => {
    const rule = '{ from: h, table: words, unmapped: { use: g } }';
    const { value, codes, uses } = heating(rule, 'words: { g: Gas }', '<h>x</h>');
    expect([value, codes]).toEqual([gas, ['unmapped_word']]);
    expect(uses.map(({ word, resolved }) => [word, resolved])).toEqual(
      expect.arrayContaining([
        ['x', null],
        ['g', gas],
      ]),
    );
    expect(
      heating('{ from: h, table: words, unmapped: { use: y } }', 'words: {}', '<h>x</h>').value,
    ).toBeNull();
  });

  it('makes the listing wait, in a named value too', () => {
    for (const rule of ['{ from: h, table: words, unmapped: wait }', '{ const: Gas, when: named == null }']) {
      const mapped = map(rule, '{ vocabulary: heating, words: {} }', '<h>x</h>');
      expect(mapped.kind).toBe('invalid');
      expect(mapped.issues.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
        'error unmapped_word',
      ]);
    }
    expect(map('{ const: Gas, when: named != null }', '{ words: {} }', '<h>a</h>').kind).toBe('mapped');
  });

  it('is no yes and no number, and follows the same policy', () => {
    const flag = (rule: string, record: string) =>
      map(rule, '{ words: { svakako: true } }', record, 'structure.elevator');
    const lift = (mapped: MappedRecord): unknown =>
      (mapped.listings[0]?.payload?.structure as { elevator?: boolean } | undefined)?.elevator;
    expect(flag('{ from: h, unmapped: ignore }', '<h>x</h>').issues).toEqual([]);
    expect(lift(flag('{ from: h, unmapped: { use: da } }', '<h>x</h>'))).toBe(true);
    expect(lift(flag('{ from: h, table: words }', '<h>svakako</h>'))).toBe(true);
    expect(lift(flag('{ from: h, table: words }', '<h>ne</h>'))).toBe(false);
    expect(flag('{ from: h, table: words, unmapped: wait }', '<h>delimično</h>').kind).toBe('invalid');
    const floor = map(
      '{ from: h, table: words, unmapped: { use: "2" } }',
      '{ words: { PR: 0 } }',
      '<h>x</h>',
      'structure.floor',
    );
    expect(floor.listings[0]?.payload?.structure).toMatchObject({ floor: 2 });
  });
});

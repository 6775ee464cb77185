import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casesSchema, runCases } from '../../src/mapping/check/cases.js';
import { loadMapping, type MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import { mappingSchema } from '../../src/mapping/language/mapping-schema.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf, mappingText, shippedMapping } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const head = `name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: id
transaction: { const: sale }
`;

/** "line:column message" of every mistake. */
function mistakes(text: string, overrides: Partial<MappingOverrides> = {}): string[] {
  const loaded = loadMapping(text, {
    file: 'test.yaml',
    overrides: { ...exampleOverrides, constants: {}, ...overrides },
  });
  if (loaded.ok) return [];
  return loaded.errors.map(({ line, column, message }) => `${line ?? '-'}:${column ?? '-'} ${message}`);
}

describe('mistakes in a mapping', () => {
  it.each([
    ['half of a character', `${head}fields: { title.sr: "x\\ud83d" }`, /^6:\d+ This is half of a character/],
    ['not YAML', `${head}fields: { title.sr: [`, /^6:\d+ This is not valid YAML/],
    [
      'an unknown payload field',
      `${head}fields:\n  title.sr: a\n  title.fr: b\n`,
      /^8:3 "title.fr" is not known here\. Did you mean title\.sr\?$/,
    ],
    [
      'a comma in an unquoted text',
      `${head}fields:\n  title.sr: { from: a, fallback: this, that }\n`,
      /^7:\d+ "that" is not known here/,
    ],
    [
      'an unknown word in a rule',
      `${head}fields:\n  title.sr: { form: a }\n`,
      /^7:15 "form" is not known here\. Did you mean from\?$/,
    ],
    ['an unknown key at the top', `${head}numbres: {}\nfields: {}\n`, /^6:1 "numbres" .* mean numbers\?$/],
    [
      'an unknown key of photos',
      `${head}fields:\n  photos: { from: a, bas_url: b }\n`,
      /^7:22 "bas_url" .* mean base_url\?$/,
    ],
    [
      'an unknown key of a table',
      `${head}fields: {}\ntables: { a: { vocabluary: heating } }\n`,
      /^7:16 "vocabluary" .* mean vocabulary\?$/,
    ],
    [
      'an unknown key of an outcome',
      `${head}fields: {}\noutcomes:\n  - { when: 'true', drop: yes }\n`,
      /^8:21 "drop" is not known here\. Known are: when, keep, ignore, remove\.$/,
    ],
    [
      'a pattern that is none',
      `${head}fields:\n  title.sr: { from: a, match: '(' }\n`,
      /^7:24 The pattern "\(" cannot be understood: missing/,
    ],
    [
      'a pattern of a table',
      `${head}fields: {}\ntables:\n  a:\n    patterns:\n      - { match: '[', is: b }\n`,
      /^10:11 The pattern "\[" cannot be understood/,
    ],
    [
      'a factor that is no number',
      `${head}values: { name: a }\nfields:\n  structure.rooms: { from: a, number: { decimal: . }, times: $name }\n`,
      /^8:55 times: \$name is not a number under values:/,
    ],
    [
      'a factor that divides by nothing',
      `${head}fields:\n  structure.rooms: { from: a, number: { decimal: . }, times: 1/0 }\n`,
      /^7:55 1\/0 divides by zero\.$/,
    ],
    [
      'several keys of which a part counts',
      `${head}fields:\n  title.sr: { keys: [a, b], match: c }\n`,
      /^7:3 keys: are looked up as they are; give the part that counts a name/,
    ],
    [
      'several targets for a bit where there is nothing to look them up in',
      `${head}fields: {}\ntables: { a: { bits: { 2048: [b, c] } } }\n`,
      /^7:24 "2048" has several targets, but the table "a" has no vocabulary/,
    ],
    [
      'two numbers in one name',
      `${head}fields:\n  photos: { from: 'a<n>b<n>' }\n`,
      /^7:13 "a<n>b<n>": <n> can stand only once/,
    ],
    [
      'columns in the wrong order',
      `${head}fields:\n  photos: { from: '#9..#3' }\n`,
      /^7:13 "#9\.\.#3": columns are/,
    ],
    [
      'a rule without a source',
      `${head}fields:\n  title.sr: { html: true }\n`,
      /^7:3 A rule takes its value from exactly one of/,
    ],
    [
      'two sources',
      `${head}fields:\n  title.sr: { from: a, const: b }\n`,
      /^7:3 A rule takes its value from exactly one of/,
    ],
    ['a path that is none', `${head}fields:\n  title.sr: a//b\n`, /^7:3 "a\/\/b" is not a path/],
    [
      'a predicate without a value',
      `${head}fields:\n  title.sr: a[b]/c\n`,
      /^7:3 "a\[b\]\/c": "\[b\]" must read \[name=value\]/,
    ],
    [
      'elements of an ancestor',
      `${head}fields:\n  title.sr: ../a\n`,
      /^7:3 "\.\.\/a": of the elements around a record, only attributes/,
    ],
    [
      'a condition that is no CEL',
      `${head}fields:\n  title.sr:\n    - a\n    - { from: b, when: field('x' }\n`,
      /^9:\d+ The condition .* cannot be understood/,
    ],
    [
      'a condition that is no question',
      `${head}fields:\n  title.sr: { from: b, when: "'x' + 'y'" }\n`,
      /^7:24 The condition .* it gives string, not true or false/,
    ],
    [
      'a path in a condition that is no text',
      `${head}fields:\n  title.sr: { from: b, when: field(transaction) == '' }\n`,
      /field\(…\) takes a text in quotes/,
    ],
    [
      'a field mapped later',
      `${head}fields:\n  title.sr: { from: b, when: mapped('category') == 'x' }\n  category: c\n`,
      /"category" is not a payload field that is mapped before this one/,
    ],
    [
      'an unknown table',
      `${head}fields:\n  category: { from: a, table: types }\n`,
      /^7:\d+ There is no table "types"/,
    ],
    [
      'a table of another vocabulary',
      `${head}fields:\n  category: { from: a, table: t }\ntables: { t: { vocabulary: heating } }\n`,
      /^7:24 The table "t" must have vocabulary: category/,
    ],
    [
      'several targets without a vocabulary',
      `${head}fields: {}\ntables: { t: { words: { a: [b, c] } } }\n`,
      /^7:\d+ "a" has several targets/,
    ],
    [
      'numbers of an unknown form',
      `${head}fields:\n  price.amount: a\n`,
      /^7:3 A number needs to be told how the feed writes numbers/,
    ],
    [
      'flags without words',
      `${head}fields:\n  structure.elevator: a\n`,
      /^7:3 A yes-or-no field needs its words/,
    ],
    ['dates of an unknown form', `${head}updated_at: a\nfields: {}\n`, /^6:1 A date needs its form/],
    [
      'an unknown named value',
      `${head}fields:\n  title.sr: $nothing\n`,
      /^7:3 There is no value "nothing" under values: above/,
    ],
    [
      'a named value used before it is made',
      `${head}values: { a: $b, b: x }\nfields: {}\n`,
      /^6:11 There is no value "b"/,
    ],
    [
      'a template with an open brace',
      `${head}fields:\n  title.sr: { template: 'a {b' }\n`,
      /^7:15 The template .* a brace is not closed/,
    ],
    [
      'a constant of the wrong kind',
      `${head}fields:\n  structure.floor: { const: second }\n`,
      /^7:3 "second" is no value for structure.floor, which is a number/,
    ],
    [
      'an outcome of two kinds',
      `${head}fields: {}\noutcomes:\n  - { when: 'true', keep: x, remove: sold }\n`,
      /^8:5 An outcome says exactly one of/,
    ],
    [
      'an outcome that is none',
      `${head}fields: {}\noutcomes:\n  - { when: 'true', remove: lost }\n`,
      /^8:21 outcomes.0.remove: Invalid option/,
    ],
    ['a missing part', 'name: test\nversion: 1\n', /^1:1 format: /],
  ])('%s is told with its place', (_, text, message) => {
    expect(mistakes(text)[0]).toMatch(message);
  });

  it('are told all at once', () => {
    expect(mistakes(`${head}fields:\n  title.sr: a//b\n  title.en: $x\n  price.amount: c\n`)).toHaveLength(3);
  });

  it('in what the configuration adds name the setting', () => {
    const text = `${head}fields: {}\n`;
    expect(mistakes(text, { tables: { t: { a: 'b' } } })).toEqual([
      '-:- tables: this mapping has no table "t"; it has boolean.',
    ]);
    expect(mistakes(text, { constants: { 'price.money': 'EUR' } })).toEqual([
      '-:- constants: "price.money" is not a field of the listing payload.',
    ]);
    expect(mistakes(text, { constants: { 'price.currency': 'DIN' } })[0]).toMatch(
      /^-:- "DIN" is no value for price.currency, which is one of EUR, RSD/,
    );
    expect(mistakes(text, { answers: { mandat_attested: true, mortgage: false } })).toEqual([
      '-:- answers: nothing asks for "mandat_attested". Did you mean mandate_attested?',
      '-:- answers: nothing asks for "mortgage". Known are: owner_lives_nearby, mandate_attested, rent.type, structure.furnished.',
    ]);
    expect(mistakes(text, { timezone: 'Novi Sad' })[0]).toMatch(/^-:- timezone: "Novi Sad" is no time zone/);
  });
});

describe('what decides how records are mapped', () => {
  const { reference } = sandboxReference();
  const header = { last_modify: '2026-01-03T11:35:02', agency: { agency_id: '211' } };

  it('changes the digest with the meaning and not with comments or spacing', () => {
    const text = mappingText('estate-sistem');
    const digest = mappingOf(text).digest;
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(mappingOf(`# a remark\n${text}\n\n`).digest).toBe(digest);
    expect(mappingOf(text.replace('times: 100', 'times: 10')).digest).not.toBe(digest);
    expect(shippedMapping('estate-sistem', { answers: { mandate_attested: false } }).digest).not.toBe(digest);
    expect(shippedMapping('estate-sistem', { tables: { heating: { gas: 'Gas' } } }).digest).not.toBe(digest);
  });

  it('holds nothing of a header that the mapping does not read', () => {
    const mapping = shippedMapping('estate-sistem');
    const later = { ...header, last_modify: '2026-01-03T11:40:02' };
    expect(mapping.contextOf({ header: later, ancestors: [] }, reference)).toBe(
      mapping.contextOf({ header, ancestors: [] }, reference),
    );
  });

  it('holds what it reads of header and ancestors, in paths and in conditions', () => {
    const mapping = mappingOf(
      `${head}fields:\n  title.sr: { from: ../@tab, when: field('/kind') == 'full' }\n`,
    );
    const ancestors = (tab: string) => [{ name: 'section', attributes: { tab, other: 'x' } }];
    const context = (tab: string, kind: string) =>
      mapping.contextOf({ header: { kind, time: '1' }, ancestors: ancestors(tab) }, reference);
    expect(new Set([context('a', 'full'), context('b', 'full'), context('a', 'delta')]).size).toBe(3);
  });

  it('changes with what the targets of a table are in the vocabulary', () => {
    const mapping = shippedMapping('estate-sistem');
    const surroundings = { header, ancestors: [] };
    expect(mapping.contextOf(surroundings, sandboxReference().reference)).toBe(
      mapping.contextOf(surroundings, reference),
    );
    expect(mapping.contextOf(surroundings, sandboxReference(true).reference)).not.toBe(
      mapping.contextOf(surroundings, reference),
    );
  });

  it('finds the id of a record that is of no other use', () => {
    const mapping = shippedMapping('estate-sistem');
    expect(mapping.sourceId(parseXmlRecord('<oglas><code> 211001731 </code></oglas>'))).toBe('211001731');
    expect(mapping.sourceId(parseXmlRecord('<oglas><code/></oglas>'))).toBeNull();
  });
});

describe('the form of mapping and cases files', () => {
  it('is shown by an example that works', () => {
    const readme = readFileSync(new URL('../../mappings/README.md', import.meta.url), 'utf8');
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
    expect(mistakes(example)).toEqual([]);
  });

  it('can be given to editors', () => {
    expect(z.toJSONSchema(mappingSchema, { io: 'input' })).toMatchObject({
      type: 'object',
      required: ['name', 'version', 'format', 'source_id', 'transaction', 'fields'],
    });
    expect(z.toJSONSchema(casesSchema, { io: 'input' })).toMatchObject({ type: 'object' });
  });

  it('a case that does not hold says what differs', () => {
    const cases = `
reference: { vocabulary: {}, places: [] }
cases:
  - { name: one, record: <ad><id>1</id></ad>, expect: { listings: [{ external_id: '2', state: null }], issues: [] } }
`;
    const answer = runCases({
      mapping: { file: 'test.yaml', text: `${head}fields: {}\n` },
      cases: { file: 'test.cases.yaml', text: cases },
      parseRecord: parseXmlRecord,
    });
    const [result] = answer.ok ? answer.results : [];
    expect(result?.differences[0]).toBe('kind: expected "mapped", got "invalid"');
    expect(result?.differences).toContain('listing 1/external_id: expected "2", got nothing');
  });
});

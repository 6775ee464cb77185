import { expect, it } from 'vitest';
import { mappingJsonSchema } from '../../src/mapping/language/mapping-schema.js';
import { choicesAt } from '../../src/console/pages/mapping/schema-choices.js';

const schema = mappingJsonSchema();
const namesAfter = (text: string): string[] =>
  choicesAt(text.split('\n'), schema).choices.map(({ name }) => name);

it.each([
  ['at the beginning', 'na', ['name', 'version', 'fields', 'tables']],
  ['in a map', 'name: x\nformat:\n  cont', ['container', 'records']],
  ['behind other keys of the map', 'format:\n  container: xml\n  # a remark\n\n  rec', ['records']],
  ['of a rule', 'fields:\n  title.sr: naslov\n  category:\n    ta', ['table', 'from']],
  ['after leaving a map', 'fields:\n  category:\n    from: a\nta', ['tables', 'values']],
])('completes keys %s', (_where, text, wanted) => {
  expect(namesAfter(text)).toEqual(expect.arrayContaining(wanted));
});

it('completes values that the schema names', () => {
  expect(choicesAt(['format:', '  container: x'], schema)).toMatchObject({ kind: 'value' });
  expect(namesAfter('format:\n  container: x')).toEqual(expect.arrayContaining(['xml', 'csv']));
  expect(namesAfter('html: t')).toEqual(expect.arrayContaining(['true', 'false']));
});

it('has nothing to say within a text, or where anything may stand', () => {
  expect(namesAfter('about: some words and')).toEqual([]);
  expect(namesAfter('tables:\n  category:\n    words:\n      Sta')).toEqual([]);
  expect(namesAfter('nowhere:\n  at')).toEqual([]);
});

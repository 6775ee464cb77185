import { expect, it } from 'vitest';
import type { MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const mapping = `name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: id
transaction: { from: kind, table: kind }
fields:
  title.sr: title
  structure.heating: { from: heating, table: heating, unmapped: ignore }
  structure.elevator: { from: lift, bool: { true: [da], false: [ne] } }
tables:
  kind: { words: { prodaja: sale } }
  heating: { vocabulary: heating, words: { CG: Centralno grejanje } }
`;
const ad =
  '<ad><id>1</id><kind>zamena</kind><title>Stan u centru</title><heating>Plazma</heating><lift>kvar</lift></ad>';

/** Issues about words, as `severity pointer`. */
function wordIssues(unmapped: MappingOverrides['unmapped']): string[] {
  const compiled = mappingOf(mapping, {
    ...exampleOverrides,
    unmapped: { transaction: { use: 'prodaja' }, ...unmapped },
  });
  const { issues } = compiled.map(parseXmlRecord(ad), {
    reference: sandboxReference().reference,
    photoMax: 10,
  });
  return issues
    .filter(({ code }) => code === 'unmapped_word')
    .map(({ severity, pointer }) => `${severity} ${pointer}`)
    .sort();
}

it.each<[string, MappingOverrides['unmapped'], string[]]>([
  ['nothing is said', {}, ['warning /structure/elevator', 'warning /transaction']],
  [
    'a list of the portal waits',
    { heating: 'wait' },
    ['error /structure/heating', 'warning /structure/elevator', 'warning /transaction'],
  ],
  [
    'a path drops',
    { 'structure.heating': 'drop' },
    ['warning /structure/elevator', 'warning /structure/heating', 'warning /transaction'],
  ],
  ['the end of a path ignores', { elevator: 'ignore' }, ['warning /transaction']],
  [
    'another word stands in',
    { heating: { use: 'CG' } },
    ['warning /structure/elevator', 'warning /structure/heating', 'warning /transaction'],
  ],
])('the feed’s word on what nothing knows, where %s', (_name, unmapped, issues) => {
  expect(wordIssues(unmapped)).toEqual(issues);
});

it('a name that no field bears is a mistake', () => {
  expect(() => wordIssues({ heatin: 'wait' })).toThrow(
    'unmapped: this mapping reads no "heatin"; write a field that it has, such as heating.',
  );
});

import { describe, expect, it } from 'vitest';
import { caseText } from '../../src/mapping/check/case-record.js';
import { mappingOf } from './shipped-mapping.js';

function formatOf(format: string) {
  const text = `name: test\nversion: 1\nformat: ${format}\nsource_id: '#1'\ntransaction: { const: sale }\nfields: {}\n`;
  return mappingOf(text).format;
}
const bare = formatOf("{ container: csv, delimiter: '!#', header: false, columns: 4 }");
const plain = formatOf("{ container: csv, delimiter: '|', quote: '', header: false, columns: 2-3 }");
const named = formatOf('{ container: csv, columns: [id] }');
const xml = formatOf('{ container: xml, root: a, records: a/b }');
const blm = formatOf("{ container: csv, columns: [id], sections: { columns: '#C#', rows: '#D#' } }");

describe('the record of a case', () => {
  it.each([
    ['as it is written', { record: '1;2' }, named, '1;2'],
    [
      'the cells that matter, the others empty',
      { cells: { 3: 'a "b"', 1: 7 } },
      bare,
      '"7"!#""!#"a ""b"""!#""\n',
    ],
    ['without quotes where the format has none', { cells: { 1: 'x' } }, plain, 'x|\n'],
    ['more cells than the fewest', { cells: { 3: 'x' } }, plain, '||x\n'],
    [
      'cells by the names of their columns',
      { cells: { id: 'a', price: 5 } },
      named,
      '"id";"price"\n"a";"5"\n',
    ],
  ])('is %s', (_, given, format, text) => {
    expect(caseText(given, format)).toBe(text);
  });

  it.each([
    ['nothing', {}, named, /exactly one of record: and cells:/],
    ['both', { record: 'x', cells: { id: 'a' } }, named, /exactly one of record: and cells:/],
    ['cells of XML', { cells: { id: 'a' } }, xml, /cells: are for plain CSV/],
    ['cells of a file with sections', { cells: { id: 'a' } }, blm, /cells: are for plain CSV/],
    ['names where there is no header', { cells: { id: 'a' } }, bare, /by their numbers, from 1/],
    ['a cell number 0', { cells: { 0: 'a' } }, bare, /by their numbers, from 1/],
  ])('is refused where it gives %s', (_, given, format, message) => {
    expect(() => caseText(given, format)).toThrow(message);
  });
});

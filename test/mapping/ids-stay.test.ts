import { describe, expect, it } from 'vitest';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { parseRecord } from '../../src/feed/parse-record.js';

const mapping = (html: boolean) => {
  const text = `
name: ids
version: 1
format: { container: xml, root: list, records: list/ad }
source_id: code
numbers: { decimal: '.' }
html: ${html}
transaction: { const: sale }
fields: { title.sr: naslov }
`;
  const overrides = { tables: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'Europe/Belgrade' };
  const loaded = loadMapping(text, { file: 'ids.yaml', overrides });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join(' '));
  return loaded.mapping;
};
const mappings = { html: mapping(true), plain: mapping(false) };

/** The inside of an id with what release 0.1.0 read; null for an id that it could not read. */
const ids: [inside: string, kind: keyof typeof mappings, id: string][] = [
  ['10<b>-x</b> 01', 'html', '1001'],
  ['A&lt;br&gt;1', 'html', 'A 1'],
  ['A&lt;br&gt;1', 'plain', 'A<br>1'],
  ['A&amp;amp;amp;1', 'html', 'A&amp;1'],
  ['&lt;![CDATA[1001]]&gt;', 'plain', '<![CDATA[1001]]>'],
  ['[b]1001[/b]', 'html', '[b]1001[/b]'],
  ['7\\n8', 'html', '7\\n8'],
  ['Novi &lt;Sad&gt; 1', 'html', 'Novi 1'],
];
/** Ids that release 0.1.0 could not read. */
const unread: [inside: string, id: string][] = [
  ['&lt;![CDATA[1001]]&gt;', '1001'],
  ['<b>1001</b>', '1001'],
  ['10&#150;01', '10–01'],
  ['10&#1;01', '1001'],
];

const idOf = (inside: string, kind: keyof typeof mappings): string | null => {
  const parsed = parseRecord(Buffer.from(`<ad><code>${inside}</code></ad>`), { ancestors: [], header: {} });
  return parsed.ok ? mappings[kind].sourceId(parsed.record) : null;
};

describe('an id', () => {
  it.each(ids)('stays what release 0.1.0 read: %j (%s)', (inside, kind, id) => {
    expect(idOf(inside, kind)).toBe(id);
  });

  it.each(unread)('that could not be read is read like other texts: %j', (inside, id) => {
    expect(idOf(inside, 'html')).toBe(id);
  });
});

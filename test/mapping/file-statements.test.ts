import { describe, expect, it } from 'vitest';
import type { RecordObject } from '../../src/model/record.js';
import {
  loadMapping,
  type CompiledMapping,
  type LoadedMapping,
} from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';

function load(statements: string): LoadedMapping {
  const text = `name: changes
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: '@id'
transaction: { const: sale }
fields: { title.sr: title }
tables: { content: { words: { all: full, news: delta, odd: sometimes } } }
${statements}`;
  const overrides = { tables: {}, constants: {}, answers: {}, idPrefix: '', timezone: 'Europe/Belgrade' };
  return loadMapping(text, { file: 'changes.yaml', overrides });
}

function mapping(statements: string): CompiledMapping {
  const loaded = load(statements);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  return loaded.mapping;
}

const header = (content: string, made = ''): RecordObject => ({ head: { content, made } });
const kind = 'kind: { from: /head/content, table: content }';

describe('what a file says of itself', () => {
  it('whether it is whole, by a table', () => {
    const { file } = mapping(kind);
    expect(file.kind?.(header('ALL'))).toEqual({ ok: true, value: 'full' });
    expect(file.kind?.(header('news'))).toEqual({ ok: true, value: 'delta' });
    for (const [content, why] of [
      ['sta bilo', '"sta bilo", which the mapping does not know'],
      ['odd', 'sometimes'],
      ['', 'it says nothing there'],
    ] as const)
      expect(file.kind?.(header(content))).toMatchObject({
        ok: false,
        problem: expect.stringContaining(why) as unknown,
      });
    expect(mapping('').file).toEqual({ kind: null, sequence: null, isSequenceTime: false });
  });

  it('when it was made, or its number', () => {
    const dated = mapping("sequence: { from: /head/made, date: 'yyyy-MM-dd HH:mm' }").file;
    expect(dated.sequence?.(header('', '2026-01-15 10:00'))).toEqual({
      ok: true,
      value: Date.parse('2026-01-15T09:00:00Z'),
    });
    expect(dated.sequence?.(header('', 'yesterday'))).toMatchObject({ ok: false });
    const numbered = mapping("sequence: { from: /head/made, number: { decimal: '.' } }").file;
    expect(numbered.sequence?.(header('', '17'))).toEqual({ ok: true, value: 17 });
  });

  it('is no part of what decides how a record is mapped: whole and changed files share fingerprints', () => {
    const compiled = mapping(`${kind}\nsequence: { from: /head/made, date: iso }`);
    const { reference } = sandboxReference();
    const context = (content: string): string =>
      compiled.contextOf({ ancestors: [], header: header(content, content) }, reference);
    expect(context('all')).toBe(context('news'));
  });

  it('stands in the header: a path into records is a mistake, told with its place', () => {
    const loaded = load('kind: { from: content, table: content }');
    expect(loaded).toMatchObject({
      ok: false,
      errors: [{ line: 8, message: expect.stringContaining('holds for the whole file') as unknown }],
    });
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { VocabularyField } from '../../src/model/reference.js';
import { recordsOf } from './feed-file.js';
import { sandboxReference } from './sandbox-reference.js';
import { mappingText, shippedMapping } from './shipped-mapping.js';

const directory = new URL('../../mappings/', import.meta.url);
const names = readdirSync(directory)
  .filter((file) => file.endsWith('.yaml') && !file.endsWith('.cases.yaml'))
  .map((file) => file.replace('.yaml', ''));

interface Table {
  vocabulary?: VocabularyField;
  words?: Record<string, unknown>;
  containing?: Record<string, unknown>;
  bits?: Record<string, unknown>;
  patterns?: { match: string; is: unknown }[];
}

/** Targets of a table by the words that lead to them. */
function targetsOf(table: Table): [string, unknown][] {
  const patterns = (table.patterns ?? []).map(({ match, is }): [string, unknown] => [match, is]);
  return [...Object.entries({ ...table.words, ...table.containing, ...table.bits }), ...patterns];
}

describe.each(names)('the mapping %s', (name) => {
  it('has at least eight cases', () => {
    const cases = parse(readFileSync(new URL(`${name}.cases.yaml`, directory), 'utf8')) as {
      cases: unknown[];
    };
    expect(cases.cases.length).toBeGreaterThanOrEqual(8);
  });

  it('stands in the list of those that come with it', () => {
    expect(readFileSync(new URL('README.md', directory), 'utf8')).toContain(`\n| \`${name}\``);
  });

  it('names for every word something that the portal of the sandbox has', () => {
    const { tables = {} } = parse(mappingText(name)) as { tables?: Record<string, Table> };
    const { reference } = sandboxReference(true); // labels alone: keys are the portal's own
    const missing = Object.entries(tables).flatMap(([tableName, table]) => {
      const { vocabulary } = table;
      if (vocabulary === undefined) return [];
      return targetsOf(table)
        .filter(([, target]) => target !== null)
        .filter(([, target]) => reference.vocabularyKey(vocabulary, [target].flat().map(String)) === null)
        .map(([word, target]) => `${tableName}: ${word} → ${String(target)}`);
    });
    expect(missing).toEqual([]);
  });
});

it('an OpenImmo file says whether it holds everything', () => {
  const { kind } = shippedMapping('openimmo').file;
  const said = (word: string) => kind?.({ uebertragung: { '@umfang': word } });
  expect(said('VOLL')).toEqual({ ok: true, value: 'full' });
  expect(said('TEIL')).toEqual({ ok: true, value: 'delta' });
  expect(said('HALB')).toMatchObject({ ok: false });
});

it('an OpenImmo file that only takes away says so before its first record', () => {
  const mapping = shippedMapping('openimmo');
  const file = (modus: string) =>
    `<openimmo><uebertragung umfang="TEIL" modus="${modus}"/><anbieter><firma>A</firma><immobilie><objektkategorie>` +
    '<vermarktungsart KAUF="true"/></objektkategorie><verwaltung_techn><openimmo_obid>1</openimmo_obid>' +
    '</verwaltung_techn></immobilie></anbieter></openimmo>';
  const { reference } = sandboxReference();
  const kinds = ['DELETE', 'CHANGE'].map((modus) =>
    recordsOf(Buffer.from(file(modus)), mapping.format).map(
      (record) => mapping.map(record, { reference, photoMax: 64 }).kind,
    ),
  );
  expect(kinds).toEqual([['remove'], ['invalid']]);
});

import { describe, expect, it } from 'vitest';
import type { CompiledMapping, MappingOverrides, Trace } from '../../src/mapping/compile/load-mapping.js';
import { csvOf } from '../feed/csv-of.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';
import { sandboxReference } from './sandbox-reference.js';

const { reference } = sandboxReference();
const environment = { reference, photoMax: 30 };
const known: MappingOverrides = exampleOverrides;
const isNew: MappingOverrides = { ...exampleOverrides, cleansIds: true };

function mapping(overrides: MappingOverrides, sourceId = 'id'): CompiledMapping {
  return mappingOf(
    [
      'name: test',
      'version: 1',
      "format: { container: csv, delimiter: ';', columns: [title, price] }",
      `source_id: ${sourceId}`,
      'codes: [code]',
      'transaction: { const: sale }',
      "numbers: { decimal: ',', thousands: '.' }",
      'fields: { title.sr: title, price.amount: price }',
    ].join('\n'),
    overrides,
  );
}

/** The file's records as the mapping reads them. */
async function mapped(of: CompiledMapping, document: string, trace: Trace = []) {
  if (of.format.container !== 'csv') throw new Error('no CSV');
  const { parsed, end } = await csvOf(document, { format: of.format });
  if (end.completeness === 'incomplete') throw new Error(end.reason ?? '');
  return parsed.map((result) => {
    if (!result.ok) throw new Error(result.reason);
    return of.map(result.record, environment, trace);
  });
}

async function idsOf(
  overrides: MappingOverrides,
  ids: readonly string[],
  column = 'id',
): Promise<(string | null)[]> {
  const rows = ids.map((id) => `${id};Stan;95.000`);
  return (await mapped(mapping(overrides), [`${column};title;price`, ...rows, ''].join('\n'))).map(
    ({ sourceId }) => sourceId,
  );
}

// Left: the cell. Middle: the id that release 0.1.0 read. Right: the id in a new feed.
const ids: readonly (readonly [string, string, string | null])[] = [
  ['A-1', 'A-1', 'A-1'],
  ['="00123"', '="00123"', '00123'],
  ['"=""00124"""', '="00124"', '00124'],
  [' ="00125" ', '="00125"', '00125'],
  ['="A ""1"""', '="A ""1"""', 'A "1"'],
  ['\u00a0A-2\u00a0', 'A-2', 'A-2'],
  ['A\u00a03', 'A 3', 'A 3'],
  ['\ufeffA-4', 'A-4', 'A-4'],
  ['A\u200b-5', 'A -5', 'A-5'],
  ['A-6\u2060', 'A-6\u2060', 'A-6'],
  ['\u200eA-7', '\u200eA-7', 'A-7'],
  ['1,23E+05', '1,23E+05', null],
  ['1E+05', '1E+05', null],
  ['1.23457e+11', '1.23457e+11', null],
  ['77-1,23E+05', '77-1,23E+05', null],
  ['1E05', '1E05', '1E05'],
  ['STAN-1E-05', 'STAN-1E-05', 'STAN-1E-05'],
  ["'00123", "'00123", "'00123"],
  ['=A1', '=A1', '=A1'],
];

describe('the id of a record', () => {
  it('is in a feed of an earlier release what that release read', async () => {
    expect(
      await idsOf(
        known,
        ids.map(([cell]) => cell),
      ),
    ).toEqual(ids.map(([, then]) => then));
  });

  it('is cleaned in a new feed, and none where a spreadsheet shortened it', async () => {
    expect(
      await idsOf(
        isNew,
        ids.map(([cell]) => cell),
      ),
    ).toEqual(ids.map(([, , now]) => now));
    const [record] = await mapped(mapping(isNew), 'id;title;price\n1,23E+05;Stan;95.000\n');
    expect(record).toMatchObject({
      kind: 'invalid',
      issues: [{ severity: 'error', code: 'shortened_id', pointer: '/external_id', value: '1,23E+05' }],
    });
  });

  it('is read from a column of another spelling in a new feed only', async () => {
    expect(await idsOf(isNew, ['A-1'], 'ID')).toEqual(['A-1']);
    expect(await idsOf(known, ['A-1'], 'ID')).toEqual([null]);
    const both = 'ID;id;title;price\nX;A-1;Stan;95.000\n';
    for (const overrides of [known, isNew])
      expect((await mapped(mapping(overrides), both)).map(({ sourceId }) => sourceId)).toEqual(['A-1']);
  });

  it('never comes from a second column of the rule that an earlier release did not find', async () => {
    const rule = '[{ from: number }, { from: id }]';
    const document = 'Number;id;title;price\nN-1;A-1;Stan;95.000\n';
    const read = async (overrides: MappingOverrides) =>
      (await mapped(mapping(overrides, rule), document))[0]?.sourceId;
    expect(await read(known)).toBe('A-1');
    expect(await read(isNew)).toBe('N-1');
  });

  it('stays in the context of its fingerprint as it is read', () => {
    const around = { ancestors: [], header: { id: '1' } };
    expect(mapping(known).contextOf(around, reference)).not.toBe(mapping(isNew).contextOf(around, reference));
  });
});

describe('any other field', () => {
  it('is read from a column of another spelling and without a spreadsheet’s signs in every feed', async () => {
    const document = 'id;Title;PRICE;Code\nA-1;="Trosoban stan u centru";="95.000"\u2060;\u200e="007"\n';
    for (const overrides of [known, isNew]) {
      const trace: Trace = [];
      const [record] = await mapped(mapping(overrides), document, trace);
      expect(record?.codes).toEqual(['007']);
      const values = new Map(trace.map(({ path, result }) => [path, result]));
      expect([values.get('title.sr'), values.get('price.amount')]).toEqual([
        'Trosoban stan u centru',
        95_000,
      ]);
    }
  });

  it('of which several columns may be the one is reported: a known feed goes on without it, a new one asks', async () => {
    const document = 'id;title;price;Code;CODE\nA-1;Stan;95.000;1;2\n';
    const [record] = await mapped(mapping(known), document);
    expect(record?.codes).toEqual([]);
    expect(record?.issues).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        code: 'unclear_column',
        message: expect.stringContaining('"Code" and "CODE"') as unknown,
      }),
    );
    await expect(mapped(mapping(isNew), document)).rejects.toThrow(
      /has "Code" and "CODE", and either may be the column "code"/,
    );
  });
});

import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecords } from '../../../src/feed/parse-records.js';
import { openSnapshot } from '../../../src/feed/read-snapshot.js';
import type { ParsedRecordResult } from '../../../src/feed/parse-record.js';
import type { SnapshotEnd } from '../../../src/feed/snapshot-reader.js';
import type { CsvFormat } from '../../../src/model/feed-format.js';
import { fetchSheets } from '../../support/sheet-fetch.js';
import { memorySpool } from '../memory-spool.js';

const format: CsvFormat = {
  ...{ container: 'csv', delimiter: '|', quote: null, header: true, trailer: null, finalNewline: 'required' },
  columns: ['Šifra', 'Cena'],
};

interface Read {
  results: ParsedRecordResult[];
  values: Record<string, unknown>[];
  end: SnapshotEnd;
}

/** The records of the first sheet, under a mapping whose signs and encoding are those of a text file. */
async function recordsOf(text: string, given: CsvFormat = format): Promise<Read> {
  const spool = memorySpool({ feed: Buffer.from(`\ufeff${text}`) });
  const options = { format: given, encoding: 'windows-1250', lengthAnnounced: false } as const;
  const limits = { windowBytes: 4096, neededBytesMax: 1 << 24, recordsPerBlock: 3 };
  const reader = await openSnapshot(spool, 'feed', options, () => Buffer.alloc(0), { limits });
  const results: ParsedRecordResult[] = [];
  for await (const block of reader.blocks())
    for (const { result } of parseRecords(given, block.take([...Array(block.count).keys()])))
      results.push(result);
  const end = reader.end();
  await reader.close();
  const values = results.flatMap((result) => (result.ok ? [result.record.value] : []));
  return { results, values, end };
}

async function textOf(fill: (sheet: ExcelJS.Worksheet) => void): Promise<string> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet('Oglasi'));
  const outcome = await fetchSheets(Buffer.from(await book.xlsx.writeBuffer()));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.texts[0] ?? '';
}

describe('the records of a sheet', () => {
  it('are its rows below the header, which may stand below titles and merged cells', async () => {
    const text = await textOf((sheet) => {
      sheet.getCell('A1').value = 'Ponuda agencije "Dom"; cene sa PDV-om';
      sheet.mergeCells('A1:D1');
      sheet.getCell('A2').value = 'Stanje na dan 5.3.2024.\nza portal';
      sheet.getRow(6).values = ['Šifra', 'Opis', 'Cena'];
      sheet.getRow(7).values = ['A-1', 'Stan; "lux" | 54,5 m²\ndrugi red', 85000];
      sheet.getRow(10).values = ['A-2', '', 90000, 'pitati vlasnika'];
    });
    const { values, end } = await recordsOf(text);
    expect(values).toMatchObject([
      { Šifra: 'A-1', Opis: 'Stan; "lux" | 54,5 m²\ndrugi red', Cena: '85000' },
      { Šifra: 'A-2', Opis: '', Cena: '90000', '#4': 'pitati vlasnika' },
    ]);
    expect(end).toMatchObject({ completeness: 'complete', recordCount: 2, badRecords: 0 });
    expect(end.hiddenRows).toBeUndefined();
  });

  it('have one header of two rows where cells are merged', async () => {
    const text = await textOf((sheet) => {
      sheet.getCell('A1').value = 'Ponuda';
      sheet.mergeCells('A1:E1');
      sheet.getRow(2).values = ['Šifra', 'Cena', '', 'Površina', ''];
      sheet.getRow(3).values = ['', 'EUR', 'RSD', 'stana', 'placa'];
      for (const merged of ['A2:A3', 'B2:C2', 'D2:E2']) sheet.mergeCells(merged);
      sheet.getRow(4).values = ['A-1', 85000, 9945000, 54, 300];
    });
    const columns = ['Šifra', 'Cena EUR', 'Cena RSD', 'Površina stana', 'Površina placa'];
    const { values } = await recordsOf(text, { ...format, columns });
    expect(columns.map((name) => values[0]?.[name])).toEqual(['A-1', '85000', '9945000', '54', '300']);
  });

  it('count hidden rows, and name the row that a person sees', async () => {
    const text = await textOf((sheet) => {
      sheet.getRow(3).values = ['Šifra', 'Cena'];
      for (let row = 4; row <= 20; row++) sheet.getRow(row).values = [`A-${row}`, row];
      sheet.getRow(17).values = ['A-17', 'x'.repeat(600_000)];
      sheet.getRow(18).hidden = true;
      sheet.getRow(19).hidden = true;
    });
    const { results, end } = await recordsOf(text);
    const reasons = results.flatMap((result) => (result.ok ? [] : [result.reason]));
    expect(reasons).toEqual([expect.stringMatching(/longer than.*it was row 17 of the sheet "Oglasi"$/)]);
    expect(end).toMatchObject({ recordCount: 17, hiddenRows: 2, completeness: 'complete' });
  });

  it('are not whole where the text of the sheet was cut, and none of another table', async () => {
    const text = await textOf((sheet) => {
      sheet.addRows([['Šifra', 'Cena'], ...Array.from({ length: 9 }, (_, n) => [`A-${n}`, n])]);
    });
    for (const end of [text.length - 2, text.length - 10, text.length - 40])
      expect((await recordsOf(text.slice(0, end))).end.completeness).toBe('incomplete');
    expect((await recordsOf(text, { ...format, columns: ['Ime'] })).end).toMatchObject({
      completeness: 'incomplete',
      reason: expect.stringMatching(/no column "Ime".*\(sheet "Oglasi"\)/) as string,
    });
  });

  it('hold every text as it was written', async () => {
    const cells = fc.array(fc.tuple(fc.string({ maxLength: 30 }), fc.integer()), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(cells, async (rows) => {
        const text = await textOf((sheet) => {
          sheet.addRows([
            ['Šifra', 'Opis', 'Cena'],
            ...rows.map(([opis, cena], n) => [`A-${n}`, opis, cena]),
          ]);
        });
        const { values } = await recordsOf(text);
        const printable = (given: string): string => given.replaceAll(/_x([0-9A-F]{4})_/gi, '');
        expect(values.map(({ Opis, Cena }) => [printable(String(Opis)), Cena])).toEqual(
          rows.map(([opis, cena]) => [printable(opis), String(cena)]),
        );
      }),
      { numRuns: 20 },
    );
  });
});

import ExcelJS from 'exceljs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemSeams } from '../../src/assemble.js';
import { runCli } from '../../src/cli/cli.js';
import { systemMachine } from '../../src/cli/terminal.js';
import { silentLog } from '../../src/platform/log/log.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-sheets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Proposed {
  format: { about: string; records: number };
  mapping: Record<string, unknown> & { format: Record<string, unknown>; fields: Record<string, unknown> };
  report: {
    readiness: {
      listings: number;
      ready: number;
      questions: { name: string; recommended: { answer: string } | null }[];
    };
    doubts: string[];
  };
}

const header = ['Šifra', 'Ponuda', 'Vrsta', 'Naslov', 'Opis', 'Cena', 'Površina', 'Mesto', 'Ulica'];

function listing(n: number): ExcelJS.CellValue[] {
  const text = `Prodaje se stan broj ${n}, koji se nalazi blizu parka, škole i pijace u mirnoj ulici.`;
  const place = ['Novi Sad', `Jevrejska ${n}`];
  return [
    `A-${n}07`,
    'Prodaja',
    'Stan',
    `Stan broj ${n} kod parka`,
    text,
    90_000 + n * 500,
    50.5 + n,
    ...place,
  ];
}

async function init(fill: (book: ExcelJS.Workbook) => void): Promise<Proposed> {
  const book = new ExcelJS.Workbook();
  fill(book);
  // Nothing but its content says what it is.
  const path = join(folder, 'izvoz');
  await writeFile(path, Buffer.from(await book.xlsx.writeBuffer()));
  let out = '';
  let err = '';
  await runCli(['init', path, '--json'], {
    env: {},
    user: 'tester',
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    createLog: () => silentLog,
    machine: systemMachine,
    createSeams: systemSeams,
    onStop: () => () => undefined,
    onReload: () => () => undefined,
  });
  if (err !== '') throw new Error(err);
  return JSON.parse(out) as Proposed;
}

it('init reads a workbook below its titles, and proposes a mapping that reads it', async () => {
  const { format, mapping, report } = await init((book) => {
    const sheet = book.addWorksheet('Ponuda');
    sheet.addRow(['Agencija Dom, Novi Sad']);
    sheet.mergeCells('A1:I1');
    sheet.addRow([]);
    sheet.addRow(header);
    for (let n = 1; n <= 20; n++) {
      const row = sheet.addRow(listing(n));
      row.getCell(6).numFmt = '#,##0 "€"';
    }
  });
  expect(format).toMatchObject({
    about: 'the sheet "Ponuda" of a workbook, 9 columns with names',
    records: 20,
  });
  expect(mapping.format).toMatchObject({ container: 'csv' });
  expect(mapping.format).not.toHaveProperty('sheet');
  expect(mapping.source_id).toBe('Šifra');
  expect(report.readiness).toMatchObject({ listings: 20, ready: 20 });
});

it('init names the sheet that it read where the workbook has others, and says so', async () => {
  const { format, mapping, report } = await init((book) => {
    book.addWorksheet('Uputstvo').addRow(['Popunite tabelu']);
    book.addWorksheet('Stara', { state: 'hidden' }).addRows([header, listing(99)]);
    book.addWorksheet('Prodaja').addRows([header, ...Array.from({ length: 20 }, (_, n) => listing(n + 1))]);
    book.addWorksheet('Prodato').addRows([header, listing(77)]);
  });
  expect(mapping.format).toMatchObject({ sheet: 'Prodaja' });
  expect(format.records).toBe(20);
  expect(report.doubts.join(' ')).toMatch(/other sheets, which are not read: "Prodato"/);
  expect(report.doubts.join(' ')).not.toMatch(/Stara/);
});

it('init reads codes by what another sheet explains, part by part, and says so', async () => {
  const coded = (n: number): ExcelJS.CellValue[] => {
    const [id, , , ...others] = listing(n);
    return [id ?? '', n % 4 === 3 ? 'IZD' : 'PRO', ['S', 'K', 'P'][n % 3] ?? '', ...others];
  };
  const { mapping, report } = await init((book) => {
    book.addWorksheet('Ponuda').addRows([header, ...[...Array(12).keys()].map(coded)]);
    book.addWorksheet('Legenda').addRows([
      ['Oznaka', 'Značenje'],
      ...[
        ['S', 'Stan'],
        ['K', 'Kuća'],
        ['P', 'Plac'],
      ],
      [],
      ['Usluga'],
      ...[
        ['PRO', 'Prodaja'],
        ['IZD', 'Izdavanje'],
      ],
    ]);
  });
  expect(mapping).toMatchObject({
    tables: {
      offer: { words: { PRO: 'sale', IZD: 'rent' } },
      category: { words: { S: ['Stan', 'Apartment', 'Flat'] } },
    },
  });
  expect(report.readiness).toMatchObject({ listings: 12, ready: 12 });
  expect(report.doubts.join(' ')).toContain('what these sheets explain: "Legenda"');
});

it.each([
  ['Novi Sad', 'Ponuda', 'Novi Sad'],
  ['List1', 'Stanovi Kikinda', 'Kikinda'],
  ['Novi Sad', 'Stanovi Kikinda', undefined],
])('recommends the town on the tab “%s” or in the title “%s”', async (tab, title, town) => {
  const { report } = await init((book) => {
    const sheet = book.addWorksheet(tab);
    sheet.addRow([title]);
    sheet.addRow(header.filter((name) => name !== 'Mesto'));
    for (let n = 1; n <= 5; n++) sheet.addRow(listing(n).filter((_, column) => header[column] !== 'Mesto'));
  });
  const [question] = report.readiness.questions.filter(({ name }) => name === 'location.place_id');
  expect(question).toMatchObject({ listings: 5 });
  expect(question?.recommended?.answer).toBe(town);
});

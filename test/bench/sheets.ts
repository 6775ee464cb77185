import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ExcelJS from 'exceljs';
import { openSnapshot } from '../../src/feed/read-snapshot.js';
import { parseRecords } from '../../src/feed/parse-records.js';
import { asSheets } from '../../src/feed/zip/sheets-of-file.js';
import type { CsvFormat } from '../../src/model/feed-format.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import { writeSoakPart } from './results-file.js';

const rows = 50_000;
const columns = 20;
const rounds = 3;

/** Writes the workbook: ids, texts that occur once and often, numbers, dates and yes or no. */
async function write(path: string): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: path,
    useSharedStrings: true,
    useStyles: true,
  });
  const sheet = book.addWorksheet('Oglasi');
  sheet.addRow(['Šifra', 'Cena', ...Array.from({ length: columns - 2 }, (_, n) => `Kolona ${n}`)]).commit();
  for (let row = 0; row < rows; row++) {
    const cells = Array.from({ length: columns }, (_, column): ExcelJS.CellValue => {
      if (column === 0) return `A-${row}`;
      if (column === 5) return `Stan broj ${row} na lepom mestu, blizu parka, škole i pijace, useljiv odmah.`;
      if (column % 5 === 2) return ['Stan', 'Kuća', 'Plac', 'Novi Sad', 'Čačak'][(row + column) % 5];
      if (column % 5 === 3) return row % 2 === 0;
      if (column === 9) return new Date(Date.UTC(2024, row % 12, 1 + (row % 28)));
      return (row * 7919 + column * 104_729) / 100;
    });
    sheet.addRow(cells).commit();
  }
  await book.commit();
}

const measures: Readonly<Record<string, (path: string, folder: string) => Promise<number>>> = {
  async exceljs(path) {
    const options = {
      worksheets: 'emit',
      sharedStrings: 'cache',
      styles: 'cache',
      hyperlinks: 'ignore',
    } as const;
    let count = 0;
    for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, options))
      for await (const row of sheet) if (row.hasValues) count += 1;
    return count;
  },
  feedsync: (path, folder) => readText(path, folder, false),
  'feedsync, with its records': (path, folder) => readText(path, folder, true),
};

async function readText(path: string, folder: string, parses: boolean): Promise<number> {
  const spool = createFileSpool(folder);
  const file = await spool.borrow(path);
  const limits = { maxBytes: 2 ** 31, signal: new AbortController().signal };
  const [sheet] = (await asSheets({ file, bytes: file.bytes }, spool, limits)) ?? [];
  if (sheet === undefined) throw new Error('no sheet was read');
  const format: CsvFormat = {
    ...{
      container: 'csv',
      delimiter: null,
      quote: '"',
      header: true,
      trailer: null,
      finalNewline: 'optional',
    },
    columns: ['Šifra', 'Cena'],
  };
  const options = { format, encoding: 'auto', lengthAnnounced: false } as const;
  const reader = await openSnapshot(spool, sheet.file.path, options, () => Buffer.alloc(0));
  let count = 1;
  for await (const block of reader.blocks()) {
    count += block.count;
    if (!parses) continue;
    const all = [...Array(block.count).keys()];
    for (const { result } of parseRecords(format, block.take(all)))
      if (!result.ok) throw new Error(result.reason);
  }
  if (reader.end().completeness !== 'complete') throw new Error('not complete');
  await reader.close();
  return count;
}

interface Measured {
  ms: number;
  megabytes: number;
}

/** In a process of its own, so that nothing is warm and the memory is its own. */
function measured(name: string, path: string, folder: string): Measured {
  const argv = ['--import', 'tsx', fileURLToPath(import.meta.url), name, path, folder];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as Measured;
}

async function measure(name: string, path: string, folder: string): Promise<void> {
  const started = performance.now();
  const count = await measures[name]?.(path, folder);
  const ms = performance.now() - started;
  if (count !== rows + 1) throw new Error(`${name} found ${count ?? 0} rows`);
  process.stdout.write(JSON.stringify({ ms, megabytes: process.resourceUsage().maxRSS / 1024 }));
}

/** The reading that took least, of several in turns. */
async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sheets-'));
  const path = join(folder, 'oglasi.xlsx');
  await write(path);
  const best = new Map<string, Measured>();
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(measures)) {
      const now = measured(name, path, folder);
      const before = best.get(name);
      if (before === undefined || now.ms < before.ms) best.set(name, now);
    }
  const alone = best.get('exceljs')?.ms ?? NaN;
  const lines = [...best].map(
    ([name, { ms, megabytes }]) =>
      `| ${name} | ${(ms / 1000).toFixed(2)} | ${(ms / alone).toFixed(2)} | ${megabytes.toFixed(0)} |`,
  );
  const size = (statSync(path).size / 1024 / 1024).toFixed(1);
  rmSync(folder, { recursive: true });
  writeSoakPart(
    'sheets',
    [
      `An .xlsx of ${rows} rows and ${columns} columns (${size} MB), read from the disk to its end: exceljs streams its rows, feedsync writes the sheet's text, finds its rows and hashes them. The fastest of ${rounds} rounds, each in a process of its own, in turns; Node.js ${process.version}. \`npx tsx test/bench/sheets.ts\``,
      '',
      '| | seconds | of exceljs | peak memory in MB, with the runtime and tsx |',
      '| --- | ---: | ---: | ---: |',
      ...lines,
    ].join('\n'),
  );
}

const [, , name, path = '', folder = ''] = process.argv;
await (name === undefined ? compare() : measure(name, path, folder));

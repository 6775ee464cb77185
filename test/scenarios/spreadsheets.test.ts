import ExcelJS from 'exceljs';
import { afterEach, expect, it } from 'vitest';
import { ads } from '../support/estate-feed.js';
import { csvText } from '../support/csv-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** The cells of the CSV feed, read by a rule of its own: every cell with a quote in it is quoted. */
function cellsOf(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g;
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

async function workbook(
  count: number,
  change: (sheet: ExcelJS.Worksheet) => void = () => undefined,
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Uputstvo').addRow(['Popunite sve kolone']);
  book.addWorksheet('Kontakti').addRows([
    ['Ime', 'Telefon'],
    ['Mira', '060'],
  ]);
  const sheet = book.addWorksheet('Oglasi');
  sheet.addRow(['Ponuda agencije']);
  sheet.mergeCells('A1:F1');
  sheet.addRows(cellsOf(csvText(ads(count))));
  change(sheet);
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function liveOf(body: Buffer | string): Promise<{ message: string; payloads: unknown[] }> {
  world = await World.create({ mapping: 'csv-header' });
  world.feed.body = body;
  world.feed.headers = { 'content-type': 'text/plain' };
  const { polls } = await world.round();
  const payloads = world
    .live()
    .toSorted()
    .map((id) => world.payload(id));
  return { message: polls[0]?.message ?? '', payloads };
}

it('a workbook becomes the listings that the same table as CSV becomes', async () => {
  const asText = await liveOf(csvText(ads(12)));
  await world.close();
  const asBook = await liveOf(await workbook(12));
  expect(asBook.payloads).toEqual(asText.payloads);
  expect(asBook.payloads).toHaveLength(12);
  expect(asBook.message).not.toContain('hidden');
});

it('rows that a filter hides stay live, and the run counts them', async () => {
  const { payloads } = await liveOf(await workbook(12));
  world.clock.advance(15 * minute);
  world.feed.body = await workbook(12, (sheet) => {
    for (let row = 5; row < 12; row++) sheet.getRow(row).hidden = true;
  });
  const { polls } = await world.round();
  expect(polls[0]).toMatchObject({
    message: expect.stringContaining('7 rows are hidden in the sheet') as unknown,
    balance: { known: 12, absent: 0 },
  });
  expect(world.live()).toHaveLength(payloads.length);
});

it('a workbook that was cut, locked, or is another one changes nothing; one with fewer rows is judged like any file', async () => {
  await liveOf(await workbook(12));
  const others: [Buffer, RegExp][] = [
    [(await workbook(12)).subarray(0, 5_000), /ZIP is damaged/],
    [
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      /password/,
    ],
    [
      await workbook(12, (sheet) => {
        sheet.getCell('A2').value = 'broj';
      }),
      /no column "id"/,
    ],
  ];
  for (const [body, message] of others) {
    world.clock.advance(15 * minute);
    world.feed.body = body;
    const { polls } = await world.round();
    expect(polls[0]?.message).toMatch(message);
    expect(world.live()).toHaveLength(12);
  }
  world.clock.advance(15 * minute);
  world.feed.body = await workbook(11);
  const { polls } = await world.round();
  // The file is proven to be whole: the listing is missing, and in grace.
  expect(polls[0]).toMatchObject({ balance: { absent: 1, inGrace: 1 } });
});

import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../support/repetitions.js';
import { fetchSheets } from '../../support/sheet-fetch.js';
import { zipOf, type ZipEntry } from '../../support/zip.js';

interface Parts {
  sheet?: string;
  strings?: string;
  workbook?: string;
  more?: ZipEntry[];
}

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas/${type}" Target="${target}"/>`;
const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const headerRow = `<row r="1">${cell('A1', 'Šifra')}${cell('B1', 'Cena')}</row>`;
const one = `${headerRow}<row r="2">${cell('A2', 'A-1')}<c r="B2"><v>1</v></c></row>`;

/** A workbook by hand, so that it may also lie. @param sheet the rows */
function bookOf({ sheet = one, strings = '', workbook = '', more = [] }: Parts = {}): ZipEntry[] {
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${relationship('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${workbook}<workbook xmlns:r="r"><sheets><sheet name="Oglasi" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relationship('r1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('r2', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
    ...more,
  ];
}

async function rowsOf(entries: ZipEntry[]): Promise<[number, string[]][]> {
  const outcome = await fetchSheets(zipOf(entries));
  if (!outcome.ok) throw new Error(outcome.message);
  return [...(outcome.sheets[0]?.rows ?? [])];
}

describe('a hostile workbook', () => {
  it.each<[string, ZipEntry[], string, RegExp]>([
    [
      'that is a bomb',
      bookOf({ sheet: `${one}${' '.repeat(17 * 1024 * 1024)}` }),
      'zip',
      /sheet1\.xml" in the ZIP would unpack to more than 200 times/,
    ],
    [
      'with more shared texts than fit',
      bookOf({ strings: '<si/>'.repeat(5_100_000) }).map((entry) => ({ ...entry, method: 0 })),
      'sheet',
      /more than 5000000 texts/,
    ],
    [
      'with a text without an end',
      bookOf({ strings: `<si>${'<t>aaaaaaaaaaaaaaaaaaaa</t>'.repeat(60_000)}</si>` }).map((e) => ({
        ...e,
        method: 0,
      })),
      'sheet',
      /longer than 1000000 characters/,
    ],
    [
      'with one cell as large as a feed',
      bookOf({ sheet: `<row r="1">${cell('A1', 'ab'.repeat(2_500_000))}</row>` }).map((e) => ({
        ...e,
        method: 0,
      })),
      'sheet',
      /longer than 4194304 characters/,
    ],
    [
      'with a document type',
      bookOf({ workbook: '<!DOCTYPE a [<!ENTITY b "c">]>' }),
      'sheet',
      /document type/,
    ],
    [
      'with elements within elements',
      bookOf({ sheet: '<a>'.repeat(300) + '</a>'.repeat(300) }),
      'sheet',
      /nested too deeply/,
    ],
    [
      'with a row beyond the last',
      bookOf({ sheet: `<row r="1048577">${cell('A1', 'x')}</row>` }),
      'sheet',
      /more than 1048576 rows/,
    ],
    [
      'that ends within a row',
      bookOf({ sheet: `${one}<row r="3">` }),
      'sheet',
      /sheet1\.xml, it is not well-formed XML/,
    ],
    [
      'with more sheets than a person opens',
      bookOf().map((entry) =>
        entry.name === 'xl/workbook.xml'
          ? {
              ...entry,
              content: `<workbook xmlns:r="r"><sheets>${'<sheet name="a" r:id="x"/>'.repeat(600)}</sheets></workbook>`,
            }
          : entry,
      ),
      'sheet',
      /600 sheets, more than 500/,
    ],
    [
      'whose sheet lies outside of it',
      bookOf().map((entry) =>
        entry.name.endsWith('workbook.xml.rels')
          ? {
              ...entry,
              content:
                '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
            }
          : entry,
      ),
      'empty',
      /holds nothing/,
    ],
    [
      'that is larger than a feed may be',
      bookOf({ sheet: one + `<row>${cell('A3', 'x'.repeat(30_000))}</row>`.repeat(40) }),
      'too_large',
      /fetch\.max_bytes/,
    ],
  ])('%s is refused', async (name, entries, code, message) => {
    const maxBytes = name.startsWith('that is larger') ? 1_000_000 : 100_000_000;
    const outcome = await fetchSheets(zipOf(entries), { maxBytes });
    expect(outcome).toMatchObject({ ok: false, code });
    expect(outcome.ok ? '' : outcome.message).toMatch(message);
  });

  it('with a cell in the last column, or a reference to no text, costs no memory and no row', async () => {
    const rows = await rowsOf(
      bookOf({
        sheet: `${headerRow}<row r="2">${cell('A2', 'A-1')}<c r="XFD2"><v>1</v></c><c r="B2" t="s"><v>99</v></c></row><row r="900000">${cell('A900000', 'A-2')}</row>`,
      }),
    );
    expect(rows).toEqual([
      [1, ['Šifra', 'Cena']],
      [2, ['A-1', '']],
      [900_000, ['A-2', '']],
    ]);
  });

  it('ignores macros, connections, links to other workbooks, and what programs add', async () => {
    const extra = (name: string): ZipEntry => ({ name, content: '<x>not read</x' });
    const more = ['xl/vbaProject.bin', 'xl/connections.xml', 'xl/externalLinks/externalLink1.xml'].map(extra);
    expect(await rowsOf(bookOf({ more }))).toEqual([
      [1, ['Šifra', 'Cena']],
      [2, ['A-1', '1']],
    ]);
  });

  it('may use prefixes, leave out places, and write its rows out of order', async () => {
    const rows = `<x:row>${['Šifra', 'Cena'].map((text) => `<x:c t="str"><x:v>${text}</x:v></x:c>`).join('')}</x:row><x:row r="5"><x:c t="s"><x:v>0</x:v></x:c></x:row><x:row r="3"><x:c><x:v>7</x:v></x:c></x:row>`;
    const strings = '<si><r><t>A</t></r><rPh><t>no</t></rPh><r><t xml:space="preserve"> 1</t></r></si>';
    const entries = bookOf({ strings }).map((entry) =>
      entry.name.includes('sheet1')
        ? { ...entry, content: `<x:worksheet xmlns:x="x"><x:sheetData>${rows}</x:sheetData></x:worksheet>` }
        : entry,
    );
    expect(await rowsOf(entries)).toEqual([
      [1, ['Šifra', 'Cena']],
      [5, ['A 1', '']],
      [6, ['7', '']],
    ]);
  });

  it('is never half a feed: cut or changed anywhere, it is whole or refused', async () => {
    const book = new ExcelJS.Workbook();
    book
      .addWorksheet('Oglasi')
      .addRows([['Šifra', 'Cena'], ...Array.from({ length: 40 }, (_, n) => [`A-${n}`, n * 7919])]);
    const whole = Buffer.from(await book.xlsx.writeBuffer());
    const sound = await fetchSheets(whole);
    const step = Math.floor(whole.length / repetitions({ tests: 50, soak: 150 }));
    for (let at = 4; at < whole.length; at += step) {
      expect(await fetchSheets(whole.subarray(0, at)).catch(() => null), `cut at ${at}`).not.toMatchObject({
        ok: true,
      });
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      const outcome = await fetchSheets(changed).catch(() => null);
      if (outcome?.ok === true && sound.ok) expect(outcome.texts, `changed at ${at}`).toEqual(sound.texts);
    }
  });
});

import * as XLSX from 'xlsx';
import { describe, expect, it } from 'vitest';
import { fetchSheets, type ReadSheet } from '../../support/sheet-fetch.js';
import { zipOf, type ZipEntry } from '../../support/zip.js';

const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet';

/** A workbook with these elements as its tables, as LibreOffice writes it. */
function odsOf(tables: string, { styles = '', others = [] as ZipEntry[], type = spreadsheet } = {}): Buffer {
  const names = ['office', 'style', 'text', 'table', 'calcext', 'draw', 'xlink'];
  const spaces = names.map((name) => `xmlns:${name}="urn:${name}"`).join(' ');
  return zipOf([
    { name: 'mimetype', content: type, method: 0 },
    {
      name: 'content.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    },
    ...others,
  ]);
}

const cell = (text: string, attributes = 'office:value-type="string"'): string =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, attributes = ''): string =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;
const table = (name: string, rows: string, attributes = ''): string =>
  `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`;
const header = row(['Šifra', 'Naslov', 'Cena'].map((name) => cell(name)).join(''));
const listing = row(
  cell('A-1') + cell('Stan') + cell('85.000', 'office:value-type="float" office:value="85000"'),
);

async function sheetsOf(body: Buffer): Promise<ReadSheet[]> {
  const outcome = await fetchSheets(body);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.sheets;
}

async function rowsOf(body: Buffer): Promise<[number, string[]][]> {
  const [sheet] = await sheetsOf(body);
  return [...(sheet?.rows ?? [])];
}

describe('an OpenDocument workbook', () => {
  it('of another library is its rows', async () => {
    const sheet = XLSX.utils.aoa_to_sheet(
      [
        ['Šifra', 'Naslov', 'Cena', 'Lift', 'Datum'],
        ['A-1', 'Stan <54> & više', 85000.5, true, new Date(2024, 2, 5)],
        [],
        ['A-2', 'Kuća', 120000, false],
      ],
      { cellDates: true },
    );
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, sheet, 'Oglasi');
    const rows = await rowsOf(XLSX.write(book, { type: 'buffer', bookType: 'ods' }) as Buffer);
    expect(rows.map(([number, cells]) => [number, cells.slice(0, 4)])).toEqual([
      [1, ['Šifra', 'Naslov', 'Cena', 'Lift']],
      [2, ['A-1', 'Stan <54> & više', '85000.5', 'true']],
      [4, ['A-2', 'Kuća', '120000', 'false']],
    ]);
    expect(rows[1]?.[1][4]).toMatch(/^2024-03-0[45]/);
  });

  it('writes what its cells hold', async () => {
    const cells: [string, string][] = [
      [cell('0,3', 'office:value-type="float" office:value="0.30000000000000004"'), '0.3'],
      [cell('00123', 'office:value-type="float" office:value="123"'), '00123'],
      [cell('54,5 m²', 'office:value-type="float" office:value="54.5"'), '54.5 m²'],
      [cell('54,5 m2', 'office:value-type="float" office:value="54.5"'), '54.5 m2'],
      [cell('85 hilj. €', 'office:value-type="float" office:value="85000"'), '85000'],
      [
        cell('85.000,00 €', 'office:value-type="currency" office:currency="EUR" office:value="85000"'),
        '85000 EUR',
      ],
      [cell('85.000 KM', 'office:value-type="currency" office:value="85000"'), '85000 KM'],
      [cell('20 %', 'office:value-type="percentage" office:value="0.2"'), '20%'],
      [cell('5.3.24.', 'office:value-type="date" office:date-value="2024-03-05"'), '2024-03-05'],
      [
        cell('5.3.24. 14:30', 'office:value-type="date" office:date-value="2024-03-05T14:30:00.12"'),
        '2024-03-05T14:30:00',
      ],
      [cell('14:30', 'office:value-type="time" office:time-value="PT14H30M00S"'), '14:30:00'],
      [cell('TAČNO', 'office:value-type="boolean" office:boolean-value="true"'), 'true'],
      [cell('prvi</text:p><text:p>drugi <text:s text:c="2"/>red'), 'prvi\ndrugi   red'],
      [cell('<text:span>Nov</text:span> <text:a xlink:href="https://x.example">stan</text:a>'), 'Nov stan'],
      [cell('7', 'office:value-type="float" office:value="7" table:formula="of:=[.A1]*2"'), '7'],
      [cell('#DIV/0!', 'office:value-type="string" calcext:value-type="error" table:formula="of:=1/0"'), ''],
      [cell('Err:502', 'office:value-type="string" table:formula="of:=X()"'), ''],
      [
        `<table:table-cell office:value-type="string"><office:annotation><text:p>Pitati vlasnika</text:p></office:annotation><text:p>Stan</text:p></table:table-cell>`,
        'Stan',
      ],
    ];
    const rows = await rowsOf(
      odsOf(table('Oglasi', header + cells.map(([one], n) => row(cell(`A-${n}`) + one)).join(''))),
    );
    expect(rows.slice(1).map(([, found]) => found[1])).toEqual(cells.map(([, text]) => text));
  });

  it('never expands repetitions past the last filled cell', async () => {
    const empty = '<table:table-cell table:number-columns-repeated="16384"/>';
    const rows = await rowsOf(
      odsOf(
        table(
          'Oglasi',
          [
            header.replace('</table:table-row>', `${empty}</table:table-row>`),
            row(
              cell('A-1') +
                cell('isto', 'office:value-type="string" table:number-columns-repeated="2"') +
                empty,
            ),
            row(empty, 'table:number-rows-repeated="3"'),
            row(cell('A-2') + empty, 'table:number-rows-repeated="2"'),
            row(empty, 'table:number-rows-repeated="1048560"'),
          ].join(''),
        ),
      ),
    );
    expect(rows).toEqual([
      [1, ['Šifra', 'Naslov', 'Cena']],
      [2, ['A-1', 'isto', 'isto']],
      [6, ['A-2', '', '']],
      [7, ['A-2', '', '']],
    ]);
  });

  it('has hidden rows that count, and hidden sheets and copies of other documents that do not', async () => {
    const styles =
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
    const hiddenRow = listing.replace('table-row ', 'table-row table:visibility="filter"');
    const sheets = await sheetsOf(
      odsOf(
        [
          table('Stara', header + listing, 'table:style-name="ta2"'),
          table('Druga', `<table:table-source xlink:href="../x.ods"/>${header}${listing}`),
          table('Prodaja', header + listing + hiddenRow),
        ].join(''),
        { styles },
      ),
    );
    expect(sheets.map(({ name, hidden, rows }) => [name, hidden, rows.size])).toEqual([['Prodaja', 1, 3]]);
  });

  it('makes one header of two rows with merged cells', async () => {
    const covered = '<table:covered-table-cell/>';
    const upper = row(
      [
        cell('Šifra', 'office:value-type="string" table:number-rows-spanned="2"'),
        cell('Cena', 'office:value-type="string" table:number-columns-spanned="2"'),
        covered,
      ].join(''),
    );
    const title = row(cell('Ponuda', 'office:value-type="string" table:number-columns-spanned="3"'));
    const lower = row(covered + cell('EUR') + cell('RSD'));
    const rows = await rowsOf(
      odsOf(table('Oglasi', title + upper + lower + row(cell('A-1') + cell('1') + cell('2')))),
    );
    expect(rows).toEqual([
      [1, ['Ponuda', '', '']],
      [3, ['Šifra', 'Cena EUR', 'Cena RSD']],
      [4, ['A-1', '1', '2']],
    ]);
  });

  const locked = {
    name: 'META-INF/manifest.xml',
    content: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
  };
  it.each<[string, Buffer, string, RegExp]>([
    ['with a password', odsOf('', { others: [locked] }), 'sheet', /locked with a password/],
    [
      'that is a letter',
      odsOf('', { type: 'application/vnd.oasis.opendocument.text' }),
      'zip',
      /document came/,
    ],
    ['that is cut', odsOf(`${table('A', header)}<table:table>`), 'sheet', /damaged: in content\.xml/],
    [
      'with a filled row as often as no feed has it',
      odsOf(
        table('A', header + listing.replace('table-row ', 'table-row table:number-rows-repeated="1000000"')),
      ),
      'sheet',
      /repeats a filled row 1000000 times/,
    ],
  ])('%s is refused', async (_, body, code, message) => {
    const outcome = await fetchSheets(body);
    expect(outcome).toMatchObject({ ok: false, code });
    expect(outcome.ok ? '' : outcome.message).toMatch(message);
  });
});

import ExcelJS from 'exceljs';

/** A sheet with headings of a person's own: no id, no town, neither sale nor rent, and a column of contacts. */
export async function ownSheet(count: number): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const rows = Array.from({ length: count }, (_one, index) => index + 1).map((n) => [
    `Svetao stan broj ${n} sa terasom`,
    `Svetao i uredan stan, odmah useljiv, blizu škole i parka. Broj ${n}.`,
    400 + n * 10,
    40 + n,
    2,
    (n % 5) + 1,
    `Mira 064/123-45-6${n}`,
  ]);
  const headings = ['Naslov', 'Opis', 'Cena EUR', 'Kvadratura', 'Broj soba', 'Sprat', 'Kontakt telefon'];
  book.addWorksheet('Oglasi').addRows([headings, ...rows]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

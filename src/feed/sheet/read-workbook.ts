import { FetchFailure } from '../fetch-failure.js';
import { relationshipsOf, targetOf } from './relationships.js';
import { openDocumentType, readOds } from './read-ods.js';
import { readXlsx } from './read-xlsx.js';
import type { SheetContext, SheetFile } from './sheet-writer.js';
import type { WorkbookParts } from './workbook-parts.js';

/**
 * The visible sheets of a workbook that hold anything, those with a header first. Hidden sheets are never read.
 * @returns null if the ZIP is no workbook; else at least one sheet
 * @throws FetchFailure for a document of another kind, and for a workbook that cannot be read. No file is left then
 */
export async function readWorkbook(parts: WorkbookParts, context: SheetContext): Promise<SheetFile[] | null> {
  const type = await openDocumentType(parts);
  if (type !== null) {
    const { sheets, hidden } = await readOds(parts, type, context);
    return inOrder(sheets, hidden);
  }
  if (!parts.has('[Content_Types].xml')) return null;
  const main = targetOf(await relationshipsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
  if (/(?:^|\/)workbook[^/]*\.bin$/i.test(main))
    throw new FetchFailure(
      'sheet',
      'a binary workbook (.xlsb) came, which is not read here. Ask for the table as .xlsx or CSV',
    );
  if (!parts.has(main) || !/^xl\//i.test(main))
    throw new FetchFailure('zip', 'a document came instead of the feed. Ask for the table as CSV or .xlsx');
  const { sheets, hidden } = await readXlsx(parts, main, context);
  return inOrder(sheets, hidden);
}

/** A narrower table explains codes, or lists offices: it holds no listings. */
const listingWidthMin = 5;

/** Those with a header first, of these the ones that are wide enough for listings. @throws FetchFailure if there are none */
function inOrder(sheets: readonly SheetFile[], hidden: readonly string[]): SheetFile[] {
  const rank = ({ sheet }: SheetFile): number =>
    sheet.hasHeader ? Number(sheet.width < listingWidthMin) : 2;
  if (sheets.length > 0) return [...sheets].sort((a, b) => rank(a) - rank(b));
  throw new FetchFailure(
    'empty',
    hidden.length === 0
      ? 'a workbook came that holds nothing'
      : `no visible sheet of the workbook holds anything, and its hidden sheets are not read (${hidden.slice(0, 5).join(', ')})`,
  );
}

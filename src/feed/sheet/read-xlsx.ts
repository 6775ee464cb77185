import { FetchFailure } from '../fetch-failure.js';
import { headRows } from './sheet-head.js';
import { lackOf, partOf, relationshipsOf } from './relationships.js';
import { SharedStrings } from './shared-strings.js';
import { SheetWriter, type SheetContext, type SheetFile } from './sheet-writer.js';
import { readStyles } from './styles.js';
import type { WorkbookParts } from './workbook-parts.js';
import { mergesIn, WorksheetReader, type CellFacts } from './worksheet.js';
import { readPart } from './xml-part.js';

/** A sheet as the workbook lists it. */
interface ListedSheet {
  name: string;
  isHidden: boolean;
  part: string | null;
}

const sheetsMax = 500;

/** Merged cells are looked for as far below the first row as a header may stand with empty rows above it. */
const mergeRowsMax = headRows * 10;

/**
 * Writes the visible sheets of an Excel workbook that hold anything, in their order.
 * @param workbook the name of the part that lists them
 * @throws FetchFailure, or what `parts` throws; no file is left then
 */
export async function readXlsx(
  parts: WorkbookParts,
  workbook: string,
  context: SheetContext,
): Promise<{ sheets: SheetFile[]; hidden: string[] }> {
  const relationships = await relationshipsOf(parts, workbook);
  const { listed, is1904 } = await sheetsIn(parts, workbook, relationships);
  const texts = partOf(parts, relationships, 'sharedStrings');
  const strings =
    texts !== null ? await SharedStrings.read(parts.read(texts), context) : SharedStrings.none(context);
  const sheets: SheetFile[] = [];
  try {
    const styles = await readStyles(parts, partOf(parts, relationships, 'styles'));
    const facts = { strings, styles, is1904, count: { cells: 0 } };
    let left = context.maxBytes;
    for (const { name, part, isHidden } of listed) {
      if (isHidden || part === null) continue;
      if (!parts.has(part)) throw lackOf(part);
      const sheet = await readSheet(parts, { name, part }, facts, { ...context, maxBytes: left });
      if (sheet !== null) sheets.push(sheet);
      left -= sheet?.bytes ?? 0;
    }
  } catch (error) {
    for (const { file } of sheets) await file.discard();
    throw error;
  } finally {
    await strings.discard();
  }
  return { sheets, hidden: listed.filter(({ isHidden }) => isHidden).map(({ name }) => name) };
}

async function sheetsIn(
  parts: WorkbookParts,
  workbook: string,
  relationships: Awaited<ReturnType<typeof relationshipsOf>>,
): Promise<{ listed: ListedSheet[]; is1904: boolean }> {
  const listed: ListedSheet[] = [];
  let is1904 = false;
  await readPart(
    parts.read(workbook),
    {
      open(element, attributes) {
        if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
        if (element !== 'sheet') return;
        const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
        const target = relationships.get(id);
        const isSheet = target?.type === 'worksheet';
        listed.push({
          name: attributes.name ?? '',
          isHidden: /^(?:hidden|veryHidden)$/.test(attributes.state ?? ''),
          part: isSheet ? target.target : null,
        });
      },
      close: () => undefined,
    },
    { name: workbook },
  );
  if (listed.length > sheetsMax)
    throw new FetchFailure('sheet', `the workbook has ${listed.length} sheets, more than ${sheetsMax}`);
  return { listed, is1904 };
}

async function readSheet(
  parts: WorkbookParts,
  { name, part }: { name: string; part: string },
  facts: CellFacts,
  context: SheetContext,
): Promise<SheetFile | null> {
  const writer = await SheetWriter.open(name, context, () => mergesIn(parts.read(part), mergeRowsMax));
  try {
    const reader = new WorksheetReader(facts, writer);
    const { signal } = context;
    await readPart(parts.read(part), reader, { name: part, signal, afterEach: () => reader.pass() });
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

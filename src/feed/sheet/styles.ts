import { numberWriter, type NumberWriter } from './number-format.js';
import type { WorkbookParts } from './workbook-parts.js';
import { readPart } from './xml-part.js';

/** How the cells of each style write their numbers, by the number of the style. */
export type Styles = readonly NumberWriter[];

/** @param part null: the workbook has no styles. @throws FetchFailure */
export async function readStyles(parts: WorkbookParts, part: string | null): Promise<Styles> {
  if (part === null) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await readPart(
    parts.read(part),
    {
      open(name, { numFmtId, formatCode }) {
        if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
        else if (name === 'cellXfs') isInCells = true;
        else if (name === 'xf' && isInCells) ids.push(Number(numFmtId ?? 0));
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false;
      },
    },
    { name: part },
  );
  const writers = new Map<number, NumberWriter>();
  return ids.map((id) => {
    const writer = writers.get(id) ?? numberWriter(id, codes.get(id));
    writers.set(id, writer);
    return writer;
  });
}

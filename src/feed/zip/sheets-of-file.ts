import type { Spool, SpooledFile } from '../../platform/files/spool.js';
import { FetchFailure } from '../fetch-failure.js';
import { asFailure } from '../receive-body.js';
import { mayBeOldWorkbook, whyOldWorkbook } from '../sheet/old-workbook.js';
import { readWorkbook } from '../sheet/read-workbook.js';
import type { SheetFile } from '../sheet/sheet-writer.js';
import type { WorkbookParts } from '../sheet/workbook-parts.js';
import type { Bytes } from './inflate.js';
import { headOf, isZip } from './head-of-file.js';
import { checkReadable, withZip, type OpenedZip } from './zip-file.js';

/** The markup of a sheet is several times as long as its text. */
const markupFactor = 16;
/** As much of an old workbook as tells what it is. */
const oldBytes = 4 * 1024 * 1024;

/**
 * The sheets of a workbook, recognised by its content. Does not discard `received`.
 * @returns null: it is no workbook; else at least one sheet
 * @throws FetchFailure if it is a workbook that cannot be read
 */
export async function asSheets(
  { file, bytes }: { file: Pick<SpooledFile, 'path'>; bytes: number },
  spool: Spool,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<SheetFile[] | null> {
  const head = await headOf(spool, file.path, 8);
  if (mayBeOldWorkbook(head))
    throw new FetchFailure(
      'sheet',
      whyOldWorkbook(await headOf(spool, file.path, Math.min(bytes, oldBytes))),
    );
  if (!isZip(head)) return null;
  try {
    return await withZip(spool, { path: file.path, bytes }, (zip) =>
      readWorkbook(partsOf(zip, maxBytes * markupFactor), { spool, maxBytes, signal }),
    );
  } catch (error) {
    throw asFailure(error, signal);
  }
}

function partsOf(zip: OpenedZip, maxBytes: number): WorkbookParts {
  const byName = new Map(zip.entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  return {
    names: zip.entries.map(({ fileName }) => fileName),
    has: (name) => byName.has(name.toLowerCase()),
    async *read(name): Bytes {
      const entry = byName.get(name.toLowerCase());
      if (entry === undefined) throw new FetchFailure('sheet', `the workbook has no part ${name}`);
      checkReadable(entry, maxBytes);
      yield* zip.read(entry);
    },
  };
}

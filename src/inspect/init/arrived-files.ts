import type { EncodingName, FeedFormat, FileKind } from '../../model/feed-format.js';
import { announcedMore, type Arrival, type ReadFile } from '../../feed/more/announced-more.js';
import { readPage } from '../../feed/read-page.js';
import { cellEnd, rowEnd } from '../../feed/sheet/sheet-text.js';
import { dividedFiles } from '../../feed/zip/fitting-files.js';
import type { UnpackedFile } from '../../feed/zip/zip-member.js';
import type { Spool } from '../../platform/files/spool.js';
import { listedCodes, type ListedCodes } from './profile/legend-rows.js';
import { followPages, type FollowedPages, type PageSource } from './follow-pages.js';

/** The files of a feed: one, the pages that were read, or the files of a ZIP that have the same format. */
export interface ArrivedFiles {
  /** In the spool, the examined one first. */
  paths: string[];
  followed: FollowedPages | null;
  arrival: Arrival;
  /** Sentences about the files of a ZIP, or the sheets of a workbook. */
  notes: string[];
  /** The name of the examined sheet where other sheets of its workbook have a header too; otherwise null. */
  sheet: string | null;
  /** The codes that other sheets explain. */
  lists: readonly ListedCodes[];
}

interface FirstFile {
  spool: Spool;
  path: string;
  /** Null: the format that was detected cannot be read. */
  format: FeedFormat | null;
  encoding: EncodingName;
}

/** The largest file, which shows most of its format. Of a workbook, the first sheet is the feed. */
export function largestOf<File extends Pick<UnpackedFile, 'bytes' | 'sheet'>>(
  first: File,
  others: readonly File[],
): File {
  if (first.sheet !== undefined) return first;
  return others.reduce((largest, file) => (file.bytes > largest.bytes ? file : largest), first);
}

/** Finds the files that are one feed together with the examined one. */
export async function arrivedFiles(
  { spool, path, format, encoding }: FirstFile,
  { pages, zip = [] }: { pages?: PageSource; zip?: readonly UnpackedFile[] },
): Promise<ArrivedFiles> {
  const signs = pages?.first.signs ?? [];
  const alone: ArrivedFiles = {
    paths: [path],
    followed: null,
    arrival: arrivalOf(1, signs),
    notes: [],
    sheet: null,
    lists: [],
  };
  if (format === null) return alone;
  if (zip.length > 1) return { ...alone, ...(await filesOfZip(spool, path, zip, format)) };
  const followed = pages === undefined ? null : await followPages({ spool, path, format, encoding }, pages);
  if (followed === null) return alone;
  const paths = [path, ...followed.paths];
  const arrival = { files: paths.length, pages: paths.length, signs: followed.signs, isCopy: false };
  return { ...alone, paths, followed, arrival };
}

function arrivalOf(files: number, signs: Arrival['signs']): Arrival {
  return { files, pages: null, signs, isCopy: false };
}

async function filesOfZip(
  spool: Spool,
  path: string,
  zip: readonly UnpackedFile[],
  format: FeedFormat,
): Promise<Pick<ArrivedFiles, 'paths' | 'arrival' | 'notes'> & Partial<ArrivedFiles>> {
  const { fitting, others } = await dividedFiles(spool, zip, format);
  const { sheet } = zip.find(({ file }) => file.path === path) ?? {};
  if (sheet !== undefined) return otherSheets(spool, path, sheet.name, zip);
  const paths = [path, ...fitting.map(({ file }) => file.path).filter((one) => one !== path)];
  const left = others.filter(({ file }) => file.path !== path).map(({ member }) => member ?? '');
  const notes = [
    ...(paths.length > 1
      ? [`The ZIP holds ${paths.length} files of this format, which are one feed together.`]
      : []),
    ...(left.length > 0
      ? [`Files of the ZIP that are of another format and not read: ${left.slice(0, 5).join(', ')}.`]
      : []),
  ];
  return { paths, arrival: arrivalOf(paths.length, []), notes };
}

async function otherSheets(
  spool: Spool,
  path: string,
  sheet: string,
  all: readonly UnpackedFile[],
): Promise<Pick<ArrivedFiles, 'paths' | 'arrival' | 'notes' | 'sheet' | 'lists'>> {
  const others = all.filter((file) => file.file.path !== path);
  const legends: { name: string; lists: ListedCodes[] }[] = [];
  for (const one of others.slice(0, legendsMax)) {
    const lists = await codesOfSheet(spool, one.file.path);
    if (lists.length > 0) legends.push({ name: one.sheet?.name ?? '', lists });
  }
  const titled = others.filter((file) => file.sheet?.hasHeader === true);
  const named = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
  const unread = titled
    .map((file) => file.sheet?.name ?? '')
    .filter((name) => !legends.some((legend) => legend.name === name))
    .slice(0, 10);
  const notes = [
    ...(unread.length === 0
      ? []
      : [
          `The workbook has other sheets, which are not read: ${named(unread)}. If they hold listings too, name the sheets under "sheet:" of the format, with * and ?.`,
        ]),
  ];
  return {
    ...{ paths: [path], arrival: arrivalOf(1, []), notes },
    sheet: titled.length === 0 ? null : sheet,
    lists: legends.flatMap(({ name, lists }) => lists.map((list) => ({ ...list, sheet: name }))),
  };
}

/** As many sheets are looked through for explained codes, and as much of each. */
const legendsMax = 10;
const legendBytes = 64 * 1024;
/** A sheet of which fewer rows explain codes is no legend. */
const legendShare = 0.6;

async function codesOfSheet(spool: Spool, path: string): Promise<ListedCodes[]> {
  const handle = await spool.open(path);
  try {
    const head = Buffer.alloc(legendBytes);
    const length = await handle.read(head, 0, legendBytes, 0);
    const rows = head
      .toString('utf8', 0, length)
      .split(rowEnd)
      .slice(1, -1)
      .map((row) => row.split(cellEnd));
    const { lists, rows: used } = listedCodes(rows);
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;
    return used.size >= filled * legendShare ? lists : [];
  } finally {
    await handle.close();
  }
}

/** Why the files are a part of the feed only, a clause; null: nothing more is announced. */
export async function missingOf(
  { paths, arrival }: ArrivedFiles,
  { spool, format, encoding }: { spool: Spool; format: FeedFormat; encoding: EncodingName },
  kind: FileKind,
): Promise<string | null> {
  const read: ReadFile[] = [];
  for (const path of paths) read.push(await readPage(spool, path, { format, encoding }, null));
  return announcedMore([arrival], read, { totals: kind === 'full', ignored: [] });
}

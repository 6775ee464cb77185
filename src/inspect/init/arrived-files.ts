import type { EncodingName, FeedFormat, FileKind } from '../../model/feed-format.js';
import { announcedMore, type Arrival, type ReadFile } from '../../feed/more/announced-more.js';
import { readPage } from '../../feed/read-page.js';
import { dividedFiles } from '../../feed/zip/fitting-files.js';
import type { UnpackedFile } from '../../feed/zip/zip-member.js';
import type { Spool } from '../../platform/files/spool.js';
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
  const alone = { paths: [path], followed: null, arrival: arrivalOf(1, signs), notes: [], sheet: null };
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
  if (sheet !== undefined) return otherSheets(path, sheet.name, zip);
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

function otherSheets(
  path: string,
  sheet: string,
  all: readonly UnpackedFile[],
): Pick<ArrivedFiles, 'paths' | 'arrival' | 'notes' | 'sheet'> {
  const others = all.filter((file) => file.file.path !== path && file.sheet?.hasHeader === true);
  const names = others.slice(0, 10).map((file) => `"${file.sheet?.name ?? ''}"`);
  const notes =
    names.length === 0
      ? []
      : [
          `The workbook has other sheets, which are not read: ${names.join(', ')}. If they hold listings too, name the sheets under "sheet:" of the format, with * and ?.`,
        ];
  return { paths: [path], arrival: arrivalOf(1, []), notes, sheet: names.length === 0 ? null : sheet };
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

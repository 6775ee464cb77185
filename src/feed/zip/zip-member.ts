import { Readable } from 'node:stream';
import type { Entry } from 'yauzl';
import { fitsGlob } from '../../core/content/glob.js';
import type { Spool, SpooledFile } from '../../platform/files/spool.js';
import { emptyFile, FetchFailure } from '../fetch-failure.js';
import type { FoundSheet } from '../sheet/sheet-writer.js';
import { receiveBody, type ReceivedBody } from '../receive-body.js';
import { headOf, isZip } from './head-of-file.js';
import { asSheets } from './sheets-of-file.js';
import { checkReadable, withZip, type OpenedZip } from './zip-file.js';

/** The limits of an unpacked file. */
interface UnpackLimits {
  /** The maximal length of the file. */
  maxBytes: number;
  signal: AbortSignal;
  /** Unpacks the first file alone, for a check that needs no content. */
  oneFile?: boolean;
}

/** A file that was received alone, or as one of a ZIP. */
export interface UnpackedFile extends Pick<ReceivedBody, 'bytes' | 'bodyHash'> {
  file: SpooledFile;
  /** Its name in the ZIP; null: it came alone. */
  member: string | null;
  /** The sheet of which it is the text; left out: it is no sheet. */
  sheet?: FoundSheet;
}

/**
 * Returns `received` itself; of a workbook, its sheets; of another ZIP, the files that may be the feed's, in the order of its directory. A
 * ZIP is discarded then, and so is `received` on any failure.
 * @param member name of the files in the ZIP, with `*` and `?`; null: all files that may be a feed
 * @returns at least one file
 * @throws FetchFailure if the ZIP has no such file, or if one cannot be read
 */
export async function unpacked(
  received: ReceivedBody,
  spool: Spool,
  member: string | null,
  limits: UnpackLimits,
): Promise<UnpackedFile[]> {
  const { file, bytes } = received;
  try {
    const sheets = await asSheets(received, spool, limits);
    const isPlain = sheets === null && !isZip(await headOf(spool, file.path));
    if (isPlain) return [{ ...received, member: null }];
    const files =
      sheets?.map((sheet) => ({ ...sheet, member: null })) ??
      (await withZip(spool, { path: file.path, bytes }, (zip) =>
        unpackedEntries(zip, member, spool, limits),
      ));
    await file.discard();
    return files;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Each file, or none: all of them together are as large as one feed may be. */
async function unpackedEntries(
  zip: OpenedZip,
  member: string | null,
  spool: Spool,
  limits: UnpackLimits,
): Promise<UnpackedFile[]> {
  const all = chosen(zip.entries, member);
  const entries = limits.oneFile === true ? all.slice(0, 1) : all;
  const files: UnpackedFile[] = [];
  let left = limits.maxBytes;
  try {
    for (const entry of entries) {
      checkReadable(entry, left);
      const found = await unpackedEntry(zip, entry, spool, { ...limits, maxBytes: left }, entries.length > 1);
      files.push(...found);
      left -= found.reduce((sum, { bytes }) => sum + bytes, 0);
    }
    if (files.length === 0) throw emptyFile();
    return files;
  } catch (error) {
    for (const { file } of files) await file.discard();
    throw error;
  }
}

/** The file, or the sheets of a workbook. None for a text beside the feed's files that cannot be one of them: it is empty, or a web page. */
async function unpackedEntry(
  zip: OpenedZip,
  entry: Entry,
  spool: Spool,
  limits: UnpackLimits,
  isOneOfSeveral: boolean,
): Promise<UnpackedFile[]> {
  const member = entry.fileName;
  try {
    const received = await receiveBody(Readable.from(zip.read(entry)), spool, {
      contentEncoding: '',
      ...limits,
    });
    return await sheetsOrFile(received, member, spool, limits);
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof FetchFailure) || !/^(?:empty|html)$/.test(error.code))
      throw error;
    if (/\.txt$/i.test(member)) return [];
    throw new FetchFailure(error.code, `"${member.slice(0, 60)}" in the ZIP: ${error.message}`);
  }
}

async function sheetsOrFile(
  received: ReceivedBody,
  member: string,
  spool: Spool,
  limits: UnpackLimits,
): Promise<UnpackedFile[]> {
  try {
    const sheets = await asSheets(received, spool, limits);
    if (sheets === null) return [{ ...received, member }];
    await received.file.discard();
    return sheets.map((sheet) => ({ ...sheet, member }));
  } catch (error) {
    await received.file.discard();
    throw error;
  }
}

function chosen(entries: readonly Entry[], member: string | null): Entry[] {
  const wantedEntries = wantedOf(entries, member);
  if (wantedEntries.length > 0) return checkedNumber(withoutNotes(wantedEntries, member));
  const wanted =
    member === null ? 'that may be a feed (.xml, .csv, .json, .blm, .txt, .xlsx, .ods)' : `"${member}"`;
  const names = entries
    .map(({ fileName }) => fileName)
    .filter((name) => !name.endsWith('/'))
    .slice(0, 5)
    .map((name) => name.slice(0, 60));
  const found = names.length === 0 ? 'It holds none at all' : `It holds ${names.join(', ')}`;
  throw new FetchFailure(
    'zip',
    `the ZIP holds no file ${wanted}. ${found}. Which one is the feed? Write its name under "member:" of the mapping's format`,
  );
}

/** A workbook beside other files that may be the feed is not one of them, unless the mapping names it. */
function wantedOf(entries: readonly Entry[], member: string | null): Entry[] {
  if (member !== null) return entries.filter(({ fileName }) => matching(member)(fileName));
  const texts = entries.filter(({ fileName }) => mayBeFeed(fileName));
  return texts.length > 0 ? texts : entries.filter(({ fileName }) => mayBeWorkbook(fileName));
}

/** A ZIP with more files of the feed is refused, because each of them is a part of every snapshot. */
const membersMax = 1_000;

function checkedNumber(entries: Entry[]): Entry[] {
  if (entries.length <= membersMax) return entries;
  throw new FetchFailure(
    'zip',
    `the ZIP holds ${entries.length} files that may be the feed's, more than ${membersMax}. Ask for one file with all listings`,
  );
}

/** Texts for people that lie beside a feed. */
const note =
  /(?:^|\/)(?:read[ _-]?me|licen[cs]e|copyright|changelog|notes?|uputstvo|pro[cč]itaj|liesmich|leggimi|l[ie]sez)[^/]*\.txt$/i;

/** Leaves out notes beside files of a feed, unless the mapping names the files. */
function withoutNotes(entries: Entry[], member: string | null): Entry[] {
  const others = entries.filter(({ fileName }) => !note.test(fileName));
  return member !== null || others.length === 0 ? entries : others;
}

function mayBeFeed(name: string): boolean {
  return /\.(?:xml|csv|json|blm|txt)(?:\.gz)?$/i.test(name) && !isHidden(name);
}

function mayBeWorkbook(name: string): boolean {
  return /\.(?:xlsx|xlsm|xls|ods)$/i.test(name) && !isHidden(name) && !/(?:^|\/)~\$/.test(name);
}

/** Whether the file is hidden, or in the folder `__MACOSX`, where macOS writes metadata of every file. */
function isHidden(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
}

/** A test of names by the pattern. The pattern's steps are compared with the last steps of a name: `feed.xml` matches in any folder. */
function matching(pattern: string): (name: string) => boolean {
  const wanted = pattern.split('/');
  return (name) => {
    if (name.endsWith('/') || isHidden(name)) return false;
    const steps = name.split('/').slice(-wanted.length);
    return (
      steps.length === wanted.length && wanted.every((part, index) => fitsGlob(part, steps[index] ?? ''))
    );
  };
}

import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { fitsGlob } from '../../core/content/glob.js';
import { codeOf } from '../../platform/code-of.js';
import type { Spool, SpooledFile, SpoolHandle } from '../../platform/files/spool.js';
import { FetchFailure } from '../fetch-failure.js';
import { DamagedBody, type Bytes } from './inflate.js';
import { emptyFile, receiveBody, tooLarge, type ReceivedBody } from '../receive-body.js';

/** The limits of an unpacked file. */
interface UnpackLimits {
  /** The maximal length of the file. */
  maxBytes: number;
  signal: AbortSignal;
  /** Unpacks the first file alone, for a check that needs no content. */
  oneFile?: boolean;
}

const entriesMax = 100_000;
/** A file with a higher compression ratio is refused as a ZIP bomb. Text rarely compresses to less than a fiftieth. */
const ratioMax = 200;
/** Files up to this length are allowed at any ratio. */
const ratioFreeBytes = 16 * 1024 * 1024;
const readBytes = 256 * 1024;
const stored = 0;
const deflated = 8;

export function isZip(head: Buffer): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4));
}

/** The first bytes of a file in the spool. @param length the maximal number of bytes; by default enough for `isZip` and `isGzip` */
export async function headOf(spool: Spool, path: string, length = 4): Promise<Buffer> {
  const head = Buffer.alloc(length);
  const handle = await spool.open(path);
  try {
    return head.subarray(0, await handle.read(head, 0, head.length, 0));
  } finally {
    await handle.close();
  }
}

/** A file that was received alone, or as one of a ZIP. */
export interface UnpackedFile extends Pick<ReceivedBody, 'bytes' | 'bodyHash'> {
  file: SpooledFile;
  /** Its name in the ZIP; null: it came alone. */
  member: string | null;
}

/**
 * Returns `received` itself, or if it is a ZIP, the files from the ZIP that may be the feed's, in the order of its directory. The ZIP is
 * discarded then, and so is `received` on any failure.
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
  try {
    if (!isZip(await headOf(spool, received.file.path))) return [{ ...received, member: null }];
    const handle = await spool.open(received.file.path);
    try {
      const zip = await openZip(new SpoolReader(handle), received.bytes);
      const entries = await chosen(zip, member);
      return await unpackedEntries(
        zip,
        limits.oneFile === true ? entries.slice(0, 1) : entries,
        spool,
        limits,
      );
    } finally {
      await handle.close();
      await received.file.discard();
    }
  } catch (error) {
    await received.file.discard();
    throw error;
  }
}

/** Each file, or none: all of them together are as large as one feed may be. */
async function unpackedEntries(
  zip: ZipFile,
  entries: readonly Entry[],
  spool: Spool,
  limits: UnpackLimits,
): Promise<UnpackedFile[]> {
  const files: UnpackedFile[] = [];
  let left = limits.maxBytes;
  try {
    for (const entry of entries) {
      checkReadable(entry, left);
      const file = await unpackedEntry(zip, entry, spool, { ...limits, maxBytes: left }, entries.length > 1);
      if (file === null) continue;
      files.push({ ...file, member: entry.fileName });
      left -= file.bytes;
    }
    if (files.length === 0) throw emptyFile();
    return files;
  } catch (error) {
    for (const { file } of files) await file.discard();
    throw error;
  }
}

/** Null for a text beside the feed's files that cannot be one of them: it is empty, or a web page. */
async function unpackedEntry(
  zip: ZipFile,
  entry: Entry,
  spool: Spool,
  limits: UnpackLimits,
  isOneOfSeveral: boolean,
): Promise<ReceivedBody | null> {
  try {
    return await receiveBody(Readable.from(contents(zip, entry)), spool, { contentEncoding: '', ...limits });
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof FetchFailure) || !/^(?:empty|html)$/.test(error.code))
      throw error;
    if (/\.txt$/i.test(entry.fileName)) return null;
    throw new FetchFailure(error.code, `"${entry.fileName.slice(0, 60)}" in the ZIP: ${error.message}`);
  }
}

async function openZip(reader: SpoolReader, bytes: number): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(reader, bytes, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw damaged(error);
  }
}

async function chosen(zip: ZipFile, member: string | null): Promise<Entry[]> {
  if (zip.entryCount > entriesMax)
    throw new FetchFailure(
      'zip',
      `the ZIP holds more than ${entriesMax} files. Ask for one with the feed alone`,
    );
  const isWanted = member === null ? mayBeFeed : matching(member);
  const names: string[] = [];
  const wantedEntries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === '[Content_Types].xml')
        throw new FetchFailure(
          'zip',
          'a workbook or document came instead of the feed. Ask for the table as CSV',
        );
      if (isWanted(entry.fileName)) wantedEntries.push(entry);
      else if (names.length < 5 && !entry.fileName.endsWith('/')) names.push(entry.fileName.slice(0, 60));
    }
  } catch (error) {
    throw damaged(error);
  }
  if (wantedEntries.length > 0) return checkedNumber(withoutNotes(wantedEntries, member));
  const wanted = member === null ? 'that may be a feed (.xml, .csv, .json, .blm, .txt)' : `"${member}"`;
  const found = names.length === 0 ? 'It holds none at all' : `It holds ${names.join(', ')}`;
  throw new FetchFailure(
    'zip',
    `the ZIP holds no file ${wanted}. ${found}. Which one is the feed? Write its name under "member:" of the mapping's format`,
  );
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

function checkReadable(entry: Entry, maxBytes: number): void {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry;
  const name = `"${fileName.slice(0, 60)}" in the ZIP`;
  if (entry.isEncrypted())
    throw new FetchFailure(
      'zip',
      `${name} is locked with a password. Ask for one without, behind user name and password`,
    );
  if (compressionMethod !== stored && compressionMethod !== deflated)
    throw new FetchFailure(
      'zip',
      `${name} is packed in an unusual way (method ${compressionMethod}). Ask for a plain ZIP`,
    );
  if (uncompressedSize > maxBytes) throw tooLarge(maxBytes);
  if (uncompressedSize > ratioFreeBytes && uncompressedSize > compressedSize * ratioMax)
    throw new FetchFailure(
      'zip',
      `${name} would unpack to more than ${ratioMax} times its size (${uncompressedSize} bytes), as no feed does: it is refused`,
    );
}

/** The bytes of a file in the ZIP. @throws DamagedBody, or FetchFailure, if its length or checksum differs from the ZIP's directory */
async function* contents(zip: ZipFile, entry: Entry): Bytes {
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as Bytes) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (sum !== entry.crc32)
    throw new DamagedBody('the file in its ZIP does not have the sum that the ZIP says');
}

/** The failure for a damaged ZIP. Errors of the file system (`E…` codes) are not damage and stay as they are. */
function damaged(error: unknown): unknown {
  if (error instanceof FetchFailure || /^E[A-Z]+$/.test(codeOf(error))) return error;
  return new FetchFailure('damaged', 'the ZIP is damaged, or was cut before its end');
}

function mayBeFeed(name: string): boolean {
  return /\.(?:xml|csv|json|blm|txt)(?:\.gz)?$/i.test(name) && !isHidden(name);
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

class SpoolReader extends RandomAccessReader {
  constructor(private readonly handle: SpoolHandle) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(range(this.handle, start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.handle.read(buffer, offset, length, position).then(
      (read) => callback(read === length ? null : new Error('unexpected end')),
      (error: unknown) => callback(error instanceof Error ? error : new Error('unreadable')),
    );
  }
}

async function* range(handle: SpoolHandle, start: number, end: number): Bytes {
  for (let at = start; at < end;) {
    const chunk = Buffer.allocUnsafe(Math.min(readBytes, end - at));
    const read = await handle.read(chunk, 0, chunk.length, at);
    if (read === 0) throw new Error('unexpected end');
    yield chunk.subarray(0, read);
    at += read;
  }
}

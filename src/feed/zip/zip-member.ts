import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { fitsGlob } from '../../core/content/glob.js';
import type { Spool, SpoolHandle } from '../../platform/files/spool.js';
import { FetchFailure } from '../fetch-failure.js';
import { DamagedBody, type Bytes } from './inflate.js';
import { receiveBody, tooLarge, type ReceivedBody } from '../receive-body.js';

export interface UnpackOptions {
  /** Name of the file in the ZIP, with `*` and `?`; null: the first that may be a feed. */
  member: string | null;
  /** Of the file. */
  maxBytes: number;
  signal: AbortSignal;
}

const entriesMax = 100_000;
/** Text is rarely packed to a fiftieth; what unpacks to more than this is made to fill a disk. */
const ratioMax = 200;
const ratioFreeBytes = 16 * 1024 * 1024;
const readBytes = 256 * 1024;
const stored = 0;
const deflated = 8;

export function isZip(head: Buffer): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4));
}

/** The first bytes of a file of the spool. */
export async function headOf(spool: Spool, path: string): Promise<Buffer> {
  const head = Buffer.alloc(4);
  const handle = await spool.open(path);
  try {
    return head.subarray(0, await handle.read(head, 0, head.length, 0));
  } finally {
    await handle.close();
  }
}

/**
 * What came, or where it is a ZIP the file in it that is the feed, as if that had come; the ZIP is gone then.
 * @throws FetchFailure if there is no such file, or it cannot be had
 */
export async function unpacked(
  received: ReceivedBody,
  spool: Spool,
  options: UnpackOptions,
): Promise<ReceivedBody> {
  try {
    if (!isZip(await headOf(spool, received.file.path))) return received;
    const handle = await spool.open(received.file.path);
    try {
      return await unpackFrom(new SpoolReader(handle), received.bytes, spool, options);
    } finally {
      await handle.close();
      await received.file.discard();
    }
  } catch (error) {
    await received.file.discard();
    throw error;
  }
}

async function unpackFrom(
  reader: SpoolReader,
  bytes: number,
  spool: Spool,
  { member, maxBytes, signal }: UnpackOptions,
): Promise<ReceivedBody> {
  const zip = await fromRandomAccessReaderPromise(reader, bytes, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw damaged(error);
  });
  const entry = await chosen(zip, member);
  checkReadable(entry, maxBytes);
  const body = Readable.from(contents(zip, entry));
  return receiveBody(body, spool, { contentEncoding: '', maxBytes, signal });
}

async function chosen(zip: ZipFile, member: string | null): Promise<Entry> {
  if (zip.entryCount > entriesMax)
    throw new FetchFailure(
      'zip',
      `the ZIP holds more than ${entriesMax} files. Ask for one with the feed alone`,
    );
  const isWanted = member === null ? mayBeFeed : matching(member);
  const names: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === '[Content_Types].xml')
        throw new FetchFailure(
          'zip',
          'a workbook or document came instead of the feed. Ask for the table as CSV',
        );
      if (isWanted(entry.fileName)) return entry;
      if (names.length < 5 && !entry.fileName.endsWith('/')) names.push(entry.fileName.slice(0, 60));
    }
  } catch (error) {
    throw damaged(error);
  }
  const wanted = member === null ? 'that may be a feed (.xml, .csv, .json, .blm, .txt)' : `"${member}"`;
  const found = names.length === 0 ? 'It holds none at all' : `It holds ${names.join(', ')}`;
  throw new FetchFailure(
    'zip',
    `the ZIP holds no file ${wanted}. ${found}. Which one is the feed? Write its name under "member:" of the mapping's format`,
  );
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

/** Its bytes, checked against the size and the sum that the ZIP says. */
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

/** What the system said of the disk is no damage. */
function damaged(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof FetchFailure || /^E[A-Z]+$/.test(code)) return error;
  return new FetchFailure('damaged', 'the ZIP is damaged, or was cut before its end');
}

function mayBeFeed(name: string): boolean {
  return /\.(?:xml|csv|json|blm|txt)(?:\.gz)?$/i.test(name) && !isHidden(name);
}

/** Archivers of one maker put such a file beside each. */
function isHidden(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.)/.test(name);
}

/** A pattern without a slash means the file's own name, in whatever folder. */
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

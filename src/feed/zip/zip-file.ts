import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { codeOf } from '../../platform/code-of.js';
import type { Spool, SpoolHandle } from '../../platform/files/spool.js';
import { FetchFailure, tooLarge } from '../fetch-failure.js';
import { DamagedBody, type Bytes } from './inflate.js';

const entriesMax = 100_000;
/** A file with a higher compression ratio is refused as a ZIP bomb. Text rarely compresses to less than a fiftieth. */
const ratioMax = 200;
/** Files up to this length are allowed at any ratio. */
const ratioFreeBytes = 16 * 1024 * 1024;
const readBytes = 256 * 1024;
const stored = 0;
const deflated = 8;

/** An open ZIP. */
export interface OpenedZip {
  /** All files, in the order of its directory. */
  entries: readonly Entry[];
  /** The bytes of a file. @throws DamagedBody, or FetchFailure, if its length or checksum differs from the ZIP's directory */
  read(entry: Entry): Bytes;
}

/**
 * Opens a ZIP in the spool for as long as `use` takes.
 * @param bytes the length of the ZIP
 * @throws FetchFailure if it is damaged, or holds too many files
 */
export async function withZip<T>(
  spool: Spool,
  { path, bytes }: { path: string; bytes: number },
  use: (zip: OpenedZip) => Promise<T>,
): Promise<T> {
  const handle = await spool.open(path);
  try {
    const zip = await openZip(new SpoolReader(handle), bytes);
    return await use({ entries: await entriesOf(zip), read: (entry) => contents(zip, entry) });
  } finally {
    await handle.close();
  }
}

async function openZip(reader: SpoolReader, bytes: number): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(reader, bytes, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw damaged(error);
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > entriesMax)
    throw new FetchFailure(
      'zip',
      `the ZIP holds more than ${entriesMax} files. Ask for one with the feed alone`,
    );
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw damaged(error);
  }
  return entries;
}

/** @throws FetchFailure for a file that is locked, packed in an unusual way, longer than `maxBytes`, or a bomb */
export function checkReadable(entry: Entry, maxBytes: number): void {
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

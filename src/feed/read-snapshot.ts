import type { RecordSurroundings } from '../model/feed-format.js';
import type { Spool } from '../platform/files/spool.js';
import { windowBytes } from './decode/byte-window.js';
import { decodeFile } from './decode/decode.js';
import { FileReader } from './file-reader.js';
import { readOnThread } from './read-on-thread.js';
import { readers } from './readers.js';
import {
  unreadEnd,
  type SnapshotOptions,
  type SnapshotReader,
  type WindowLimits,
} from './snapshot-reader.js';

const defaultLimits: WindowLimits = { windowBytes, neededBytesMax: 8 * 1024 * 1024, recordsPerBlock: 128 };

/**
 * Opens a spooled feed (inflated, in its own encoding) for reading record by record. The memory used does not grow with the file.
 * @param contextOf called for each distinct surroundings. Returns bytes that change whenever anything outside of a record changes how the
 * record is mapped (RULES R28)
 * @param how `thread`: the compiled `read-thread.ts`, to read on another thread; null: the current thread reads
 */
export async function openSnapshot(
  spool: Spool,
  path: string,
  options: SnapshotOptions,
  contextOf: (surroundings: RecordSurroundings) => Uint8Array,
  { limits = defaultLimits, thread = null }: { limits?: WindowLimits; thread?: URL | null } = {},
): Promise<SnapshotReader> {
  const reader = readers[options.format.container];
  const decoded = await decodeFile(spool, path, options.encoding, (head) => reader.declaredEncoding(head));
  if (!decoded.ok) return refusedReader(decoded.reason);
  const { start, encoding, hasStrayMark } = decoded;
  const release = (): Promise<void> => decoded.release();
  if (thread !== null)
    return readOnThread(
      thread,
      { path: spool.locate(decoded.path), start, encoding, hasStrayMark, options, limits },
      contextOf,
      release,
    );
  const handle = await spool.open(decoded.path);
  return new FileReader(reader, options, contextOf, {
    handle,
    start,
    encoding,
    hasStrayMark,
    release,
    limits,
  });
}

/** The reader of a file that cannot be decoded. */
function refusedReader(reason: string): SnapshotReader {
  return {
    async *blocks() {
      /* No records can be found. */
    },
    doubt: () => undefined,
    end: () => unreadEnd(reason, 'unknown'),
    close: () => Promise.resolve(),
  };
}

import type { RecordSurroundings } from '../model/feed-format.js';
import type { Spool } from '../platform/files/spool.js';
import { windowBytes } from './decode/byte-window.js';
import { notUsable } from './consequence.js';
import { decodeFile } from './decode/decode.js';
import { FileReader } from './file-reader.js';
import { readOnThread } from './read-on-thread.js';
import { readers } from './readers.js';
import type { SnapshotEnd, SnapshotOptions, SnapshotReader, WindowLimits } from './snapshot-reader.js';

const defaultLimits: WindowLimits = { windowBytes, neededBytesMax: 8 * 1024 * 1024, recordsPerBlock: 128 };

/**
 * Opens a spooled feed (inflated, in its own encoding) for reading record by record in flat memory.
 * @param contextOf called once for each distinct surroundings: the bytes that stand for everything but the record that decides how it
 *   is mapped (RULES R20)
 * @param how `thread`: a compiled `read-thread.ts`, to read a large file there; null: here
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
  const { start, encoding } = decoded;
  const release = (): Promise<void> => decoded.release();
  if (thread !== null)
    return readOnThread(
      thread,
      { path: spool.locate(decoded.path), start, encoding, options, limits },
      contextOf,
      release,
    );
  const handle = await spool.open(decoded.path);
  return new FileReader(reader, options, contextOf, { handle, start, encoding, release, limits });
}

function refusedReader(reason: string): SnapshotReader {
  const end: SnapshotEnd = {
    completeness: 'incomplete',
    reason: notUsable(reason),
    recordCount: 0,
    badRecords: 0,
    encoding: 'unknown',
    recordsHash: '',
    header: null,
  };
  return {
    async *blocks() {
      /* A file that cannot be decoded has none. */
    },
    doubt: () => undefined,
    end: () => end,
    close: () => Promise.resolve(),
  };
}

import type { RecordSurroundings } from '../model/feed-format.js';
import { openToRead } from '../platform/files/file-spool.js';
import { servePartner } from '../platform/process/partner-thread.js';
import { FileReader } from './file-reader.js';
import { fingerprintsOf } from './fingerprint.js';
import { contextRoom, type ReadingTask, type ThreadMessage, type SentBlock } from './read-on-thread.js';
import { readers } from './readers.js';
import type { FoundBlock } from './snapshot-reader.js';

/**
 * This thread pauses when the main thread has not returned this number of blocks. Mapping one block can take as long as finding several.
 * With 4 blocks, a feed with 1 % changed records took a twentieth longer.
 */
const blocksAwayMax = 8;
/**
 * With fewer blocks away than this, the main thread is waiting for blocks: this thread sends them unhashed, and the main thread hashes
 * them, so that both threads have work. 100,000 unchanged records took 0.83 s in this way, 1.12 s with all hashing on this thread, and 1.09
 * s with all work on one thread. If records are new, the main thread is busy with mapping, and this thread hashes all blocks.
 */
const fewBlocks = 3;

/** Entry of a thread that reads one file. */
servePartner(async (data, { send, received, hasMail }) => {
  const task = data as ReadingTask;
  const { path, start, encoding, hasStrayMark, options, limits } = task;
  const handle = await openToRead(path);
  const post = (message: ThreadMessage, transfer: ArrayBuffer[] = []): void => send(message, transfer);
  const contextOf = (surroundings: RecordSurroundings): Uint8Array => {
    post({ kind: 'surroundings', surroundings });
    return answered(task.context);
  };
  const release = (): Promise<void> => Promise.resolve();
  const file = { handle, start, encoding, hasStrayMark, release, limits };
  const reader = new FileReader(readers[options.format.container], options, contextOf, file);
  const free: Uint8Array<ArrayBuffer>[] = [];
  let former: FoundBlock['surroundings'] = [];
  let away = 0;
  for await (const found of reader.found()) {
    while (away === blocksAwayMax || hasMail()) {
      free.push((await received()) as Uint8Array<ArrayBuffer>);
      away -= 1;
    }
    const block = copied(found, free.pop() ?? null, former);
    former = found.surroundings;
    const fingerprints = away < fewBlocks ? null : fingerprintsOf(block);
    post({ kind: 'block', block, fingerprints }, [block.bytes.buffer]);
    away += 1;
  }
  const end = reader.end();
  reader.doubt();
  post({ kind: 'end', end, doubted: reader.end() });
  await reader.close();
});

/** Blocks this thread until the main thread has written the context. The main thread first works through the blocks sent before. */
function answered(context: SharedArrayBuffer): Uint8Array {
  const answer = contextRoom(context);
  Atomics.wait(answer.state, 0, 0);
  Atomics.store(answer.state, 0, 0);
  return answer.bytes.slice(0, answer.state[1]);
}

/**
 * A copy of the block with only the bytes of its records.
 * @param into the buffer for the bytes, if it is large enough
 * @param former the surroundings of the block before
 */
function copied(
  block: FoundBlock,
  into: Uint8Array<ArrayBuffer> | null,
  former: FoundBlock['surroundings'],
): SentBlock {
  const { starts, ends, surroundings } = block;
  const first = starts[0] ?? 0;
  const part = block.bytes.subarray(first, ends.at(-1));
  const bytes = into !== null && into.length >= part.length ? into : new Uint8Array(part.length + roomBytes);
  bytes.set(part);
  const from = (place: number): number => place - first;
  const isSame = surroundings.length === former.length && surroundings.every((one, n) => one === former[n]);
  return {
    ...block,
    ...{ bytes, starts: starts.map(from), ends: ends.map(from) },
    surroundings: isSame ? null : surroundings,
  };
}

/** Extra size of a new buffer, so that a later and slightly longer block fits in. */
const roomBytes = 64 * 1024;

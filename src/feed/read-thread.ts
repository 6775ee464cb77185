import type { RecordSurroundings } from '../model/feed-format.js';
import { openToRead } from '../platform/files/file-spool.js';
import { servePartner } from '../platform/process/partner-thread.js';
import { FileReader } from './file-reader.js';
import { fingerprintsOf } from './fingerprint.js';
import { contextRoom, type ReadingTask, type ThreadMessage, type SentBlock } from './read-on-thread.js';
import { readers } from './readers.js';
import type { FoundBlock } from './snapshot-reader.js';

/** So many blocks may be on their way or looked at while the next is found: mapping takes as long as several. With 4, 1 % changed took a twentieth longer. */
const blocksAway = 8;
/**
 * A thread that has fewer waits for more, and hashes them itself until then. 100,000 unchanged records took 0.83 s so, 1.12 s with all hashed
 * here, and 1.09 s with all work in one thread; where records are new, the other thread has enough to do, and all are hashed here.
 */
const fewBlocks = 3;

/** Entry of a thread that reads one file. */
servePartner(async (data, { send: say, received: heard, hasMail }) => {
  const task = data as ReadingTask;
  const { path, start, encoding, options, limits } = task;
  const handle = await openToRead(path);
  const tell = (said: ThreadMessage, transfer: ArrayBuffer[] = []): void => say(said, transfer);
  const contextOf = (surroundings: RecordSurroundings): Uint8Array => {
    tell({ kind: 'surroundings', surroundings });
    return answered(task.context);
  };
  const release = (): Promise<void> => Promise.resolve();
  const file = { handle, start, encoding, release, limits };
  const reader = new FileReader(readers[options.format.container], options, contextOf, file);
  const free: Uint8Array<ArrayBuffer>[] = [];
  let former: FoundBlock['surroundings'] = [];
  let away = 0;
  for await (const found of reader.found()) {
    while (away === blocksAway || hasMail()) {
      free.push((await heard()) as Uint8Array<ArrayBuffer>);
      away -= 1;
    }
    const block = copied(found, free.pop() ?? null, former);
    former = found.surroundings;
    const fingerprints = away < fewBlocks ? null : fingerprintsOf(block);
    tell({ kind: 'block', block, fingerprints }, [block.bytes.buffer]);
    away += 1;
  }
  const end = reader.end();
  reader.doubt();
  tell({ kind: 'end', end, doubted: reader.end() });
  await reader.close();
});

/** Waits for the verdict on surroundings: as long as the other thread looks at its blocks. */
function answered(context: SharedArrayBuffer): Uint8Array {
  const answer = contextRoom(context);
  Atomics.wait(answer.state, 0, 0);
  Atomics.store(answer.state, 0, 0);
  return answer.bytes.slice(0, answer.state[1]);
}

/** @param into reused where it is large enough */
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

/** Blocks differ in length by up to a record or two. */
const roomBytes = 64 * 1024;

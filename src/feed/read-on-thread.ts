import { createHash } from 'node:crypto';
import type { RecordSurroundings } from '../model/feed-format.js';
import { advanced } from '../platform/fence.js';
import { startPartner, type Partner } from '../platform/process/partner-thread.js';
import { fingerprintsOf } from './fingerprint.js';
import {
  recordBlock,
  unreadEnd,
  type FoundBlock,
  type RecordBlock,
  type SnapshotEnd,
  type SnapshotOptions,
  type SnapshotReader,
  type WindowLimits,
} from './snapshot-reader.js';

/** A file to be read on another thread. */
export interface FileTask {
  /** Absolute path of a file in UTF-8. */
  path: string;
  /** Offset of the text, behind a byte order mark. */
  start: number;
  /** The encoding before the file was converted to UTF-8. */
  encoding: string;
  /** Whether more than one byte order mark stands at the start. */
  hasStrayMark: boolean;
  options: SnapshotOptions;
  limits: WindowLimits;
}

/** The task that the reading thread receives. */
export interface ReadingTask extends FileTask {
  /**
   * Shared memory for the answer to a `surroundings` message (see `contextRoom`). The reading thread blocks until the main thread has
   * written the context there.
   */
  context: SharedArrayBuffer;
}

/** A block that the reading thread sends. */
export interface SentBlock extends Omit<FoundBlock, 'surroundings'> {
  /** The receiver sends this buffer back, and the reading thread reuses it for a later block. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Null if the surroundings are those of the block before: a header may be long. */
  surroundings: FoundBlock['surroundings'] | null;
}

/**
 * The messages of the reading thread, in the order of the file. `fingerprints` is null for a block that the receiver must hash. `doubted`
 * is the end that holds if `doubt` is called.
 */
export type ThreadMessage =
  | { kind: 'surroundings'; surroundings: RecordSurroundings }
  | { kind: 'block'; block: SentBlock; fingerprints: Uint8Array | null }
  | { kind: 'end'; end: SnapshotEnd; doubted: SnapshotEnd };

const stateBytes = 8;
const contextBytesMax = 64;

/** Views of the shared memory. `state[0]` is 1 once the context is written, `state[1]` is its length; `bytes` is the context. */
export function contextRoom(shared: SharedArrayBuffer): { state: Int32Array; bytes: Uint8Array } {
  return { state: new Int32Array(shared, 0, 2), bytes: new Uint8Array(shared, stateBytes) };
}

/**
 * Reads a file on another thread. That thread finds and hashes records while the caller's thread looks them up and maps new ones.
 * @param entry the compiled `read-thread.ts`
 * @param release called by `close`; removes the converted copy of the file, if there is one
 * @throws ThreadError from `blocks`, at any block, if the thread fails
 */
export function readOnThread(
  entry: URL,
  file: FileTask,
  contextOf: (surroundings: RecordSurroundings) => Uint8Array,
  release: () => Promise<void>,
): SnapshotReader {
  const context = new SharedArrayBuffer(stateBytes + contextBytesMax);
  const task: ReadingTask = { ...file, context };
  return new ThreadReader(startPartner(entry, task), task, contextOf, release);
}

class ThreadReader implements SnapshotReader {
  readonly #recordsHash = createHash('sha256');
  #surroundings: FoundBlock['surroundings'] = [];
  #end: SnapshotEnd;
  #doubted: SnapshotEnd;
  #isDoubted = false;

  constructor(
    private readonly thread: Partner,
    private readonly task: ReadingTask,
    private readonly contextOf: (surroundings: RecordSurroundings) => Uint8Array,
    private readonly release: () => Promise<void>,
  ) {
    this.#end = this.#doubted = unreadEnd('the file was not read to its end', task.encoding);
  }

  async *blocks(): AsyncGenerator<RecordBlock> {
    for (;;) {
      const message = (await this.thread.received()) as ThreadMessage;
      switch (message.kind) {
        case 'surroundings':
          this.#answer(this.contextOf(message.surroundings));
          break;
        case 'block':
          advanced({ bytes: message.block.bytes.length });
          yield this.#hashed(message.block, message.fingerprints);
          this.thread.send(message.block.bytes, [message.block.bytes.buffer]);
          break;
        case 'end':
          this.#end = message.end;
          this.#doubted = message.doubted;
          return;
      }
    }
  }

  doubt(): void {
    this.#isDoubted = true;
  }

  end(): SnapshotEnd {
    const end = this.#isDoubted ? this.#doubted : this.#end;
    return { ...end, recordsHash: this.#recordsHash.copy().digest('hex') };
  }

  async close(): Promise<void> {
    await this.thread.end();
    await this.release();
  }

  #hashed(block: SentBlock, known: Uint8Array | null): RecordBlock {
    this.#surroundings = block.surroundings ?? this.#surroundings;
    const fingerprints = known ?? fingerprintsOf(block);
    this.#recordsHash.update(fingerprints);
    return recordBlock({ ...block, surroundings: this.#surroundings }, fingerprints);
  }

  #answer(context: Uint8Array): void {
    const { state, bytes } = contextRoom(this.task.context);
    bytes.set(context);
    state[1] = context.length;
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  }
}

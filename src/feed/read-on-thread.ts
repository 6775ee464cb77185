import { createHash } from 'node:crypto';
import type { RecordSurroundings } from '../model/feed-format.js';
import { advanced } from '../platform/fence.js';
import { startPartner, type Partner } from '../platform/process/partner-thread.js';
import { notUsable } from './consequence.js';
import { fingerprintsOf } from './fingerprint.js';
import {
  recordBlock,
  type FoundBlock,
  type RecordBlock,
  type SnapshotEnd,
  type SnapshotOptions,
  type SnapshotReader,
  type WindowLimits,
} from './snapshot-reader.js';

/** A file that a thread reads. */
export interface FileTask {
  /** Absolute; UTF-8. */
  path: string;
  start: number;
  encoding: string;
  options: SnapshotOptions;
  limits: WindowLimits;
}

export interface ReadingTask extends FileTask {
  /** Where the context of the surroundings that it asks about is written (`contextRoom`): it waits for that. */
  context: SharedArrayBuffer;
}

export interface SentBlock extends Omit<FoundBlock, 'surroundings'> {
  /** To be sent back: another block is copied into them. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Null: those of the block before. A header may be long. */
  surroundings: FoundBlock['surroundings'] | null;
}

/** What the thread says, in the file's order. It leaves hashing to the thread that waits for its blocks. */
export type ThreadMessage =
  | { kind: 'surroundings'; surroundings: RecordSurroundings }
  | { kind: 'block'; block: SentBlock; fingerprints: Uint8Array | null }
  | { kind: 'end'; end: SnapshotEnd; doubted: SnapshotEnd };

const stateBytes = 8;
const contextBytesMax = 64;

/** Where a context is written: `state` is whether it is there, and its length. */
export function contextRoom(shared: SharedArrayBuffer): { state: Int32Array; bytes: Uint8Array } {
  return { state: new Int32Array(shared, 0, 2), bytes: new Uint8Array(shared, stateBytes) };
}

/**
 * Reads a file on another thread, which finds and hashes its records while this one looks them up and maps what is new.
 * @param release of what was made for reading the file
 * @throws ThreadError from `blocks`, at any block, where the thread fails
 */
export function readOnThread(
  entry: URL,
  file: FileTask,
  contextOf: (surroundings: RecordSurroundings) => Uint8Array,
  release: () => Promise<void>,
): SnapshotReader {
  const context = new SharedArrayBuffer(stateBytes + contextBytesMax);
  const task: ReadingTask = { ...file, context };
  return new ApartReader(startPartner(entry, task), task, contextOf, release);
}

class ApartReader implements SnapshotReader {
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
    this.#end = this.#doubted = unread(task.encoding);
  }

  async *blocks(): AsyncGenerator<RecordBlock> {
    for (;;) {
      const said = (await this.thread.received()) as ThreadMessage;
      switch (said.kind) {
        case 'surroundings':
          this.#answer(this.contextOf(said.surroundings));
          break;
        case 'block':
          advanced({ bytes: said.block.bytes.length });
          yield this.#hashed(said.block, said.fingerprints);
          this.thread.send(said.block.bytes, [said.block.bytes.buffer]);
          break;
        case 'end':
          this.#end = said.end;
          this.#doubted = said.doubted;
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

/** Before the thread has come to the end of it. */
function unread(encoding: string): SnapshotEnd {
  return {
    completeness: 'incomplete',
    reason: notUsable('the file was not read to its end'),
    ...{ recordCount: 0, badRecords: 0, encoding, recordsHash: '', header: null },
  };
}

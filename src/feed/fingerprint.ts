import { hash } from 'node:crypto';
import type { RecordSurroundings } from '../model/feed-format.js';
import { readOutside } from '../model/record.js';

export const fingerprintBytes = 16;

/** The number of surroundings kept at once: a feed in which every record has its own surroundings must not fill the memory. */
const keptMax = 64;

/** The surroundings of records, and the bytes that represent them in the records' fingerprints. */
export interface Entry {
  surroundings: RecordSurroundings;
  context: Uint8Array;
}

/** Numbers the surroundings of a file's records. */
export class Contexts {
  readonly #entries = new Map<number, Entry>();
  /** The number of each known list of ancestors with the names of values below it, by their JSON. */
  readonly #numbers = new Map<string, number>();
  #entered = 0;

  constructor(
    private readonly contextOf: (surroundings: RecordSurroundings) => Uint8Array,
    private readonly encoding: string,
  ) {}

  /** Returns the number of these surroundings. Of headers only what records are read with is compared: the rest is the same for all records of a file. */
  enter(surroundings: RecordSurroundings): number {
    const isTorn = surroundings.isTorn === true;
    const key = JSON.stringify([surroundings.ancestors, readOutside(surroundings)]) + (isTorn ? ' torn' : '');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const context = Buffer.concat([
      this.contextOf(surroundings),
      Buffer.from(`\0${this.encoding}\0${isTorn ? 'torn\0' : ''}`),
    ]);
    this.#entered += 1;
    this.#entries.set(this.#entered, { surroundings, context });
    this.#numbers.set(key, this.#entered);
    return this.#entered;
  }

  /** @throws RangeError for a number that `enter` did not return, or that `prune` has dropped */
  get(number: number): Entry {
    const entry = this.#entries.get(number);
    if (entry === undefined) throw new RangeError(`no surroundings were entered under ${number}`);
    return entry;
  }

  /** Drops all surroundings except `current`, which the next record may have, if there are too many. Called between blocks. */
  prune(current: number): void {
    if (this.#entries.size <= keptMax) return;
    for (const number of this.#entries.keys()) if (number !== current) this.#entries.delete(number);
    for (const [key, number] of this.#numbers) if (number !== current) this.#numbers.delete(key);
  }
}

/** Records, and the contexts that are hashed together with them. */
export interface HashedRecords {
  bytes: Uint8Array;
  /** Offset of each record in `bytes`. */
  starts: Int32Array;
  /** Offset behind each record. */
  ends: Int32Array;
  /** For each record, the index of its context in `contexts`. */
  around: Int32Array;
  contexts: readonly Uint8Array[];
}

/** Reused buffer for a context followed by its record, so that one call hashes both. */
const scratch = Buffer.alloc(64 * 1024);
const nothing = new Uint8Array();

/**
 * For each record the first 16 bytes of sha256(context ‖ raw bytes) (RULES R27), concatenated. Hot: the result is the only allocation
 * that outlives the hashing of a record.
 */
export function fingerprintsOf({
  bytes,
  starts,
  ends,
  around,
  contexts,
}: HashedRecords): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(starts.length * fingerprintBytes);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    const context = contexts[around[index] ?? 0] ?? nothing;
    const length = context.length + end - start;
    const piece = length <= scratch.length ? scratch : Buffer.alloc(length);
    piece.set(context);
    view.copy(piece, context.length, start, end);
    const digest = hash('sha256', piece.subarray(0, length), 'binary');
    for (let k = 0; k < fingerprintBytes; k++) packed[index * fingerprintBytes + k] = digest.charCodeAt(k);
  }
  return packed;
}

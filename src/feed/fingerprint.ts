import { hash } from 'node:crypto';
import type { RecordSurroundings } from '../model/feed-format.js';

export const fingerprintBytes = 16;

/** Surroundings kept at once; a feed in which every record has its own must not fill the memory. */
const keptMax = 64;

/** What stands around records, and the bytes that stand for it in their fingerprints. */
export interface Entry {
  surroundings: RecordSurroundings;
  context: Uint8Array;
}

/** Knows the surroundings of a file's records under numbers, each with its context. */
export class Contexts {
  readonly #entries = new Map<number, Entry>();
  /** The same surroundings, entered again, keep their number. */
  readonly #numbers = new Map<string, number>();
  #entered = 0;

  constructor(
    private readonly contextOf: (surroundings: RecordSurroundings) => Uint8Array,
    private readonly encoding: string,
  ) {}

  /** The header is the same throughout a file: the ancestors tell surroundings apart. */
  enter(surroundings: RecordSurroundings): number {
    const key = JSON.stringify(surroundings.ancestors);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const context = Buffer.concat([this.contextOf(surroundings), Buffer.from(`\0${this.encoding}\0`)]);
    this.#entered += 1;
    this.#entries.set(this.#entered, { surroundings, context });
    this.#numbers.set(key, this.#entered);
    return this.#entered;
  }

  get(number: number): Entry {
    const entry = this.#entries.get(number);
    if (entry === undefined) throw new RangeError(`no surroundings were entered under ${number}`);
    return entry;
  }

  /** Called between blocks: forgets all but the surroundings that the next record may still be in. */
  prune(current: number): void {
    if (this.#entries.size <= keptMax) return;
    for (const number of this.#entries.keys()) if (number !== current) this.#entries.delete(number);
    for (const [key, number] of this.#numbers) if (number !== current) this.#numbers.delete(key);
  }
}

/** Places of records in some bytes, and under which of `contexts` each is hashed. */
export interface HashedRecords {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  around: Int32Array;
  contexts: readonly Uint8Array[];
}

/** The context of one record, and behind it the record: one piece for one call. */
const scratch = Buffer.alloc(64 * 1024);
const nothing = new Uint8Array();

/** Packed, for each record the first 16 bytes of sha256(context ‖ raw bytes) (RULES R19); allocates nothing that outlives a record. */
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

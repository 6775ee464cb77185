import { hash } from 'node:crypto';
import type { RecordSurroundings } from '../core/format.js';
import type { FoundRecords } from './splitter.js';

const fingerprintBytes = 16;

/** Surroundings kept at once; a feed in which every record has its own must not fill the memory. */
const keptMax = 64;

interface Entry {
  surroundings: RecordSurroundings;
  context: Buffer;
}

/** Fingerprints records under the context of their surroundings; allocates nothing that outlives the record. */
export class Fingerprinter {
  readonly #entries = new Map<number, Entry>();
  /** The same surroundings, entered again, keep their number. */
  readonly #numbers = new Map<string, number>();
  #entered = 0;
  /** The context of one entry, and behind it the record that is hashed: one piece for one call. */
  #scratch = Buffer.alloc(64 * 1024);
  #inScratch: Entry | null = null;

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

  surroundings(number: number): RecordSurroundings {
    return this.#entry(number).surroundings;
  }

  /** Packed, for the records of one block. */
  of(view: Buffer, { count, starts, ends, surroundings }: FoundRecords): Uint8Array {
    const packed = new Uint8Array(count * fingerprintBytes);
    for (let i = 0; i < count; i++) {
      const start = starts[i] ?? 0;
      const end = ends[i] ?? 0;
      const from = this.#load(this.#entry(surroundings[i] ?? 0), end - start);
      view.copy(this.#scratch, from, start, end);
      const digest = hash('sha256', this.#scratch.subarray(0, from + end - start), 'binary');
      for (let k = 0; k < fingerprintBytes; k++) packed[i * fingerprintBytes + k] = digest.charCodeAt(k);
    }
    return packed;
  }

  /** Called between blocks: forgets all but the surroundings that the next record may still be in. */
  prune(current: number): void {
    if (this.#entries.size <= keptMax) return;
    for (const number of this.#entries.keys()) if (number !== current) this.#entries.delete(number);
    for (const [key, number] of this.#numbers) if (number !== current) this.#numbers.delete(key);
  }

  #load(entry: Entry, recordBytes: number): number {
    const { context } = entry;
    if (context.length + recordBytes > this.#scratch.length) {
      this.#scratch = Buffer.alloc(2 * (context.length + recordBytes));
      this.#inScratch = null;
    }
    if (this.#inScratch !== entry) {
      context.copy(this.#scratch);
      this.#inScratch = entry;
    }
    return context.length;
  }

  #entry(number: number): Entry {
    const entry = this.#entries.get(number);
    if (entry === undefined) throw new RangeError(`no surroundings were entered under ${number}`);
    return entry;
  }
}

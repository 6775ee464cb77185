/** Where an entry lies in the file. */
export interface Span {
  offset: number;
  bytes: number;
}

const pageSize = 1024;

interface Page {
  /** -1: nothing is staged of the ordinal. */
  offsets: Float64Array;
  lengths: Uint32Array;
  count: number;
}

/** The spans of staged records by ordinal: 12 bytes each. Pages exist only where something is staged. */
export class SpanIndex {
  readonly #pages: (Page | undefined)[] = [];

  /** Memory that it takes. */
  get bytes(): number {
    const pages = this.#pages.filter((page) => page !== undefined);
    return pages.reduce((sum, { offsets, lengths }) => sum + offsets.byteLength + lengths.byteLength, 0);
  }

  get(ordinal: number): Span | null {
    const page = this.#pages[Math.floor(ordinal / pageSize)];
    const offset = page?.offsets[ordinal % pageSize] ?? -1;
    return page === undefined || offset < 0 ? null : { offset, bytes: page.lengths[ordinal % pageSize] ?? 0 };
  }

  set(ordinal: number, { offset, bytes }: Span): void {
    const number = Math.floor(ordinal / pageSize);
    const page = (this.#pages[number] ??= {
      offsets: new Float64Array(pageSize).fill(-1),
      lengths: new Uint32Array(pageSize),
      count: 0,
    });
    if ((page.offsets[ordinal % pageSize] ?? -1) < 0) page.count++;
    page.offsets[ordinal % pageSize] = offset;
    page.lengths[ordinal % pageSize] = bytes;
  }

  delete(ordinal: number): void {
    const page = this.#pages[Math.floor(ordinal / pageSize)];
    if (page === undefined || (page.offsets[ordinal % pageSize] ?? -1) < 0) return;
    page.offsets[ordinal % pageSize] = -1;
    page.count--;
  }

  /** The next staged ordinals, in ascending order. */
  after(ordinal: number, limit: number): number[] {
    const found: number[] = [];
    for (let next = ordinal + 1; found.length < limit;) {
      const number = Math.floor(next / pageSize);
      if (number >= this.#pages.length) break;
      const page = this.#pages[number];
      if (page !== undefined && page.count > 0)
        for (let at = next % pageSize; at < pageSize && found.length < limit; at++)
          if ((page.offsets[at] ?? -1) >= 0) found.push(number * pageSize + at);
      next = (number + 1) * pageSize;
    }
    return found;
  }
}

/** One more than a third of the slots is empty at least. */
const fullest = 0.66;

/**
 * Ordinals of new records by the hash of their source ids: 8 bytes for a slot. Equal hashes do not prove equal ids, so the caller confirms
 * each candidate.
 */
export class IdTable {
  #hashes = new Uint32Array(1024);
  /** The ordinal plus 1; 0: an empty slot. */
  #ordinals = new Uint32Array(1024);
  #count = 0;

  /** Memory that it takes. */
  get bytes(): number {
    return this.#hashes.byteLength + this.#ordinals.byteLength;
  }

  *candidates(id: string): Generator<number> {
    const hash = hashOf(id);
    const mask = this.#ordinals.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const ordinal = this.#ordinals[slot] ?? 0;
      if (ordinal === 0) return;
      if (this.#hashes[slot] === hash) yield ordinal - 1;
    }
  }

  add(id: string, ordinal: number): void {
    if (this.#count + 1 > this.#ordinals.length * fullest) this.#grow();
    this.#put(hashOf(id), ordinal + 1);
    this.#count++;
  }

  #put(hash: number, ordinal: number): void {
    const mask = this.#ordinals.length - 1;
    let slot = hash & mask;
    while (this.#ordinals[slot] !== 0) slot = (slot + 1) & mask;
    this.#hashes[slot] = hash;
    this.#ordinals[slot] = ordinal;
  }

  #grow(): void {
    const [hashes, ordinals] = [this.#hashes, this.#ordinals];
    this.#hashes = new Uint32Array(ordinals.length * 2);
    this.#ordinals = new Uint32Array(ordinals.length * 2);
    for (const [slot, ordinal] of ordinals.entries())
      if (ordinal !== 0) this.#put(hashes[slot] ?? 0, ordinal);
  }
}

/** FNV-1a over the code units, with its bits mixed at the end: ids of a feed often differ in their last digits only. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

import { advanced } from '../../platform/fence.js';
import type { SpoolHandle } from '../../platform/files/spool.js';

/** The number of bytes that are read at once. As many are read ahead. */
export const windowBytes = 512 * 1024;

/** Free space before the bytes of a part, for the needed bytes of the part before it. Many times the usual length of a record. */
const roomBytes = 64 * 1024;

/**
 * A sliding window over a file. `advance` copies the bytes that are still needed before the next part of the file. The part after that is
 * read in the background while the caller scans the window. The window grows with the needed bytes, so rescanning an unfinished
 * token takes linear time in total.
 */
export class ByteWindow {
  #part: Part;
  #ahead: Promise<Part> | null = null;
  #view: Buffer;
  #filePosition: number;

  constructor(
    private readonly handle: SpoolHandle,
    start: number,
    initialBytes: number,
    /** The maximal number of bytes before the end of the window that may still be needed. */
    private readonly neededBytesMax: number,
  ) {
    const length = Math.max(initialBytes, 1);
    this.#part = emptyPart(Math.min(length, roomBytes), length);
    this.#view = this.#part.bytes.subarray(0, 0);
    this.#filePosition = start;
  }

  /** The bytes of the window: those still needed, and those read last. Valid until the next `advance`. */
  view(): Buffer {
    return this.#view;
  }

  /** Whether the file ends where the view ends. */
  get ended(): boolean {
    return this.#part.ended;
  }

  /**
   * Drops the bytes before `neededFrom` and reads on until the window is full or the file ends.
   * @returns false if more than `neededBytesMax` bytes are still needed
   */
  async advance(neededFrom: number): Promise<boolean> {
    const needed = this.#view.subarray(neededFrom);
    if (needed.length > this.neededBytesMax) return false;
    const former = this.#part;
    this.#part = await this.#next(needed.length);
    const { bytes, room, length, ended } = this.#part;
    advanced({ bytes: length });
    const start = room - needed.length;
    needed.copy(bytes, start);
    this.#view = bytes.subarray(start, room + length);
    if (!ended) this.#readAhead(former);
    return true;
  }

  /** The next part of the file, with room for `needed` bytes before it. */
  async #next(needed: number): Promise<Part> {
    const next = await (this.#ahead ?? this.#fill(this.#part));
    if (needed <= next.room) return next;
    const larger = emptyPart(2 * needed, Math.max(needed, next.bytes.length - next.room));
    next.bytes.copy(larger.bytes, larger.room, next.room, next.room + next.length);
    return this.#fill({ ...larger, length: next.length, ended: next.ended });
  }

  /** Starts reading the part behind the current one. @param former the part before the current one, whose buffer is free again */
  #readAhead(former: Part): void {
    const { bytes, room } = this.#part;
    // The first part has no other part before it. A buffer from before the window grew is too small.
    const isOther = former.bytes !== bytes && former.bytes.length === bytes.length;
    const free = isOther ? former : emptyPart(room, bytes.length - room);
    this.#ahead = this.#fill({ ...free, length: 0 });
    // Avoids an unhandledRejection until `#next` awaits the promise, or if it never does.
    this.#ahead.catch(() => undefined);
  }

  async #fill(part: Part): Promise<Part> {
    const { bytes, room } = part;
    let { length, ended } = part;
    while (!ended && room + length < bytes.length) {
      const end = room + length;
      const read = await this.handle.read(bytes, end, bytes.length - end, this.#filePosition);
      ended = read === 0;
      length += read;
      this.#filePosition += read;
    }
    return { bytes, room, length, ended };
  }
}

/** A part of the file in a buffer. */
interface Part {
  bytes: Buffer;
  /** Offset of the part in `bytes`. The bytes before it are free. */
  room: number;
  length: number;
  /** Whether the file ends with this part. */
  ended: boolean;
}

function emptyPart(room: number, length: number): Part {
  return { bytes: Buffer.allocUnsafe(room + length), room, length: 0, ended: false };
}

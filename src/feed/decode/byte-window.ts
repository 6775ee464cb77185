import { advanced } from '../../platform/fence.js';
import type { SpoolHandle } from '../../platform/files/spool.js';

/** Of the file, read at once; as much is read ahead. */
export const windowBytes = 512 * 1024;

/** Before the bytes that are read, for what is still needed of those before them: many times what a record usually takes. */
const roomBytes = 64 * 1024;

/**
 * A sliding window over a file: what is still needed is moved before what is read next, which is read while the window is looked at.
 * It grows with what is needed, so that rescanning an unfinished token costs linear time in all.
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
    /** Of what may be needed at once. */
    private readonly neededBytesMax: number,
  ) {
    const length = Math.max(initialBytes, 1);
    this.#part = emptyPart(Math.min(length, roomBytes), length);
    this.#view = this.#part.bytes.subarray(0, 0);
    this.#filePosition = start;
  }

  /** The bytes read and not yet dropped; nothing stale behind them. */
  view(): Buffer {
    return this.#view;
  }

  /** Whether the file ends where the view ends. */
  get ended(): boolean {
    return this.#part.ended;
  }

  /**
   * Drops everything before `neededFrom` and reads on until the window is full or the file ends.
   * @returns false if more is needed at once than may be
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

  /** What was read ahead, with room for so many bytes before it. */
  async #next(needed: number): Promise<Part> {
    const next = await (this.#ahead ?? this.#fill(this.#part));
    if (needed <= next.room) return next;
    const larger = emptyPart(2 * needed, Math.max(needed, next.bytes.length - next.room));
    next.bytes.copy(larger.bytes, larger.room, next.room, next.room + next.length);
    return this.#fill({ ...larger, length: next.length, ended: next.ended });
  }

  /** @param former whose bytes are no longer read */
  #readAhead(former: Part): void {
    const { bytes, room } = this.#part;
    // There is no other before the first is read, and one from before the window grew is too small.
    const isOther = former.bytes !== bytes && former.bytes.length === bytes.length;
    const free = isOther ? former : emptyPart(room, bytes.length - room);
    this.#ahead = this.#fill({ ...free, length: 0 });
    // Asked for in its turn, or never.
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

/** A stretch of the file. */
interface Part {
  bytes: Buffer;
  /** Where in `bytes` it begins. */
  room: number;
  length: number;
  /** Nothing follows it in the file. */
  ended: boolean;
}

function emptyPart(room: number, length: number): Part {
  return { bytes: Buffer.allocUnsafe(room + length), room, length: 0, ended: false };
}

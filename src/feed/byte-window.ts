import type { SpoolHandle } from '../platform/spool.js';

export const windowBytes = 1024 * 1024;

/**
 * A sliding window over a file: what is still needed is moved to its start, the rest is read anew. It doubles while more than
 * half of it is needed, so that rescanning an unfinished token costs linear time in all.
 */
export class ByteWindow {
  #buffer: Buffer;
  #end = 0;
  #ended = false;
  #filePosition: number;

  constructor(
    private readonly handle: SpoolHandle,
    start: number,
    initialBytes: number,
    /** Of what may be needed at once. */
    private readonly neededBytesMax: number,
  ) {
    this.#buffer = Buffer.allocUnsafe(Math.max(initialBytes, 1));
    this.#filePosition = start;
  }

  /** The bytes read and not yet dropped; nothing stale behind them. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#end);
  }

  /** Whether the file ends where the view ends. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Drops everything before `neededFrom` and reads on until the window is full or the file ends.
   * @returns false if more is needed at once than may be
   */
  async advance(neededFrom: number): Promise<boolean> {
    const needed = this.#end - neededFrom;
    if (needed > this.neededBytesMax) return false;
    if (needed * 2 > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
      this.#buffer.copy(larger, 0, neededFrom, this.#end);
      this.#buffer = larger;
    } else {
      this.#buffer.copyWithin(0, neededFrom, this.#end);
    }
    this.#end = needed;
    await this.#fill();
    return true;
  }

  async #fill(): Promise<void> {
    while (this.#end < this.#buffer.length) {
      const room = this.#buffer.length - this.#end;
      const read = await this.handle.read(this.#buffer, this.#end, room, this.#filePosition);
      if (read === 0) {
        this.#ended = true;
        return;
      }
      this.#end += read;
      this.#filePosition += read;
    }
  }
}

import type { SpoolHandle } from '../platform/spool.js';

export const windowBytes = 1024 * 1024;

/** Room for what is still needed of one step while the next is read: more than most records have. */
const usualRoomBytes = 64 * 1024;

/**
 * A sliding window over a file, read step by step into two buffers in turns: while one is looked through, the next step is read into
 * the other, behind room for what will still be needed. That room doubles when it is too small, so that it is seldom made anew.
 */
export class ByteWindow {
  #view: Buffer;
  #buffer: Buffer;
  #other: Buffer;
  #roomBytes: number;
  #ended = false;
  #filePosition: number;
  #underway: Promise<Step> | null = null;
  readonly #stepBytes: number;

  constructor(
    private readonly handle: SpoolHandle,
    start: number,
    stepBytes: number,
    /** Of what may be needed at once. */
    private readonly neededBytesMax: number,
  ) {
    this.#stepBytes = Math.max(stepBytes, 1);
    this.#roomBytes = Math.min(usualRoomBytes, this.#stepBytes);
    this.#buffer = this.#newBuffer();
    this.#other = this.#newBuffer();
    this.#view = this.#buffer.subarray(0, 0);
    this.#filePosition = start;
  }

  /** The bytes read and not yet dropped; valid until the next step. */
  view(): Buffer {
    return this.#view;
  }

  /** Whether the file ends where the view ends. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Drops everything before `neededFrom` and adds the next step, or what is left of the file.
   * @returns false if more is needed at once than may be
   */
  async advance(neededFrom: number): Promise<boolean> {
    const needed = this.#view.subarray(neededFrom);
    if (needed.length > this.neededBytesMax) return false;
    const { bytes, isLast } = await (this.#underway ?? this.#readStep());
    this.#underway = null;
    if (needed.length > this.#roomBytes) this.#widen(needed.length, bytes);
    const from = this.#roomBytes - needed.length;
    needed.copy(this.#other, from);
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
    this.#view = this.#buffer.subarray(from, this.#roomBytes + bytes);
    this.#ended = isLast;
    if (!isLast) this.#readAhead();
    return true;
  }

  #readAhead(): void {
    const size = this.#roomBytes + this.#stepBytes;
    if (this.#other.length < size) this.#other = this.#newBuffer();
    this.#underway = this.#readStep();
    // Whoever asks for the step is told of its failure; perhaps nobody does.
    this.#underway.catch(() => undefined);
  }

  /** Into the other buffer, behind its room. */
  async #readStep(): Promise<Step> {
    const into = this.#other;
    let bytes = 0;
    while (bytes < this.#stepBytes) {
      const read = await this.handle.read(
        into,
        this.#roomBytes + bytes,
        this.#stepBytes - bytes,
        this.#filePosition,
      );
      if (read === 0) return { bytes, isLast: true };
      bytes += read;
      this.#filePosition += read;
    }
    return { bytes, isLast: false };
  }

  /** Makes the other buffer anew, with what was read into it. */
  #widen(neededBytes: number, stepBytes: number): void {
    const step = this.#other.subarray(this.#roomBytes, this.#roomBytes + stepBytes);
    this.#roomBytes = Math.min(2 * neededBytes, this.neededBytesMax);
    this.#other = this.#newBuffer();
    step.copy(this.#other, this.#roomBytes);
  }

  #newBuffer(): Buffer {
    return Buffer.allocUnsafe(this.#roomBytes + this.#stepBytes);
  }
}

interface Step {
  bytes: number;
  /** Nothing follows it. */
  isLast: boolean;
}

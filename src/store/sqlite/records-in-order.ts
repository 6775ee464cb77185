import { fingerprintBytes, ordinalOf } from '../database/database.js';

/** Known records of a feed, by their ordinals, ascending. */
export interface RecordRun {
  /** Packed. */
  fingerprints: Uint8Array;
  /** What a look-up answers for each. */
  answers: readonly number[];
}

/** Records that follow one another, before those that come next are expected to. */
const believedAfter = 128;
/** Ordinals in between, of records that are gone or became others. */
const gapMax = 16;

/**
 * The known records of a feed, as one reading of a file meets them. Files keep their order from export to export: what comes next is
 * compared with what came next before, and looked up where it is something else. 100,000 comparisons take 25 to 31 ms with reading what
 * they compare, as many look-ups 120 in a small store and 250 in one with payloads.
 */
export class RecordsInOrder {
  #run: RecordRun = { fingerprints: new Uint8Array(), answers: [] };
  #next = 0;
  #last = -1;
  #inOrder = believedAfter;

  /**
   * @param find the answer for one fingerprint of a packed block; undefined where it is not known
   * @param following some of the records after an ordinal
   */
  constructor(
    private readonly find: (packed: Uint8Array, at: number) => number | undefined,
    private readonly following: (ordinal: number) => RecordRun,
  ) {}

  /** @param at where in `packed` the fingerprint begins */
  answer(packed: Uint8Array, at: number): number | undefined {
    if (this.#next === this.#run.answers.length && this.#inOrder >= believedAfter) this.#expectMore();
    const expected = this.#run.answers[this.#next];
    if (expected !== undefined && isSame(packed, at, this.#run.fingerprints, this.#next * fingerprintBytes)) {
      this.#note(expected);
      this.#next += 1;
      return expected;
    }
    const found = this.find(packed, at);
    if (found !== undefined) {
      this.#note(found);
      this.#next = firstAbove(found, this.#run.answers);
    }
    return found;
  }

  #expectMore(): void {
    this.#run = this.following(this.#last);
    this.#next = 0;
    // At the end of what is known.
    if (this.#run.answers.length === 0) this.#inOrder = 0;
  }

  #note(answer: number): void {
    const ordinal = ordinalOf(answer);
    const isNext = ordinal > this.#last && ordinal - this.#last <= gapMax;
    this.#inOrder = isNext ? this.#inOrder + 1 : 0;
    this.#last = ordinal;
  }
}

function isSame(left: Uint8Array, leftAt: number, right: Uint8Array, rightAt: number): boolean {
  for (let index = 0; index < fingerprintBytes; index++)
    if (left[leftAt + index] !== right[rightAt + index]) return false;
  return true;
}

/** @param ascending its length where none is above */
function firstAbove(answer: number, ascending: readonly number[]): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > answer) high = middle;
    else low = middle + 1;
  }
  return low;
}

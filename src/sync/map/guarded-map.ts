import { splitRecords, joinRecords, type RawRecords } from '../../feed/parse-records.js';
import { ThreadError } from '../../platform/process/threads.js';
import { costlyRecord, type MapperSetup, type RecordOutcome } from './map-records.js';
import type { MappedOnThread } from './map-thread.js';
import { MappingOverrun, tookTooMuch } from './map-guard.js';
import { type MapGuard } from '../services/services.js';
import type { RecordReader } from './record-reader.js';

/** How much time a mapping may lose before it is abandoned. */
export interface GuardedLimits {
  /** Time of batches that were aborted. */
  lostMs: number;
  /** Time of all batches beyond the ordinary time per record; null: unlimited. */
  totalMs: number | null;
}

/**
 * Number of records beyond which the mapping counts as the fault. One record that exceeds every limit aborts four batches: its batch of
 * eight, and then each half with it.
 */
const guiltyMax = 5;
/** Time that a batch may use per record without reducing the total time left (`totalMs`). A slow machine maps a record in less than a tenth of it. */
const ordinaryMsPerRecord = 5;

export const readingLimits = ({ batchMs }: MapGuard): GuardedLimits => ({
  lostMs: 4 * guiltyMax * batchMs,
  totalMs: null,
});
export const trialLimits = ({ batchMs, checkMs }: MapGuard): GuardedLimits => ({
  lostMs: 4 * batchMs,
  totalMs: checkMs,
});

export const noLimits: GuardedLimits = { lostMs: Infinity, totalMs: null };

/**
 * Maps batches on the guard thread. A batch that exceeds its time or memory ends the thread. Its halves are retried until a single record
 * exceeds the limit again. Only that record is invalid.
 */
export class GuardedMap {
  #lostMs = 0;
  readonly #budget: { leftMs: number } | null;

  constructor(
    private readonly setup: { key: string; data: MapperSetup },
    private readonly guard: MapGuard,
    private readonly limits: GuardedLimits,
    private readonly reader: Pick<RecordReader, 'known'>,
  ) {
    this.#budget = limits.totalMs === null ? null : { leftMs: limits.totalMs };
  }

  /** @throws MappingOverrun if too many records exceed the limits @throws ThreadError if no thread is available */
  map(raw: RawRecords): Promise<RecordOutcome[]> {
    return this.#map(raw, false);
  }

  async #map(raw: RawRecords, hasFailed: boolean): Promise<RecordOutcome[]> {
    const { threads, batchMs, checkMs } = this.guard;
    if (this.#budget !== null) this.#budget.leftMs += ordinaryMsPerRecord * raw.ends.length;
    try {
      const mapped = await threads.run({
        setup: { ...this.setup, limitMs: checkMs },
        job: raw,
        limitMs: batchMs,
        ...(this.#budget !== null && { budget: this.#budget }),
      });
      return splitOutcomes(mapped as MappedOnThread);
    } catch (error) {
      if (!(error instanceof ThreadError) || error.failure === 'failed') throw error;
      this.#lose(error);
      return this.#mapParts(raw, error, hasFailed);
    }
  }

  async #mapParts(raw: RawRecords, error: ThreadError, hasFailed: boolean): Promise<RecordOutcome[]> {
    const records = splitRecords(raw);
    if (records.length === 1) {
      if (!hasFailed) return this.#map(raw, true);
      const known = await this.reader.known(raw);
      return known.map((one) => costlyRecord(one, `mapping it ${tookTooMuch(error, this.guard.batchMs)}`));
    }
    const half = Math.ceil(records.length / 2);
    return [
      ...(await this.#map(joinRecords(records.slice(0, half)), true)),
      ...(await this.#map(joinRecords(records.slice(half)), true)),
    ];
  }

  #lose(error: ThreadError): void {
    const { batchMs } = this.guard;
    this.#lostMs += batchMs;
    const isSpent = this.#budget !== null && this.#budget.leftMs <= 0;
    if (this.#lostMs <= this.limits.lostMs && !isSpent) return;
    throw new MappingOverrun(
      isSpent
        ? `The mapping takes too long: more than ${this.guard.checkMs / 1000} s beyond the ordinary time of its records. Simplify its rules.`
        : `The mapping ${tookTooMuch(error, batchMs)} on too many records. Simplify its rules.`,
    );
  }
}

/** Splits a thread's answer into the outcomes of its records. */
export function splitOutcomes({ outcomes, contents, ends }: MappedOnThread): RecordOutcome[] {
  return outcomes.map((outcome, index) => ({
    ...outcome,
    content: contents.subarray(ends[index - 1] ?? 0, ends[index]),
  }));
}

import type { Fence } from '../platform/fence.js';

/** A job past its deadline that could not be ended. */
export interface OverdueJob {
  key: string;
  lane: string;
  /** By the clock of the daemon. */
  deadlineAt: number;
}

interface Entry {
  key: string;
  lane: string;
  fence: Fence;
}

/** Jobs that have a slot. */
export class JobsUnderWay {
  readonly #entries = new Set<Entry>();

  async run<T>(job: { key: string; lane: string }, fence: Fence, work: () => Promise<T>): Promise<T> {
    const entry: Entry = { key: job.key, lane: job.lane, fence };
    this.#entries.add(entry);
    try {
      return await work();
    } finally {
      this.#entries.delete(entry);
    }
  }

  /**
   * At its deadline a job is fenced, its failure is written down and its slot is free, though its promise may hang on. What is listed here
   * is what that did not help: a job whose failure cannot be written, since it holds what all of the store's writers wait for.
   */
  overdue(): OverdueJob[] {
    return [...this.#entries]
      .filter(({ fence }) => fence.timeOverAt !== null)
      .map(({ key, lane, fence }) => ({ key, lane, deadlineAt: fence.timeOverAt ?? 0 }));
  }
}

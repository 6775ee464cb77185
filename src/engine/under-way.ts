import type { Fence } from '../platform/fence.js';

/** A job past its deadline that still has its slot. */
export interface OverdueJob {
  key: string;
  lane: string;
  /** Epoch milliseconds of the daemon's clock. */
  deadlineAt: number;
}

/** The jobs that have a slot. */
export class JobsUnderWay {
  readonly #entries = new Set<{ key: string; lane: string; fence: Fence }>();

  /** Runs the work of a job, which counts as under way until the work settles. */
  async run<T>(
    { key, lane }: Pick<OverdueJob, 'key' | 'lane'>,
    fence: Fence,
    work: () => Promise<T>,
  ): Promise<T> {
    const entry = { key, lane, fence };
    this.#entries.add(entry);
    try {
      return await work();
    } finally {
      this.#entries.delete(entry);
    }
  }

  /**
   * The jobs that their deadline did not end. Normally the deadline ends a job's fence, its failure is recorded and its slot is released,
   * even if its promise never settles. A job is listed here if its failure cannot be recorded, because the job itself blocks all writers of
   * the store.
   */
  overdue(): OverdueJob[] {
    return [...this.#entries]
      .filter(({ fence }) => fence.timeOverAt !== null)
      .map(({ key, lane, fence }) => ({ key, lane, deadlineAt: fence.timeOverAt ?? 0 }));
  }
}

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
  hasSlot: boolean;
}

/** Jobs that have a slot, and those that were ended and whose promise never settled. */
export class JobsUnderWay {
  readonly #entries = new Set<Entry>();

  constructor(private readonly slots: number) {}

  async run<T>(job: { key: string; lane: string }, fence: Fence, work: () => Promise<T>): Promise<T> {
    const entry: Entry = { key: job.key, lane: job.lane, fence, hasSlot: true };
    this.#entries.add(entry);
    try {
      return await work();
    } finally {
      entry.hasSlot = false;
      this.#forget();
    }
  }

  /**
   * At its deadline a job is fenced, its failure is written down and its slot is free, though its promise may hang on. What is listed here
   * is what that did not help: a job whose failure cannot be written, since it holds what all of the store's writers wait for; and, once as
   * many jobs hang on as there are slots, all of these, since they hold what others need as well, such as the threads that open files.
   */
  overdue(): OverdueJob[] {
    this.#forget();
    const late = [...this.#entries].filter(({ fence }) => fence.timeOverAt !== null);
    const hanging = late.filter(({ fence }) => fence.hanging > 0);
    const listed = late.filter(
      (entry) => entry.hasSlot || (hanging.length >= this.slots && hanging.includes(entry)),
    );
    return listed.map(({ key, lane, fence }) => ({ key, lane, deadlineAt: fence.timeOverAt ?? 0 }));
  }

  #forget(): void {
    for (const entry of this.#entries)
      if (!entry.hasSlot && entry.fence.hanging === 0) this.#entries.delete(entry);
  }
}

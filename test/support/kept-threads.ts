import type { Threads, ThreadTask } from '../../src/platform/process/threads.js';

/**
 * Threads that worlds share. A daemon ends its threads after each poll; to start one takes longer than a poll of a test. Here they stay
 * until they were idle for as long as the pool lets them. Jobs under way when a world closes are ended, as a daemon ends its own.
 */
export class KeptThreads implements Threads {
  #pending = 0;

  constructor(private readonly threads: Threads) {}

  get count(): number {
    return this.threads.count;
  }

  async run(task: ThreadTask): Promise<unknown> {
    this.#pending += 1;
    try {
      return await this.threads.run(task);
    } finally {
      this.#pending -= 1;
    }
  }

  rest(): void {
    // The next poll needs them.
  }

  async close(): Promise<void> {
    if (this.#pending > 0) await this.threads.close();
  }
}

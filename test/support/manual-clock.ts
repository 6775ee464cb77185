import type { Clock } from '../../src/platform/clock.js';

/** Time that only moves when the test says so; sleepers wake in the order of their due times. */
export class ManualClock implements Clock {
  #now: number;
  #jumped = 0;
  #slept = 0;
  /** Another one after the machine started again. */
  boot = 'boot 1';
  #sleepers: { due: number; wake: () => void }[] = [];

  constructor(start = Date.UTC(2026, 0, 15, 9, 0, 0)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#jumped - this.#slept;
  }

  sinceBoot(): { id: string; ms: number } {
    return { id: this.boot, ms: this.#now - this.#jumped };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { due: this.#now + ms, wake };
      const abort = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      if (signal?.aborted) abort();
      else if (ms <= 0) resolve();
      else {
        signal?.addEventListener('abort', abort, { once: true });
        this.#sleepers.push(sleeper);
      }
    });
  }

  advance(ms: number): void {
    this.set(this.#now + ms);
  }

  /** Somebody sets the clock: no time goes by. */
  jump(ms: number): void {
    this.#now += ms;
    this.#jumped += ms;
  }

  /** The machine is asleep: time goes by, and nothing notices it. */
  sleepMachine(ms: number): void {
    this.#now += ms;
    this.#slept += ms;
  }

  set(to: number): void {
    this.#now = to;
    const due = this.#sleepers.filter((sleeper) => sleeper.due <= to).sort((a, b) => a.due - b.due);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.due > to);
    for (const sleeper of due) sleeper.wake();
  }
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

import type { Clock } from '../../src/platform/clock.js';

/**
 * Time of one simulated world. The portal's clock is right; the daemon's may be wrong and jump. A pause of the daemon moves time
 * on at once; a deadline (a sleep that can be called off) fires only when time has passed it otherwise.
 */
export class SimTime {
  #now: number;
  #deadlines: { due: number; wake: () => void }[] = [];
  /** How far the daemon's clock is from the right time. */
  skewMs = 0;
  /** Told of each moment. */
  onAdvance: (now: number) => void = () => undefined;

  constructor(start: number) {
    this.#now = start;
  }

  get now(): number {
    return this.#now;
  }

  readonly portalClock: Clock = {
    now: () => this.#now,
    elapsed: () => this.#now,
    sleep: (ms) => this.#pause(ms),
  };
  readonly daemonClock: Clock = {
    now: () => this.#now + this.skewMs,
    elapsed: () => this.#now,
    sinceBoot: () => ({ id: 'simulated', ms: this.#now }),
    sleep: (ms, signal) => (signal === undefined ? this.#pause(ms) : this.#deadline(ms, signal)),
  };

  advance(ms: number): void {
    this.#now += ms;
    this.onAdvance(this.#now);
    const due = this.#deadlines.filter((deadline) => deadline.due <= this.#now);
    this.#deadlines = this.#deadlines.filter((deadline) => deadline.due > this.#now);
    for (const { wake } of due) wake();
  }

  #pause(ms: number): Promise<void> {
    this.advance(Math.max(0, ms));
    return Promise.resolve();
  }

  #deadline(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#deadlines = this.#deadlines.filter((other) => other !== deadline);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      const wake = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const deadline = { due: this.#now + ms, wake };
      if (signal.aborted) abort();
      else {
        this.#deadlines.push(deadline);
        signal.addEventListener('abort', abort, { once: true });
      }
    });
  }
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

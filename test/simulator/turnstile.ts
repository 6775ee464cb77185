import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Dice } from './dice.js';
import type { Traffic } from './life-line.js';
import type { SimTime } from './sim-time.js';

/** A process as far as it waits. */
export interface Passenger {
  readonly dead: boolean;
  /** It stands still: whatever it waits for, it does not go on. */
  readonly isStill: boolean;
}

interface Wait {
  due: number;
  order: number;
  /** Null: the world itself. */
  of: Passenger | null;
  wake: () => void;
}

/** Something that a process does until it has come to an end: a job, or a look. */
interface Activity {
  of: Passenger;
  /** In how many places it waits here. */
  waits: number;
}

/** So many rounds of the event loop without anything under way: whoever waits here does not go on by himself. */
const quietRounds = 3;
/** The same where somebody waits elsewhere, such as for another who waits here, or is calculating. */
const idleRounds = 1_000;
/** Somebody else in this process may be at the disk for ever. */
const roundsMax = 20_000;

/**
 * Where several processes live in one simulated world, one goes on at a time: all others wait here, for time to pass or for what is on
 * its way. Who is let through is decided by time, and where several may go, by the dice. PostgreSQL and the disk are real: whoever was
 * let through goes on until nothing of him is under way there.
 */
export class Turnstile {
  #waits: Wait[] = [];
  #order = 0;
  #steps = 0;
  readonly #activities = new Set<Activity>();
  readonly #current = new AsyncLocalStorage<Activity>();

  constructor(
    private readonly time: SimTime,
    private readonly dice: Dice,
    private readonly traffic: Traffic,
  ) {}

  /** Comes back after `ms`, when its turn has come; of a process that died, never. */
  pass(of: Passenger | null, ms: number, signal?: AbortSignal): Promise<void> {
    this.tellStep();
    // A deadline is nothing that it waits for.
    const activity = signal === undefined ? this.#current.getStore() : undefined;
    if (activity !== undefined) activity.waits++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waits = this.#waits.filter((other) => other !== wait);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        if (activity !== undefined) activity.waits--;
        resolve();
      };
      const wait: Wait = { due: this.time.now + Math.max(0, ms), order: this.#order++, of, wake };
      if (signal?.aborted === true) abort();
      else {
        this.#waits.push(wait);
        signal?.addEventListener('abort', abort, { once: true });
      }
    });
  }

  /** Somebody has come to where he waits, to his end, or to a standstill. */
  tellStep(): void {
    this.#steps++;
  }

  /** Lets the next one through, and waits until he waits again. @returns false where nobody has anything to wait for */
  async next(): Promise<boolean> {
    this.#waits = this.#waits.filter(({ of }) => of?.dead !== true);
    for (const activity of this.#activities) if (activity.of.dead) this.#activities.delete(activity);
    const able = this.#waits.filter(({ of }) => of?.isStill !== true);
    const [first] = able.sort((a, b) => a.due - b.due || a.order - b.order);
    if (first === undefined) return false;
    const now = Math.max(this.time.now, first.due);
    if (now > this.time.now) this.time.advance(now - this.time.now);
    const chosen = this.dice.pick(able.filter(({ due }) => due <= now));
    this.#waits = this.#waits.filter((wait) => wait !== chosen);
    await this.step(chosen.wake);
    return true;
  }

  /** A process begins something. Comes back when it waits in it, or has ended it. */
  async begin(of: Passenger, work: () => Promise<void>): Promise<void> {
    const activity = { of, waits: 0 };
    this.#activities.add(activity);
    const ended = (): void => {
      this.#activities.delete(activity);
      this.tellStep();
    };
    await this.step(() => void this.#current.run(activity, work).finally(ended));
  }

  /** Somebody begins or goes on. Comes back when he has come to where he waits, and nothing is under way. */
  async step(begin: () => void): Promise<void> {
    const before = this.#steps;
    begin();
    for (let quiet = 0, rounds = 0; quiet < this.#roundsNeeded(before) && rounds < roundsMax; rounds++) {
      await turn();
      quiet = this.traffic.isQuiet && !usesDisk() ? quiet + 1 : 0;
      await this.traffic.quiet();
    }
  }

  #roundsNeeded(before: number): number {
    const allWait = [...this.#activities].every(({ of, waits }) => waits > 0 || of.dead || of.isStill);
    return allWait && this.#steps > before ? quietRounds : idleRounds;
  }
}

/** Or makes a connection. */
function usesDisk(): boolean {
  return process.getActiveResourcesInfo().some((name) => /Req|ConnectWrap/.test(name));
}

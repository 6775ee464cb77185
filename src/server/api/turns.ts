import type { Clock } from '../../platform/clock.js';
import { within } from '../../platform/within.js';

/**
 * Maximum time that the queue waits for one piece of work. Work that takes longer still counts for its account, but the next piece runs.
 */
const turnMsMax = 60_000;

/** Runs costly work one at a time. Agencies take turns. The work that runs or waits is bounded, in total and per account. */
export interface Turns {
  /** @returns null if too much work already runs or waits, in total or for this account */
  run<T>(by: { agency: string; account: number }, work: () => Promise<T>): Promise<T> | null;
}

export function createTurns({ all, each }: { all: number; each: number }, clock: Clock): Turns {
  /** Waiting work by agency, in order of the agencies' turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const ofAccount = new Map<number, number>();
  let total = 0;
  let isRunning = false;

  const runNext = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [agency, [first, ...others]] = next.value;
      // Deleted and set again, so that the agency is last in the order of turns.
      waiting.delete(agency);
      if (others.length > 0) waiting.set(agency, others);
      if (first !== undefined) await within(clock, turnMsMax, first).catch(() => undefined);
    }
    isRunning = false;
  };

  return {
    run({ agency, account }, work) {
      const own = ofAccount.get(account) ?? 0;
      if (total >= all || own >= each) return null;
      total++;
      ofAccount.set(account, own + 1);
      return new Promise((resolve, reject) => {
        const turn = async (): Promise<void> => {
          await Promise.resolve().then(work).then(resolve, reject);
          total--;
          const left = (ofAccount.get(account) ?? 1) - 1;
          if (left > 0) ofAccount.set(account, left);
          else ofAccount.delete(account);
        };
        waiting.set(agency, [...(waiting.get(agency) ?? []), turn]);
        void runNext();
      });
    },
  };
}

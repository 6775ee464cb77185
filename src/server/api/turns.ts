import type { Clock } from '../../platform/clock.js';
import { within } from '../../platform/within.js';

/** More than any of them may take; what hangs keeps its account's place, and no other account waits for it. */
const turnMsMax = 60_000;

/** Costly work, one at a time: agencies take turns, and one account has at most so many that run or wait. */
export interface Turns {
  /** @returns null where this account, or all together, have too many already */
  run<T>(by: { agency: string; account: number }, work: () => Promise<T>): Promise<T> | null;
}

export function createTurns({ all, each }: { all: number; each: number }, clock: Clock): Turns {
  /** By agency; the one whose turn is next stands first. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const ofAccount = new Map<number, number>();
  let total = 0;
  let isRunning = false;

  const runNext = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [agency, [first, ...others]] = next.value;
      // Behind all agencies that wait already.
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

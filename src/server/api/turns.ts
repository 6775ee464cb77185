import type { Clock } from '../../platform/clock.js';
import { within } from '../../platform/within.js';
import { ApiError } from './errors.js';

/**
 * Maximum time that the queue waits for one piece of work. Work that takes longer still counts for its account, but the next piece runs.
 */
const turnMsMax = 60_000;

/** Runs costly work one at a time. Agencies take turns. The work that runs or waits is bounded, in total and per account. */
export interface Turns {
  /**
   * @param end aborts when nothing waits for the result any more: work whose turn has not come is given up, and counts no longer
   * @returns null if too much work already runs or waits, in total or for this account
   */
  run<T>(
    by: { agency: string; account: number },
    work: () => Promise<T>,
    end?: AbortSignal,
  ): Promise<T> | null;
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
    run({ agency, account }, work, end) {
      const own = ofAccount.get(account) ?? 0;
      if (total >= all || own >= each) return null;
      total++;
      ofAccount.set(account, own + 1);
      const release = (): void => {
        total--;
        const left = (ofAccount.get(account) ?? 1) - 1;
        if (left > 0) ofAccount.set(account, left);
        else ofAccount.delete(account);
      };
      return new Promise((resolve, reject) => {
        let isGivenUp = false;
        const giveUp = (): void => {
          isGivenUp = true;
          release();
          reject(new ApiError('bad_request', 'The request ended before its turn.'));
        };
        const turn = async (): Promise<void> => {
          if (isGivenUp) return;
          end?.removeEventListener('abort', giveUp);
          await Promise.resolve().then(work).then(resolve, reject);
          release();
        };
        end?.addEventListener('abort', giveUp, { once: true });
        if (end?.aborted === true) giveUp();
        waiting.set(agency, [...(waiting.get(agency) ?? []), turn]);
        void runNext();
      });
    },
  };
}

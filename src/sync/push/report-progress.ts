import type { Services } from '../services/services.js';

/** People look at it; the store has better things to write. */
const everyMs = 2_000;

/** Keeps what a run has counted so far, now and then. @param run null: a dry run, which leaves no trace */
export function reportProgress(
  run: number | null,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): NonNullable<Services['reportProgress']> {
  let toldAt = clock.now();
  return async (balance) => {
    const now = clock.now();
    if (run === null || now - toldAt < everyMs) return;
    toldAt = now;
    await store.runs.count(run, balance);
  };
}

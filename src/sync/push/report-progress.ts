import type { Services } from '../services/services.js';

/** Progress is for display only. More frequent writes would slow the store down. */
const everyMs = 2_000;

/** @returns a function that stores what a run has counted, at most once per `everyMs`. @param run null: a dry run, which stores nothing */
export function reportProgress(
  run: number | null,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): NonNullable<Services['reportProgress']> {
  let reportedAt = clock.now();
  return async (balance) => {
    const now = clock.now();
    if (run === null || now - reportedAt < everyMs) return;
    reportedAt = now;
    await store.runs.count(run, balance);
  };
}

export interface WatchdogLimits {
  /** Interval at which the event loop beats and the thread checks it. */
  tickMs: number;
  /** A restart is needed if the loop does not beat for this long, or if a job still has its slot this long after its deadline. */
  limitMs: number;
  /** How long a block is reported after its end: during the block itself, no health check could be answered. */
  reportedMs: number;
  /** Time that a process has to end before it is killed. */
  killAfterMs: number;
}

export const watchdogLimits: WatchdogLimits = {
  tickMs: 1000,
  limitMs: 60_000,
  reportedMs: 5 * 60_000,
  killAfterMs: 5000,
};

export type LoopState = 'fine' | 'blocked' | 'was_blocked';

/** The time that the process ran in a tick. A stopped process or a sleeping machine causes one long tick, which counts as two at most. */
function timeRun(sinceLastMs: number, tickMs: number): number {
  return Math.min(Math.max(sinceLastMs, 0), 2 * tickMs);
}

/** Returns a function that judges the event loop at each tick, by its number of beats and the time since the last tick. */
export function watchLoop({
  tickMs,
  limitMs,
  reportedMs,
}: WatchdogLimits): (beats: number, sinceLastMs: number) => LoopState {
  let known = -1;
  let silentMs = 0;
  let reportedLeftMs = 0;
  return (beats, sinceLastMs) => {
    const ranMs = timeRun(sinceLastMs, tickMs);
    if (beats !== known) {
      known = beats;
      silentMs = 0;
      reportedLeftMs = Math.max(0, reportedLeftMs - ranMs);
      return reportedLeftMs > 0 ? 'was_blocked' : 'fine';
    }
    silentMs += ranMs;
    if (silentMs < limitMs) return reportedLeftMs > 0 ? 'was_blocked' : 'fine';
    reportedLeftMs = reportedMs;
    return 'blocked';
  };
}

/** Returns a function that finds a job that kept its slot too long after its deadline; only time that the process ran counts. */
export function watchSlots({
  tickMs,
  limitMs,
}: WatchdogLimits): (
  overdue: readonly { key: string; deadlineAt: number }[],
  sinceLastMs: number,
) => string | null {
  let ages = new Map<string, number>();
  return (overdue, sinceLastMs) => {
    const ranMs = timeRun(sinceLastMs, tickMs);
    // Keyed by deadline too, because a restarted job has another one.
    ages = new Map(
      overdue
        .map(({ key, deadlineAt }) => `${deadlineAt} ${key}`)
        .map((id) => [id, (ages.get(id) ?? 0) + ranMs]),
    );
    const stuck = overdue.find(({ key, deadlineAt }) => (ages.get(`${deadlineAt} ${key}`) ?? 0) >= limitMs);
    return stuck?.key ?? null;
  };
}

export interface WatchdogLimits {
  /** The loop beats, and the thread looks, this often. */
  tickMs: number;
  /** A loop that does not beat for so long, or a job that has its slot for so long after its deadline, needs a restart. */
  limitMs: number;
  /** For so long a block that ended is still reported: while it lasted, nothing could answer. */
  reportedMs: number;
  /** How long a process that is to end may take before it is killed. */
  killAfterMs: number;
}

export const watchdogLimits: WatchdogLimits = {
  tickMs: 1000,
  limitMs: 60_000,
  reportedMs: 5 * 60_000,
  killAfterMs: 5000,
};

export type LoopState = 'fine' | 'blocked' | 'was_blocked';

/** Time in which the process was stopped or its machine asleep shows as one long tick, and counts as two at most. */
function timeRun(sinceLastMs: number, tickMs: number): number {
  return Math.min(Math.max(sinceLastMs, 0), 2 * tickMs);
}

/** Judges the loop at each tick of the thread, by the number of its beats and the time since the last tick. */
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

/** Finds jobs that have kept their slots for too long after their deadlines, in time that this process ran. */
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
    // A job that began again has another deadline.
    ages = new Map(
      overdue
        .map(({ key, deadlineAt }) => `${deadlineAt} ${key}`)
        .map((id) => [id, (ages.get(id) ?? 0) + ranMs]),
    );
    const stuck = overdue.find(({ key, deadlineAt }) => (ages.get(`${deadlineAt} ${key}`) ?? 0) >= limitMs);
    return stuck?.key ?? null;
  };
}

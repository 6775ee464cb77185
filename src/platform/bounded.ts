import type { Clock } from './clock.js';
import { messageOf } from './code-of.js';
import { currentFence, endOf, Fence, type Progress } from './fence.js';

/** The time limit of a piece of work. */
export interface TimeLimit {
  withinMs: number;
  /** The time starts again whenever the work advances by one of these amounts. Absent: the limit is for the whole work. */
  unless?: Partial<Progress>;
}

/** Work exceeded its time limit and was ended. Anything that it still does has no effect. */
export class TimeOverError extends Error {
  constructor(readonly limit: TimeLimit) {
    super(
      `it did not ${limit.unless === undefined ? 'finish' : 'make progress'} within ${limit.withinMs / 1000} s`,
    );
    this.name = 'TimeOverError';
  }
}

export interface BoundedOptions {
  /** Id of the run to which files of this work belong [that of the surrounding work]. */
  run?: number | null;
  /** False: temporary files that the work leaves behind are removed even if it succeeds. */
  keepsFiles?: boolean;
  /**
   * Receives the path of each file that gets its final name in this work, also if the work fails later. Absent: the list of the surrounding
   * work receives it.
   */
  kept?: string[];
}

/** Interval at which progress is checked. */
const lookEveryMs = 10_000;
/** Most delay of one check that counts as time of the work. A longer delay means that the process or the machine stood still. */
const lateMsMax = 20_000;
const removeMsMax = 5_000;

/**
 * Runs work with a time limit, inside its own fence. At the limit the fence ends and the returned promise rejects, even if the work never
 * settles. Time in which a bounded part of the work is running does not count.
 * @throws TimeOverError at the limit, JobEndedError if a surrounding fence ends, or what the work throws
 */
export async function bounded<T>(
  limit: TimeLimit,
  clock: Clock,
  work: () => Promise<T>,
  { keepsFiles = true, ...of }: BoundedOptions = {},
): Promise<T> {
  const parent = currentFence();
  const fence = Fence.within(parent, of);
  const stopped = new AbortController();
  if (parent !== null) parent.partsUnderWay += 1;
  const working = fence.enter(async () => work());
  try {
    const result = await Promise.race([
      working,
      overtime(limit, clock, fence, stopped.signal),
      ...(parent === null ? [] : [endOf(parent, stopped.signal)]),
    ]);
    if (keepsFiles) fence.dissolve();
    else await removed(fence.end('it is done'), clock);
    return result;
  } catch (error) {
    const ended = fence.end(messageOf(error));
    if (error instanceof TimeOverError && parent !== null) {
      parent.timeOverAt = clock.now();
    }
    await removed(ended, clock);
    throw error;
  } finally {
    stopped.abort();
    if (parent !== null) {
      parent.partsUnderWay -= 1;
      parent.advance({ steps: 1 });
    }
  }
}

/** Waits for the removal of temporary files, but not long: the disk may not respond. */
async function removed(ended: Promise<void>, clock: Clock): Promise<void> {
  const stopped = new AbortController();
  await Promise.race([ended, untilStopped(clock.sleep(removeMsMax, stopped.signal), stopped.signal)]);
  stopped.abort();
}

/** Rejects once the time is over. */
async function overtime(limit: TimeLimit, clock: Clock, fence: Fence, stopped: AbortSignal): Promise<never> {
  let left = limit.withinMs;
  let seen = { ...fence.progress };
  while (left > 0) {
    const before = clock.elapsed();
    const lookMs = Math.min(left, lookEveryMs);
    await untilStopped(clock.sleep(lookMs, stopped), stopped);
    if (fence.partsUnderWay === 0) left -= Math.min(clock.elapsed() - before, lookMs + lateMsMax);
    if (hasAdvanced(seen, fence.progress, limit.unless)) {
      left = limit.withinMs;
      seen = { ...fence.progress };
    }
  }
  throw new TimeOverError(limit);
}

function hasAdvanced(from: Progress, to: Progress, enough: TimeLimit['unless'] = {}): boolean {
  return Object.entries(enough).some(([name, least]) => {
    const key = name as keyof Progress;
    return to[key] - from[key] >= least;
  });
}

/** Never settles once the work has ended, so that the abort is not an error. */
function untilStopped(sleeping: Promise<void>, stopped: AbortSignal): Promise<void> {
  return sleeping.catch((error: unknown) => {
    if (!stopped.aborted) throw error;
    return new Promise<never>(() => undefined);
  });
}

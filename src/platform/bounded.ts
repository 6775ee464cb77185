import type { Clock } from './clock.js';
import { currentFence, endOf, Fence, type Progress } from './fence.js';

/** How long work may take. */
export interface TimeLimit {
  withinMs: number;
  /** The time begins again with each so much of any of these; without it the time is for all of the work. */
  unless?: Partial<Progress>;
}

/** Work did not end in its time. It was ended: whatever it still does has no effect. */
export class TimeOverError extends Error {
  constructor(readonly limit: TimeLimit) {
    super(
      `it did not come ${limit.unless === undefined ? 'to its end' : 'on'} within ${limit.withinMs / 1000} s`,
    );
    this.name = 'TimeOverError';
  }
}

export interface BoundedOptions {
  /** The run that files of this work belong to. */
  run?: number | null;
  /** What the work has left behind in temporary files is removed even where it came to its end. */
  keepsFiles?: boolean;
  /** Filled with the paths of files that the work keeps. */
  kept?: string[];
}

/** Progress is looked at so often. */
const lookEveryMs = 10_000;
/** What a look comes later than this is time in which the process stood still: it is not the work's, which one look never ends. */
const lateMsMax = 20_000;
const removeMsMax = 5_000;

/**
 * Does work in its time, behind a fence of its own. Its promise is raced: where it never settles this one rejects all the same, and the
 * fence has ended by then. Time in which a part of it is under way that is bounded itself does not count.
 * @throws TimeOverError
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
    const ended = fence.end(error instanceof Error ? error.message : String(error));
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

/** A disk that does not answer is waited for a little. */
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

/** Nothing is waited for any more once the work has ended. */
function untilStopped(sleeping: Promise<void>, stopped: AbortSignal): Promise<void> {
  return sleeping.catch((error: unknown) => {
    if (!stopped.aborted) throw error;
    return new Promise<never>(() => undefined);
  });
}

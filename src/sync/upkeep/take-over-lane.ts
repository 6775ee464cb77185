import { z } from 'zod';
import { backoffMs, backoffs } from '../../core/schedule/backoff.js';
import { isDue } from '../../core/schedule/due.js';
import { noteDeath } from '../poll/feed-deaths.js';
import type { Services } from '../services/services.js';

/** After the first deaths a lane goes on at once: they may have been anything. */
const deathsMax = 4;

const deathsSchema = z.object({ count: z.number(), until: z.number() });

/**
 * Work in a lane begins, where several processes share a store. What ended a process once may end the next one too (a feed that needs
 * more memory than there is): from the fifth death in a row on the lane rests, ever longer, while all others go on.
 * @param abandoned the lane's former worker ended in it
 * @returns whether to begin; `done` is called when the work came to its end
 */
export async function takeOverLane(
  lane: string,
  abandoned: boolean,
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
): Promise<{ mayBegin: boolean; done: () => Promise<void> }> {
  const key = `lane.deaths ${lane}`;
  const former = deathsSchema.safeParse(JSON.parse((await store.meta.get(key)) ?? 'null')).data ?? none;
  if (abandoned) {
    await noteDeath({ store, clock, log }, lane);
    await store.runs.closeInterrupted(
      'the process that did this ended before it; another one goes on from what is stored',
      clock.now(),
      lane,
    );
    const count = former.count + 1;
    const excess = count - deathsMax;
    const waitMs = excess <= 0 ? 0 : backoffMs(excess, backoffs.lane);
    log.warn('a worker ended in the midst of its work', { connection: lane, deaths: count, wait_ms: waitMs });
    await store.meta.set(key, JSON.stringify({ count, until: clock.now() + waitMs }));
    if (waitMs > 0) return { mayBegin: false, done: async () => undefined };
  } else if (!isDue(former.until, backoffs.lane.mostMs, clock.now()))
    return { mayBegin: false, done: async () => undefined };
  const isClear = former.count === 0 && !abandoned;
  return {
    mayBegin: true,
    done: async () => (isClear ? undefined : store.meta.set(key, JSON.stringify(none))),
  };
}

const none = { count: 0, until: 0 };

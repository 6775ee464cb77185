import { z } from 'zod';
import { backoffMs, backoffs } from '../../core/schedule/backoff.js';
import { isDue } from '../../core/schedule/due.js';
import { noteDeath } from '../poll/feed-deaths.js';
import type { Services } from '../services/services.js';

/** Up to this many deaths of its worker, a lane continues at once: so few deaths may be unrelated to the work of the lane. */
const deathsMax = 4;

const deathsSchema = z.object({ count: z.number(), until: z.number() });

/**
 * Decides whether work in a lane may begin, when several processes share a store. Work that ended one process, such as reading a feed that
 * needs more memory than there is, may end the next process too. From the fifth death in a row, the lane waits at growing intervals; all
 * other lanes continue.
 * @param abandoned the lane's former worker died while working in it
 * @returns `done` must be called when the work ended
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
      'the process ended before this run did; another one goes on from what is stored',
      clock.now(),
      lane,
    );
    const count = former.count + 1;
    const excess = count - deathsMax;
    const waitMs = excess <= 0 ? 0 : backoffMs(excess, backoffs.lane);
    log.warn('a worker died during its work', { connection: lane, deaths: count, wait_ms: waitMs });
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

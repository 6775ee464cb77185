import { formatDuration } from '../../model/durations.js';
import type { Schedule } from '../../model/schedule.js';
import { clockSlackMs, dueAheadMs, isBeyondSchedule } from '../../core/schedule/due.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { ok, warn, type Check } from './check.js';

const about = 'due times';
/** For so long a change of the clock is worth knowing. */
const shownMs = 7 * 86_400_000;
/** Polls are spread over as long, and the schedule that is looked at here is without its spread. */
const spreadMs = 3_600_000;
const timeServer =
  'Have a time server keep the clock right (`timedatectl` shows whether one does). Nothing else is to be done: what is due follows the clock.';

/** Whether what is due agrees with the clock. @param scheduleOf of a feed that runs; null: it does not */
export async function checkDueTimes(
  {
    store,
    now,
    showTime,
  }: { store: Pick<Store, 'clock' | 'feeds'>; now: Millis; showTime: (at: number) => string },
  scheduleOf: (feed: FeedRecord) => Schedule | null,
): Promise<Check> {
  const aheadMs = ((await store.clock.mark())?.at ?? 0) - now;
  if (aheadMs > clockSlackMs)
    return warn(
      about,
      `The clock reads ${formatDuration(aheadMs)} less than when feedsync last worked: it was set back since, so what is due was planned that far ahead.`,
      'Start the daemon, or wait a minute if it runs: it corrects this by itself. Make sure that the clock is right now.',
    );
  const late = (await store.feeds.all()).filter((feed) => {
    const schedule = scheduleOf(feed);
    return schedule !== null && isBeyondSchedule(schedule, feed.nextPollAt - spreadMs, now, dueAheadMs);
  });
  if (late.length > 0)
    return warn(
      about,
      `The next poll of ${late.map(({ name, nextPollAt }) => `${name} (${showTime(nextPollAt)})`).join(', ')} lies further ahead than its schedule puts any: the clock was wrong when it was planned.`,
      'Start the daemon: it polls at once what is planned too late.',
    );
  const change = await store.clock.lastChange();
  if (change !== null && now - change.at < shownMs)
    return warn(
      about,
      `The clock was set ${change.byMs < 0 ? 'back' : 'ahead'} by ${change.isExact ? '' : 'at least '}${formatDuration(Math.abs(change.byMs))}, noticed ${showTime(change.at)}. Due times and what was spent of budgets were corrected.`,
      timeServer,
    );
  return ok(about, 'They agree with the clock.');
}

import { formatDuration } from '../../model/durations.js';
import type { Schedule } from '../../model/schedule.js';
import { clockSlackMs, dueAheadMs, isBeyondSchedule } from '../../core/schedule/due.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { ok, warn, type Check } from './check.js';

const about = 'due times';
/** How long a change of the clock is reported. */
const shownMs = 7 * 86_400_000;
/** Polls are spread over up to this long; the schedule compared here has no spread. */
const spreadMs = 3_600_000;
const timeServer =
  'Synchronise the clock with a time server (`timedatectl` shows whether it is). Nothing else to do: due times were corrected.';

/** Checks that due times agree with the clock. @param scheduleOf the schedule of a running feed; null: the feed does not run */
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
      `The clock shows ${formatDuration(aheadMs)} less than when feedsync last ran: it has been set back, so due times lie that far ahead.`,
      'Start the daemon, or wait a minute if it runs: it corrects due times automatically. Make sure that the clock is right now.',
    );
  const late = (await store.feeds.all()).filter((feed) => {
    const schedule = scheduleOf(feed);
    return schedule !== null && isBeyondSchedule(schedule, feed.nextPollAt - spreadMs, now, dueAheadMs);
  });
  if (late.length > 0)
    return warn(
      about,
      `The next poll of ${late.map(({ name, nextPollAt }) => `${name} (${showTime(nextPollAt)})`).join(', ')} lies further ahead than its schedule allows: the clock was wrong when it was planned.`,
      'Start the daemon: it polls feeds that were planned too late at once.',
    );
  const change = await store.clock.lastChange();
  if (change !== null && now - change.at < shownMs)
    return warn(
      about,
      `The clock was set ${change.byMs < 0 ? 'back' : 'ahead'} by ${change.isExact ? '' : 'at least '}${formatDuration(Math.abs(change.byMs))}, noticed ${showTime(change.at)}. Due times and spent budgets were corrected.`,
      timeServer,
    );
  return ok(about, 'They agree with the clock.');
}

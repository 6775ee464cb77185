import { DateTime } from 'luxon';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';

/** An announcement of removals from a feed; `announced: null` cancels it. */
export interface ExpectedRemovals {
  feed: string;
  announced: { removals: number; until: number } | null;
  author: string;
}

/** Announces removals. They pass the guard, up to the announced number and time (RULES R73). */
export async function expectRemovals(
  { feed, announced, author }: ExpectedRemovals,
  { store, clock, reconcile }: Services,
): Promise<RequestResult> {
  const row = await store.feeds.byName(feed);
  if (row === null)
    return { ok: false, message: `There is no feed "${feed}". \`feedsync feeds\` lists those there are.` };
  const now = clock.now();
  if (announced === null) {
    const ended = await store.expectations.cancel(row.id, author, now);
    return {
      ok: true,
      message:
        ended === null
          ? `nothing was announced for feed ${feed}`
          : `removals of feed ${feed} are not expected any more; ${ended.used} of ${ended.removals} have left`,
    };
  }
  if (announced.until <= now)
    return {
      ok: false,
      message: `That time is past: nothing was announced for feed ${feed}. Write a day in the future.`,
    };
  await store.expectations.announce({ feedId: row.id, ...announced, author, at: now });
  const until = DateTime.fromMillis(announced.until, { zone: reconcile.timezone }).toFormat(
    'yyyy-MM-dd HH:mm',
  );
  return {
    ok: true,
    message: `up to ${announced.removals} listings may leave feed ${feed} without a hold until ${until}; more than that are held as before`,
  };
}

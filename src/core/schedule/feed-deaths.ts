import type { FeedId } from '../../model/ids.js';

/** State of a feed that was being read when the process died, or whose stuck job ended the process. */
interface FeedDeaths {
  /** Consecutive deaths: a read that finishes clears them. */
  count: number;
  /** When the first death was noticed. */
  since: number;
  /** Hash of the mapping, scope and encoding with which it was retried alone; null: not retried yet. */
  readAloneWith: string | null;
  /** Since when the feed is suspended; null: it is not. */
  suspendedSince: number | null;
}

/** By feed id. */
export type DeathsOfFeeds = Readonly<Record<string, FeedDeaths>>;

/**
 * The state after the process died. Each feed that was being read is retried once, alone, because only a death during a read alone proves
 * which feed is at fault. A feed that dies in that retry is suspended.
 * @param reading ids of the feeds that were being read
 * @param beside whether anything else was being read
 */
export function afterDeath(
  known: DeathsOfFeeds,
  reading: readonly number[],
  beside: boolean,
  now: number,
): DeathsOfFeeds {
  const isAlone = reading.length === 1 && !beside;
  const deaths = reading.map((id): [string, FeedDeaths] => {
    const former = known[id];
    const count = (former?.count ?? 0) + 1;
    const readAloneWith = former?.readAloneWith ?? null;
    const isAtFault = isAlone && readAloneWith !== null;
    const suspendedSince = isAtFault ? now : null;
    return [String(id), { count, since: former?.since ?? now, readAloneWith, suspendedSince }];
  });
  return { ...known, ...Object.fromEntries(deaths) };
}

/** Ids of the feeds that are still to be read alone. */
export function suspects(known: DeathsOfFeeds): number[] {
  return Object.entries(known)
    .filter(([, { suspendedSince }]) => suspendedSince === null)
    .map(([id]) => Number(id));
}

export function without(known: DeathsOfFeeds, feedId: FeedId): DeathsOfFeeds {
  return Object.fromEntries(Object.entries(known).filter(([id]) => id !== String(feedId)));
}

/** What is known of a feed that was being read when the process died. */
interface FeedDeaths {
  /** In a row: a read that comes to its end clears them. */
  count: number;
  /** When the first of them was noticed. */
  since: number;
  /** What it is read with, since it began to be read again; null: it was not yet. */
  readAloneWith: string | null;
  /** Since when it is not read any more; null: it still is. */
  suspendedSince: number | null;
}

/** By feed id. */
export type DeathsOfFeeds = Readonly<Record<string, FeedDeaths>>;

/**
 * After a death of the process. Each feed that was being read is read once more, and alone: whichever of several was at fault, only one
 * that was read alone can be it.
 * @param reading ids of the feeds that were being read @param beside whether anything else was being read
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

/** Feeds that are still to be read alone. */
export function suspects(known: DeathsOfFeeds): number[] {
  return Object.entries(known)
    .filter(([, { suspendedSince }]) => suspendedSince === null)
    .map(([id]) => Number(id));
}

export function without(known: DeathsOfFeeds, feedId: number): DeathsOfFeeds {
  return Object.fromEntries(Object.entries(known).filter(([id]) => id !== String(feedId)));
}

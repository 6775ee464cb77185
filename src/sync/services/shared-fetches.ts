import { isDueAgain } from '../../core/schedule/due.js';
import type { FetchOutcome, PreviousFetch } from '../../feed/fetch/fetch-feed.js';
import type { Clock } from '../../platform/clock.js';
import { outsideFences } from '../../platform/fence.js';
import type { Spool } from '../../platform/files/spool.js';

/** One fetch for all feeds that read the same URL with the same credentials: an agency group's file is asked for once. */
export interface SharedFetches {
  /**
   * What another feed has just fetched, or else `fetch`, which no job's end cuts off. No feed gets the same fetch twice: a second request wants to know what is there now.
   * @param key of the source, @param feedId who asks
   */
  fetch(
    key: string,
    feedId: number,
    previous: PreviousFetch,
    fetch: () => Promise<FetchOutcome>,
  ): Promise<FetchOutcome>;
  /** Removes the files that wait for other feeds. */
  close(): Promise<void>;
}

/** So long a file waits for the other feeds of its source. */
const keptMs = 5 * 60_000;

interface Entry {
  at: number;
  asked: PreviousFetch;
  servedTo: Set<number>;
  outcome: Promise<FetchOutcome>;
}

export function createSharedFetches({ spool, clock }: { spool: Spool; clock: Clock }): SharedFetches {
  const entries = new Map<string, Entry>();

  async function forget(key: string, entry: Entry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key);
    const outcome = await entry.outcome.catch(() => null);
    if (outcome?.kind === 'fetched') await outcome.file.discard();
  }

  async function forgetOld(): Promise<void> {
    const old = [...entries].filter(([, { at }]) => isDueAgain(at, keptMs, clock.now()));
    for (const [key, entry] of old) await forget(key, entry);
  }

  /** A second name for the bytes: what one feed keeps or discards is not taken from the others. */
  async function share(entry: Entry, feedId: number): Promise<FetchOutcome> {
    entry.servedTo.add(feedId);
    const outcome = await entry.outcome;
    return outcome.kind === 'fetched' ? { ...outcome, file: await spool.link(outcome.file.path) } : outcome;
  }

  return {
    async fetch(key, feedId, previous, fetch) {
      await forgetOld();
      for (let entry = entries.get(key); entry !== undefined;) {
        if (
          !entry.servedTo.has(feedId) &&
          answers(await entry.outcome.catch(() => null), entry.asked, previous)
        )
          return share(entry, feedId);
        const newer = entries.get(key);
        if (newer === entry) break;
        entry = newer;
      }
      const former = entries.get(key);
      const entry = {
        at: clock.now(),
        asked: previous,
        servedTo: new Set<number>(),
        outcome: outsideFences(fetch),
      };
      entries.set(key, entry);
      if (former !== undefined) await forget(key, former);
      return share(entry, feedId);
    },
    async close() {
      for (const [key, entry] of [...entries]) await forget(key, entry);
    },
  };
}

/** A body serves everybody, "not modified" only those with the same copy; a failure is tried again. */
function answers(outcome: FetchOutcome | null, asked: PreviousFetch, previous: PreviousFetch): boolean {
  if (outcome === null || outcome.kind === 'failed') return false;
  if (outcome.kind !== 'not_modified') return true;
  return (
    !previous.unconditional && asked.etag === previous.etag && asked.lastModified === previous.lastModified
  );
}

import type { FeedId } from '../../model/ids.js';
import { isDueAgain } from '../../core/schedule/due.js';
import { discardFile, type FetchOutcome, type PreviousFetch } from '../../feed/fetch/fetch-feed.js';
import type { Clock } from '../../platform/clock.js';
import { outsideFences } from '../../platform/fence.js';
import type { Spool } from '../../platform/files/spool.js';

/** One fetch for all feeds with the same URL and credentials, such as the file of an agency group. */
export interface SharedFetches {
  /**
   * Returns the result that another feed has just fetched, or runs `fetch`, outside the fence of the calling job because other feeds use
   * the result. No feed gets the same fetch twice: a second call means that the caller wants the current state.
   * @param key of the source
   * @param feedId of the caller
   */
  fetch(
    key: string,
    feedId: FeedId,
    previous: PreviousFetch,
    fetch: () => Promise<FetchOutcome>,
  ): Promise<FetchOutcome>;
  /** Removes the files that are kept for other feeds. */
  close(): Promise<void>;
}

/** How long a fetched file is kept for the other feeds of its source. */
const keptMs = 5 * 60_000;

interface Entry {
  at: number;
  fetchedWith: PreviousFetch;
  servedTo: Set<number>;
  outcome: Promise<FetchOutcome>;
}

export function createSharedFetches({ spool, clock }: { spool: Spool; clock: Clock }): SharedFetches {
  const entries = new Map<string, Entry>();

  async function forget(key: string, entry: Entry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key);
    const outcome = await entry.outcome.catch(() => null);
    if (outcome?.kind === 'fetched') await discardFile(outcome);
  }

  async function forgetOld(): Promise<void> {
    const old = [...entries].filter(([, { at }]) => isDueAgain(at, keptMs, clock.now()));
    for (const [key, entry] of old) await forget(key, entry);
  }

  /** Links the file under a second name, so that one feed can keep or discard its file without affecting the others. */
  async function share(entry: Entry, feedId: FeedId): Promise<FetchOutcome> {
    entry.servedTo.add(feedId);
    const outcome = await entry.outcome;
    if (outcome.kind !== 'fetched') return outcome;
    const others = [];
    for (const other of outcome.others) others.push({ ...other, file: await spool.link(other.file.path) });
    return { ...outcome, file: await spool.link(outcome.file.path), others };
  }

  return {
    async fetch(key, feedId, previous, fetch) {
      await forgetOld();
      for (let entry = entries.get(key); entry !== undefined;) {
        if (
          !entry.servedTo.has(feedId) &&
          answers(await entry.outcome.catch(() => null), entry.fetchedWith, previous)
        )
          return share(entry, feedId);
        const newer = entries.get(key);
        if (newer === entry) break;
        entry = newer;
      }
      const former = entries.get(key);
      const entry = {
        at: clock.now(),
        fetchedWith: previous,
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

/**
 * Whether a finished fetch answers another feed's request. A body, or a reply without content, serves every feed. "Not modified" serves
 * only feeds with the same validators. A failure is not shared.
 */
function answers(outcome: FetchOutcome | null, fetchedWith: PreviousFetch, previous: PreviousFetch): boolean {
  if (outcome === null || outcome.kind === 'failed') return false;
  if (outcome.kind !== 'not_modified') return true;
  return (
    !previous.unconditional &&
    fetchedWith.etag === previous.etag &&
    fetchedWith.lastModified === previous.lastModified
  );
}

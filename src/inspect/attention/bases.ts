import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** Feeds on a version of their preset that reads the state of a listing by single words, where a newer one has a table of words. */
export async function mappingGains(facts: Facts): Promise<FoundItem[]> {
  const gains = await facts.mappingGains();
  if (gains.length === 0) return [];
  const feeds = new Map((await facts.feeds()).map((feed) => [feed.name, feed]));
  return gains.flatMap(({ feed, mapping, version, since }) => {
    const row = feeds.get(feed);
    if (row === undefined || row.life === 'retired') return [];
    const { id: feedId, connectionId } = row;
    const subject = `${mapping} ${version}`;
    return itemOf({ kind: 'mapping_gain', subject, connectionId, feedId, feed, since, count: 1 });
  });
}

/** Agencies in set-up that wait for a mapping: their file has a format that no preset reads, and a proposal lies ready. */
export async function awaitedMappings(facts: Facts): Promise<FoundItem[]> {
  return (await facts.unreadSetups()).flatMap(({ name, title, feed, reading }) => {
    if (reading?.proposal === undefined || 'mapping' in feed) return [];
    const found = { kind: 'mapping_awaited', subject: title, owner: title, feed: name, count: 1 } as const;
    return itemOf({ ...found, since: reading.readAt, cause: `mapping_awaited ${name}` });
  });
}

/**
 * Feeds whose mapping extends a base that it may not name. Such a feed runs with a copy of the base that was made when feedsync was upgraded, or
 * does not run.
 */
export async function mappingBases(facts: Facts): Promise<FoundItem[]> {
  const refused = await facts.refusedBases();
  if (refused.length === 0) return [];
  const feeds = new Map((await facts.feeds()).map((feed) => [feed.name, feed]));
  return refused.flatMap(({ feed, base, isCopied, since }) => {
    const row = feeds.get(feed);
    if (row === undefined || row.life === 'retired') return [];
    const { id: feedId, connectionId } = row;
    const kind = isCopied ? 'mapping_copied' : 'mapping_suspended';
    return itemOf({ kind, subject: base, connectionId, feedId, feed, since, count: 1 });
  });
}

import { feedTrialObject, type FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import { readStoreFeed } from '../config/store-feed.js';
import { withFeedChanges } from '../core/setup/feed-changes.js';
import type { FeedChangeRecord, SetupRecord } from '../store/store.js';
import type { Store } from '../store/store.js';

/** A feed that cannot run, with sentences why; the others go on. */
export interface StoppedFeed {
  name: string;
  problems: string[];
}

/** What of a configuration decides which feeds there are. */
type FeedsOf = Pick<Config, 'feeds' | 'unread' | 'inherited'>;

export interface Merged<Written extends FeedsOf> {
  /** With the feeds as they run: the configuration's and the store's, each with what people changed of it. */
  config: Written;
  /** Those that cannot be read so. */
  stopped: StoppedFeed[];
}

/**
 * Lays what the store has over the configuration: feeds of agencies that were set up here and sent, and what people changed of feeds
 * of both kinds. Of two feeds with one name the configuration's counts.
 */
export async function mergedConfig<Written extends FeedsOf>(
  config: Written,
  { setups, feedChanges }: Pick<Store, 'setups' | 'feedChanges'>,
): Promise<Merged<Written>> {
  const changes = new Map<string, FeedChangeRecord[]>();
  for (const change of await feedChanges.current()) {
    const key = keyOf(change.feed, change.connectionId);
    const ofFeed = changes.get(key);
    if (ofFeed === undefined) changes.set(key, [change]);
    else ofFeed.push(change);
  }
  const sent = (await setups.all()).filter(({ sentAt }) => sentAt !== null);
  const stopped: StoppedFeed[] = [];
  const feeds: FeedConfig[] = [];
  const take = (feed: FeedConfig): void => {
    const changed = changedFeed(feed, changes.get(keyOf(feed.name, feed.connectionId)) ?? []);
    if (typeof changed === 'string') stopped.push({ name: feed.name, problems: [changed] });
    else feeds.push(changed);
  };
  for (const feed of config.feeds) take(feed);
  for (const setup of sent) {
    const problem = clashOf(setup, config);
    const read = readStoreFeed(storeFeed(setup), config.inherited);
    if (problem !== null) stopped.push({ name: setup.name, problems: [problem] });
    else if (read.ok) take(read.feed);
    else stopped.push({ name: setup.name, problems: read.problems });
  }
  // What cannot be read is not gone: nobody is to be asked what becomes of its listings.
  const unread = stopped.map(({ name }) => ({ file: 'its entry in the store', name }));
  return { config: { ...config, feeds, unread: [...config.unread, ...unread] }, stopped };
}

/** A setup as its feed is read. */
export function storeFeed({ name, connectionId, feed }: SetupRecord): Parameters<typeof readStoreFeed>[0] {
  return { name, connectionId, document: feed };
}

/** A feed of the same name in another connection is another feed. */
function keyOf(feed: string, connectionId: string | null): string {
  return JSON.stringify([feed, connectionId]);
}

/** By the rules of the configuration. @returns a sentence where what was changed cannot stand under a feed */
export function changedFeed(feed: FeedConfig, changes: readonly FeedChangeRecord[]): FeedConfig | string {
  if (changes.length === 0) return feed;
  const { mappingText, ...parts } = withFeedChanges(feed, changes);
  const read = feedTrialObject.safeParse(parts);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `what was changed of it cannot be used (${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}): take the change back`;
  }
  const { tables = {}, answers = {}, constants = {}, unmapped = {} } = read.data;
  return { ...feed, tables, answers, constants, unmapped, mappingText };
}

function clashOf({ name, title, connectionId, feed }: SetupRecord, config: FeedsOf): string | null {
  if (config.feeds.some((other) => other.name === name))
    return `The agency ${title} was set up here as ${name}, and the configuration has a feed of this name: that one counts. Write another name there, or \`feedsync agencies remove ${name}\`.`;
  const same = config.feeds.find(
    (other) => other.connectionId === connectionId && other.urls.some((url) => url === feed.url),
  );
  return same === undefined
    ? null
    : `The agency ${title} was set up here as ${name}, and the configuration reads the same file for the same connection as ${same.name}: that one counts. Take it out there, or \`feedsync agencies remove ${name}\`.`;
}

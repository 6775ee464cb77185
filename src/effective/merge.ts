import type { ConnectionId } from '../model/ids.js';
import { feedTrialObject, type FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import { readStoreFeed } from '../config/store-feed.js';
import { withFeedChanges } from '../core/setup/feed-changes.js';
import type { FeedChangeRecord, SetupRecord } from '../store/store.js';
import { emptyStateKey, emptyStates } from '../store/facts/empty-states.js';
import type { Store } from '../store/store.js';

/** A feed that cannot run, with the reasons. Other feeds continue. */
export interface StoppedFeed {
  name: string;
  problems: string[];
}

/** The parts of a configuration that determine which feeds exist. */
type FeedsOf = Pick<Config, 'feeds' | 'unread' | 'inherited'>;

export interface Merged<Written extends FeedsOf> {
  /** With the feeds as they run: those of the configuration and of the store, each with its changes applied. */
  config: Written;
  /** Feeds that cannot be read this way. */
  stopped: StoppedFeed[];
}

/**
 * Adds to the configuration what the store has: the feeds of agencies that were set up in the console and started (`sentAt`), and changes
 * made over the API, to feeds of the configuration and of the store. If two feeds have one name, the configuration's feed is used.
 */
export async function mergedConfig<Written extends FeedsOf>(
  config: Written,
  { setups, feedChanges, meta }: Pick<Store, 'setups' | 'feedChanges' | 'meta'>,
): Promise<Merged<Written>> {
  const changes = new Map<string, FeedChangeRecord[]>();
  for (const change of await feedChanges.current()) {
    const key = keyOf(change.feed, change.connectionId);
    const ofFeed = changes.get(key);
    if (ofFeed === undefined) changes.set(key, [change]);
    else ofFeed.push(change);
  }
  const sent = (await setups.all()).filter(({ sentAt }) => sentAt !== null);
  const decided = await emptyStates({ meta });
  const stopped: StoppedFeed[] = [];
  const feeds: FeedConfig[] = [];
  const take = (feed: FeedConfig): void => {
    const emptyState = feed.emptyState ?? decided.get(emptyStateKey(feed)) ?? null;
    const own = changes.get(keyOf(feed.name, feed.connectionId)) ?? [];
    const changed = changedFeed({ ...feed, emptyState }, own);
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
  // An unreadable feed is not removed: no hold is raised about its listings.
  const unread = stopped.map(({ name }) => ({ file: 'its entry in the store', name }));
  return { config: { ...config, feeds, unread: [...config.unread, ...unread] }, stopped };
}

/** A setup in the form in which its feed is read. */
export function storeFeed({ name, connectionId, feed }: SetupRecord): Parameters<typeof readStoreFeed>[0] {
  return { name, connectionId, document: feed };
}

/** A feed of the same name in another connection is another feed. */
function keyOf(feed: string, connectionId: ConnectionId | null): string {
  return JSON.stringify([feed, connectionId]);
}

/** Applies changes by the rules of the configuration. @returns a message if the changed values are not valid for a feed */
export function changedFeed(feed: FeedConfig, changes: readonly FeedChangeRecord[]): FeedConfig | string {
  if (changes.length === 0) return feed;
  const { mappingText, ...parts } = withFeedChanges(feed, changes);
  const read = feedTrialObject.safeParse(parts);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `its changes cannot be used (${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}): undo the change`;
  }
  const { tables = {}, answers = {}, constants = {}, unmapped = {} } = read.data;
  return { ...feed, tables, answers, constants, unmapped, mappingText };
}

function clashOf({ name, title, connectionId, feed }: SetupRecord, config: FeedsOf): string | null {
  if (config.feeds.some((other) => other.name === name))
    return `The agency ${title} was set up here as ${name}, and the configuration has a feed of this name, which is used. Write another name there, or \`feedsync agencies remove ${name}\`.`;
  const same = config.feeds.find(
    (other) => other.connectionId === connectionId && other.urls.some((url) => url === feed.url),
  );
  return same === undefined
    ? null
    : `The agency ${title} was set up here as ${name}, and the configuration reads the same file for the same connection as ${same.name}, which is used. Remove it there, or \`feedsync agencies remove ${name}\`.`;
}

import type { ReadableFeed } from '../../inspect/listing/explain.js';
import type { Hold } from '../../model/hold.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import { connectionsOf, type Actor } from '../access/permissions.js';
import type { ServerDeps } from '../deps.js';
import { ApiError, notFound } from './errors.js';

export function maySee(actor: Actor, connectionId: string): boolean {
  const own = connectionsOf(actor);
  return own === null || own.includes(connectionId);
}

/**
 * The store as an account sees it: the lists of all feeds, connections and holds contain only those of the account. Reads by id are not
 * restricted, so an id must come from one of these lists or be checked with `maySee` first.
 */
export function storeFor(actor: Actor, store: Store): Store {
  const own = connectionsOf(actor);
  if (own === null) return store;
  const isOwn = ({ connectionId }: { connectionId: string }): boolean => maySee(actor, connectionId);
  const { feeds, connections, holds, figures } = store;
  return {
    ...store,
    feeds: { ...feeds, all: async () => (await feeds.all()).filter(isOwn) },
    connections: {
      ...connections,
      all: async () => (await connections.all()).filter(({ id }) => maySee(actor, id)),
    },
    holds: {
      ...holds,
      open: async (scope) => (await holds.open(scope)).filter(isOwn),
      all: async (scope) => (await holds.all(scope)).filter(isOwn),
    },
    figures: { ...figures, standings: (ids) => figures.standings(ids ?? own) },
  };
}

/** Returns the account's feed of this name. If two have the name, the one that is not orphaned. @throws ApiError */
export async function feedNamed(name: string, actor: Actor, store: Store): Promise<FeedRecord> {
  const named = (await storeFor(actor, store).feeds.all()).filter((feed) => feed.name === name);
  const feed = named.find(({ life }) => life !== 'orphaned') ?? named[0];
  if (feed === undefined) throw notFound('feed');
  return feed;
}

/**
 * Like `feedNamed`, for decisions, which name the feed that they change. An orphaned feed is refused: by now another agency's feed may have
 * its name.
 * @throws ApiError
 */
export async function configuredFeed(name: string, actor: Actor, store: Store): Promise<FeedRecord> {
  const feed = await feedNamed(name, actor, store);
  if (feed.life === 'orphaned')
    throw new ApiError('conflict', `Feed ${name} is not in the configuration any more: decide its hold.`);
  return feed;
}

/**
 * Returns a function that reads how a feed is configured now. The name of an orphaned feed may by now be the name of another agency's feed,
 * so the function checks that the account may see the feed that has the name now.
 */
export function readableFor({
  services,
  readable,
}: ServerDeps): (actor: Actor, name: string) => Promise<ReadableFeed | string> {
  return async (actor, name) => {
    const feed = await services.store.feeds.byName(name);
    return feed === null || !maySee(actor, feed.connectionId)
      ? `The feed ${name} is not in the configuration any more.`
      : readable(name);
  };
}

/** @throws ApiError if the account may not see the connection */
export function requireConnection(connectionId: string, actor: Actor): string {
  if (!maySee(actor, connectionId)) throw notFound('connection');
  return connectionId;
}

/** @throws ApiError */
export async function holdOf(id: number, actor: Actor, store: Store): Promise<Hold> {
  const found = await store.holds.get(id);
  if (found === null || !maySee(actor, found.hold.connectionId)) throw notFound('hold');
  return found.hold;
}

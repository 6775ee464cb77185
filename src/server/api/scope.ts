import type { ReadableFeed } from '../../inspect/listing/explain.js';
import type { Hold } from '../../model/hold.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import { connectionsOf, type Actor } from '../access/permissions.js';
import type { ServerDeps } from '../deps.js';
import { notFound } from './errors.js';

export function maySee(actor: Actor, connectionId: string): boolean {
  const own = connectionsOf(actor);
  return own === null || own.includes(connectionId);
}

/**
 * The store as an agency sees it where use cases ask for all feeds, connections or holds: its own are all there are. What is read
 * by an id is asked for only with ids that came from here, or after `maySee`.
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

/** Where a feed that is gone bears the same name, the other one. @throws ApiError */
export async function feedNamed(name: string, actor: Actor, store: Store): Promise<FeedRecord> {
  const named = (await storeFor(actor, store).feeds.all()).filter((feed) => feed.name === name);
  const feed = named.find(({ life }) => life !== 'orphaned') ?? named[0];
  if (feed === undefined) throw notFound('feed');
  return feed;
}

/** How a feed is read now. A feed that is gone may have the name that another agency’s feed has by now. */
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

/** @throws ApiError where a connection is named that they may not see */
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

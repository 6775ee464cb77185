import { stringify } from 'yaml';
import type { FeedConfig } from '../../config/feed-schema.js';
import { readWordSubject } from '../../core/setup/feed-changes.js';
import { shownVersions } from '../../core/setup/kept-copies.js';
import { callLibrary } from '../../platform/library.js';
import type { Suppression } from '../../model/daemon-request.js';
import type { FeedChangeRecord } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { unknownFeed, viewStore, type Context, type ScopeOptions } from '../context.js';
import { maybeIso } from '../print/times.js';

/** `feeds export`: what was stated and decided about feeds, as YAML; no addresses and no secrets. */
export async function exportFeeds(
  context: Context,
  _args: readonly string[],
  { feed: name }: ScopeOptions,
): Promise<Answer> {
  return viewStore(context, async ({ config, store, feedName }) => {
    const feeds = config.feeds.filter((feed) => name === undefined || feed.name === name);
    if (name !== undefined && feeds.length === 0) throw unknownFeed(name, config.feeds);
    const versions = shownVersions(await store.mappings.versions()).map((mapping) => ({
      ...mapping,
      feed: feedName(mapping.feedId),
    }));
    const connections = new Set(feeds.map(({ connectionId }) => connectionId));
    const suppressions = (await store.suppressions.all()).filter(({ connectionId }) =>
      connections.has(connectionId),
    );
    const names = new Set(feeds.map((feed) => `${feed.name} ${feed.connectionId}`));
    const changes = (await store.feedChanges.current()).filter(({ feed, connectionId }) =>
      names.has(`${feed} ${connectionId ?? ''}`),
    );
    const document = {
      feeds: feeds.map(feedDocument),
      mapping_versions: Object.fromEntries(
        feeds.map((feed) => [
          feed.name,
          Object.fromEntries(
            versions.filter((one) => one.feed === feed.name).map((one) => [one.name, one.version]),
          ),
        ]),
      ),
      suppressions: suppressions.map(suppressionDocument),
      changes: changes.map(changeDocument),
    };
    return {
      text: callLibrary('yaml', () => stringify(document, { lineWidth: 0 })).trimEnd(),
      json: document,
    };
  });
}

/** As it stands in a configuration. */
function feedDocument(feed: FeedConfig): Record<string, unknown> {
  const { name, connectionId, mapping, idPrefix, where, unmapped, answers, constants, tables } = feed;
  return {
    name,
    connection: connectionId,
    mapping,
    ...(idPrefix !== '' && { id_prefix: idPrefix }),
    ...(where !== null && { where }),
    answers,
    constants,
    tables,
    ...(Object.keys(unmapped).length > 0 && { unmapped }),
  };
}

/** Part of what stands under its feed already, with who said it; a mapping's text stands here alone. */
function changeDocument({
  feed,
  kind,
  subject,
  value,
  author,
  at,
}: FeedChangeRecord): Record<string, unknown> {
  const word = kind === 'word' ? readWordSubject(subject) : null;
  const what = word ?? (subject === '' ? {} : { subject });
  return { feed, kind, ...what, value, author, at: maybeIso(at) };
}

function suppressionDocument(suppression: Suppression): Record<string, unknown> {
  const { connectionId, externalId, reason, until, author, at } = suppression;
  return {
    connection: connectionId,
    external_id: externalId,
    reason,
    until: maybeIso(until),
    author,
    at: maybeIso(at),
  };
}

import { contentSettings } from '../../effective/feeds.js';
import { declarationOf, scopeOf, unreadFeeds } from '../../effective/feeds.js';
import { readMapping } from '../../effective/mappings.js';
import { mergedConfig } from '../../effective/merge.js';
import { openReader } from '../../assemble/reader.js';
import type { FeedConfig } from '../../config/feed-schema.js';
import type { Config } from '../../config/schema.js';
import { feedSteps, type FeedStep } from '../../core/removals/feed-life.js';
import { mappedContext } from '../../sync/snapshot/kept-context.js';
import { createReference } from '../../core/content/places.js';
import type { Store } from '../../store/store.js';
import { isRereadFromStart } from '../../sync/removals/absence-doubt.js';
import { knownFeeds } from '../../sync/agencies/declare-feeds.js';
import { feedContext } from '../../sync/snapshot/take-snapshot.js';
import type { Context } from '../context.js';
import { count } from '../print/text.js';

export interface ConfigDiff {
  lines: string[];
  document: Record<string, unknown>[];
}

/** What applying this configuration would change in the known feeds. It removes no listing. */
export async function configDiff(context: Context, config: Config): Promise<ConfigDiff> {
  const store = await openReader(config, context.machine.clock).catch(() => null);
  try {
    const known = store === null ? [] : await knownFeeds(store);
    const merged = store === null ? config : (await mergedConfig(config, store)).config;
    const steps = feedSteps(merged.feeds.map(declarationOf), known, unreadFeeds(merged));
    const changes = steps.filter(({ kind }) => kind !== 'same');
    const diff: ConfigDiff = { lines: [], document: [] };
    for (const step of changes) {
      const owned = step.kind === 'orphaned' ? await store?.listings.ownedSince(step.id, null) : undefined;
      diff.lines.push(sentenceOf(step, owned?.length ?? 0));
      const { kind, name } = step;
      diff.document.push({
        change: kind,
        feed: name,
        ...('from' in step && { from: step.from }),
        ...('problem' in step && { problem: step.problem }),
        ...('why' in step && { why: step.why, listings: owned?.length ?? 0 }),
      });
    }
    for (const name of store === null ? [] : await withOtherSource(merged, steps, store)) {
      diff.lines.push(
        `${name}: reads from another source (url, urls, changes_url, auth, headers) or selects other records (where): listings that are missing then stay, and a hold asks about them`,
      );
      diff.document.push({ change: 'read_anew', feed: name });
    }
    for (const name of store === null ? [] : await withOtherMapping(merged, steps, store)) {
      diff.lines.push(
        `${name}: all records are mapped again, because the mapping, answers, constants, tables, time zone, where, encoding, the portal's vocabulary, the agency's photos or feedsync itself changed since its last poll: at once from the stored records if the configuration changed, otherwise at its next poll`,
      );
      diff.document.push({ change: 'mapped_anew', feed: name });
    }
    return diff;
  } finally {
    await store?.close();
  }
}

/** Continuing feeds whose next file comes from another source or is read only in part. */
async function withOtherSource(config: Config, steps: readonly FeedStep[], store: Store): Promise<string[]> {
  const names: string[] = [];
  for (const { feed, id } of continuingFeeds(config, steps))
    if (await isRereadFromStart({ id, scope: scopeOf(feed) }, store)) names.push(feed.name);
  return names;
}

/** Continuing feeds whose records were mapped under another configuration or another vocabulary of the portal. */
async function withOtherMapping(config: Config, steps: readonly FeedStep[], store: Store): Promise<string[]> {
  const known = await store.reference.known();
  // If places are looked up one by one, only the daemon knows the current ones.
  if (known === null || config.portal.protocol.places_need_query) return [];
  const reference = createReference(known.vocabulary.vocabulary, known.places.places);
  const names: string[] = [];
  for (const { feed, id } of continuingFeeds(config, steps)) {
    const row = await store.feeds.get(id);
    const before = row === null ? null : mappedContext(row);
    if (before === null) continue;
    const loaded = await readMapping(config, feed, await store.mappings.ofFeed(id), { row });
    const connection = await store.connections.get(feed.connectionId);
    const now = loaded.ok
      ? feedContext(
          { ...feed, mapping: loaded.mapping, content: contentSettings(feed) },
          reference,
          connection,
        )
      : null;
    if (now !== null && now !== before) names.push(feed.name);
  }
  return names;
}

function continuingFeeds(config: Config, steps: readonly FeedStep[]): { feed: FeedConfig; id: number }[] {
  const ids = new Map(
    steps.flatMap((step) => ('id' in step && step.kind !== 'orphaned' ? [[step.name, step.id]] : [])),
  );
  return config.feeds.flatMap((feed) => {
    const id = ids.get(feed.name);
    return id === undefined ? [] : [{ feed, id }];
  });
}

function sentenceOf(step: FeedStep, listings: number): string {
  const { name } = step;
  switch (step.kind) {
    case 'new':
      return `${name}: new in connection ${step.connectionId}`;
    case 'same':
      return `${name}: unchanged`;
    case 'returned':
      return `${name}: back in the configuration: it is polled again, and its hold is closed`;
    case 'renamed':
      return `${name}: renamed from ${step.from}, with its history`;
    case 'given':
      return `${name}: new name of ${step.from}; its listings are transferred`;
    case 'orphaned':
      return `${name}: ${step.why === 'gone' ? 'no longer in the configuration' : 'has another connection'}: ${count(listings, 'listing')} stay on the portal, and a hold asks about them`;
    case 'refused':
      return `${name}: cannot run: ${step.problem}`;
  }
}

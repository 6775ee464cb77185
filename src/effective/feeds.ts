import type { FeedId } from '../model/ids.js';
import { createHash } from 'node:crypto';
import type { Kept } from './mapping-files.js';
import type { PresetInUse } from './mapping-files.js';
import { readMapping, type ReadMapping } from './mappings.js';
import { gainingStates } from './preset-versions.js';
import { copiedBases, restingCopies } from '../core/setup/kept-copies.js';
import { mergedConfig, type StoppedFeed } from './merge.js';
import type { FeedConfig } from '../config/feed-schema.js';
import { addressesOf } from '../config/redacted.js';
import type { Config } from '../config/schema.js';
import { mergedBands, serbianBands } from '../core/content/guard/bands.js';
import type { UnreadFeeds } from '../core/removals/feed-life.js';
import type { Schedule } from '../model/schedule.js';
import type { FeedSource } from '../feed/fetch/fetch-feed.js';
import { redactUrl } from '../feed/fetch/redact-url.js';
import { sourceOf } from '../feed/fetch/share-links.js';
import type { CompiledMapping } from '../mapping/compile/load-mapping.js';
import { saveRefusedBases, type RefusedBase } from '../store/facts/mapping-bases.js';
import { saveMappingGains, type MappingGain } from '../store/facts/mapping-gains.js';
import type { FeedRecord, KeptMapping } from '../model/feed.js';
import { saveStoppedFeeds } from '../store/facts/stopped-feeds.js';
import { declareFeeds, type FeedDeclaration } from '../sync/agencies/declare-feeds.js';
import { resumeChanged } from '../sync/poll/feed-deaths.js';
import { sourceKey } from '../sync/snapshot/fetch-source.js';
import type { ContentSettings, Feed, Services } from '../sync/services/services.js';

export type { StoppedFeed } from './merge.js';

const hourMs = 3_600_000;

export interface AssembledFeeds {
  feeds: Feed[];
  stopped: StoppedFeed[];
  /** The configuration with the feeds as they run. */
  settled: Config;
}

/**
 * Aligns the store with the configured feeds and the feeds of agencies that were set up here, and prepares those that can run.
 */
export async function assembleFeeds(
  configuration: Config,
  services: Pick<Services, 'store' | 'clock' | 'guard'>,
): Promise<AssembledFeeds> {
  const { config, stopped: unusable } = await mergedConfig(configuration, services.store);
  const { rows, refused } = await declareFeeds(
    config.feeds.map(declarationOf),
    unreadFeeds(config),
    services,
  );
  const ready: ReadyFeed[] = [];
  const bases: Omit<RefusedBase, 'since'>[] = [];
  const gains: Omit<MappingGain, 'since'>[] = [];
  const stopped = [...unusable, ...[...refused].map(([name, problem]) => ({ name, problems: [problem] }))];
  for (const feed of config.feeds) {
    const row = rows.get(feed.name);
    if (row === undefined) continue;
    const kept = await services.store.mappings.ofFeed(row.id);
    const loaded = await readMapping(config, feed, kept, { guard: services.guard, row });
    if (loaded.ok) await keepPresets(row.id, loaded.presets, kept, services);
    bases.push(...refusedBasesOf(feed.name, loaded));
    if (loaded.ok) gains.push(...gainsOf(feed.name, loaded.presets));
    const noKind = loaded.ok ? whyNoKind(feed, loaded.mapping) : null;
    if (noKind !== null) stopped.push({ name: feed.name, problems: [noKind] });
    else if (loaded.ok) ready.push({ ...loaded, feed, id: row.id, sources: sourcesOf(feed, loaded.mapping) });
    else stopped.push({ name: feed.name, problems: loaded.problems });
  }
  const problems = stopped.flatMap(({ name, problems: [problem = ''] }) => [[name, problem] as const]);
  await saveStoppedFeeds(services.store, new Map(problems));
  await saveRefusedBases(services.store, bases, services.clock.now());
  await saveMappingGains(services.store, gains, services.clock.now());
  const shared = sharedSources(ready);
  const feeds = ready.map((one) => toFeed(one, shared));
  await resumeChanged(feeds, services);
  return { feeds, stopped, settled: config };
}

/** Bases that the feed's mapping extends but may not: the feed runs on kept copies, or not at all. */
function refusedBasesOf(feed: string, loaded: ReadMapping): Omit<RefusedBase, 'since'>[] {
  if (loaded.ok) return copiedBases(loaded.presets).map((base) => ({ feed, base, isCopied: true }));
  const { refusedBase: base } = loaded;
  return base === null ? [] : [{ feed, base, isCopied: false }];
}

function gainsOf(feed: string, presets: readonly PresetInUse[]): Omit<MappingGain, 'since'>[] {
  return gainingStates(presets).map(({ name, offered }) => {
    return { feed, mapping: name, version: offered?.version ?? 0 };
  });
}

/** Keeps the presets that a feed runs on now, so that it stays on them when their names stand for other files. */
async function keepPresets(
  feedId: FeedId,
  presets: readonly PresetInUse[],
  kept: readonly KeptMapping[],
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  const all = [...presets, ...restingCopies(kept, presets)];
  const inOrder = (list: readonly Kept[]): string =>
    String(list.map(({ name, version, origin, text }) => [name, version, origin, text].join('\n')).sort());
  if (inOrder(all) !== inOrder(kept)) await store.mappings.keep(feedId, all);
}

/** `auto` works only if the mapping says where a file states its kind. */
function whyNoKind({ kind }: FeedConfig, { name, file }: CompiledMapping): string | null {
  if (kind !== 'auto' || file.kind !== null) return null;
  return `kind: auto lets each file say whether it holds everything or only changes, but the mapping ${name} does not say where: add "kind:" to it, such as kind: { from: /header/content, table: content }, or write kind: full or kind: delta for the feed. Nothing is changed for this feed.`;
}

export function declarationOf(feed: FeedConfig): FeedDeclaration {
  const { name, renamedFrom, connectionId, idPrefix, mapping } = feed;
  const kind = kindOf(feed);
  const sourceHash = createHash('sha256')
    .update(JSON.stringify([feed.urls, feed.auth, feed.headers, ...Object.entries(feed.urlHeaders)]))
    .digest('hex');
  const urls = addressesOf(feed)
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
  const hosts = [...new Set(urls.map((url) => sourceOf(url, url.host)))].filter((host) => host !== '');
  const { weight } = feed;
  return {
    ...{ name, renamedFrom, connectionId, idPrefix, mapping, kind, sourceHash, hosts, weight },
    schedule: scheduleOf(feed, feed.name),
  };
}

/** With a second address for changes, a feed has files of both kinds. */
function kindOf({ kind, changesUrl }: FeedConfig): FeedRecord['kind'] {
  return changesUrl === null ? kind : 'auto';
}

function changesOf(feed: FeedConfig, mapping: CompiledMapping): Feed['changes'] {
  if (feed.changesUrl === null) return null;
  const source = { ...feedSource(feed, feed.changesUrl), ...memberOf(mapping) };
  return { source, sourceHash: sourceKey(source) };
}

/** Identifies the source of a feed, its credentials and the record selection. */
export function scopeOf(feed: FeedConfig): string {
  const { where, changesUrl } = feed;
  const changes = changesUrl === null ? [] : [sourceKey(feedSource(feed, changesUrl))];
  return JSON.stringify([declarationOf(feed).sourceHash, where, ...changes]);
}

/** Feeds that an unreadable file of `feeds_dir` would declare: they do not count as removed. */
export function unreadFeeds({ unread }: Config): UnreadFeeds {
  const names = unread.flatMap(({ name }) => (name === null ? [] : [name]));
  return { names: new Set(names), any: unread.some(({ name }) => name === null) };
}

interface ReadyFeed {
  feed: FeedConfig;
  id: number;
  mapping: CompiledMapping;
  isGuarded: boolean;
  sources: readonly FeedSource[];
}

function toFeed({ feed, id, mapping, isGuarded, sources }: ReadyFeed, shared: ReadonlySet<string>): Feed {
  const keys = sources.map(sourceKey);
  const sharedKey = keys.find((key) => shared.has(key));
  return {
    id,
    name: feed.name,
    connectionId: feed.connectionId,
    sources,
    changes: changesOf(feed, mapping),
    part: null,
    scope: scopeOf(feed),
    sharedSources: shared,
    shownUrl: redactUrl(new URL(feed.urls[0] ?? '')),
    kind: kindOf(feed),
    encoding: feed.encoding,
    mapping,
    isGuarded,
    photoTokens: mapping.photoTokens,
    emptyState: feed.emptyState,
    photoCheck: feed.photoCheck,
    minRecords: feed.minRecords,
    ignoreMore: feed.ignoreMore,
    removals: feed.removals,
    content: contentSettings(feed),
    // Feeds with a common source start together, so that one fetch serves them.
    schedule: scheduleOf(feed, sharedKey ?? feed.name),
  };
}

/** How the content guard treats a feed. */
export function contentSettings({ contentGuard: mode, bands: own, onRequest }: FeedConfig): ContentSettings {
  const isDefault = mode === 'hold' && onRequest === 'inactive' && Object.keys(own).length === 0;
  return {
    mode,
    onRequest,
    bands: mergedBands(serbianBands, own),
    key: isDefault ? '' : JSON.stringify([mode, onRequest, own]),
  };
}

function scheduleOf({ schedule: cron, timezone }: FeedConfig, key: string): Schedule {
  return { cron, timezone, spread: { key, withinMs: hourMs } };
}

/** A feed that is not in the store yet, to be read once. */
export function feedToRead(
  feed: FeedConfig,
  { mapping, isGuarded }: Pick<Feed, 'mapping' | 'isGuarded'>,
): Feed {
  return toFeed({ feed, id: 0, mapping, isGuarded, sources: sourcesOf(feed, mapping) }, new Set());
}

function sharedSources(feeds: readonly ReadyFeed[]): Set<string> {
  const keys = feeds.flatMap(({ feed, mapping, sources }) => {
    const changes = changesOf(feed, mapping);
    return [...sources.map(sourceKey), ...(changes === null ? [] : [changes.sourceHash])];
  });
  return new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
}

function sourcesOf(feed: FeedConfig, mapping: CompiledMapping): FeedSource[] {
  return feed.urls.map((url) => {
    const given = feed.urlHeaders[url];
    return {
      ...feedSource(feed, url),
      ...memberOf(mapping),
      ...(given !== undefined && { given }),
    };
  });
}

function memberOf({ format: { member } }: CompiledMapping): Pick<FeedSource, 'member'> {
  return member === undefined ? {} : { member };
}

/** The source of a feed. */
export function feedSource({ auth, headers }: FeedConfig, url: string): FeedSource {
  return { url: new URL(url), ...(auth !== null && { auth }), headers };
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { FeedConfig } from './config/feed-schema.js';
import type { Config } from './config/schema.js';
import type { UnreadFeeds } from './core/feed-life.js';
import type { FeedSource } from './feed/fetch-feed.js';
import { redactUrl } from './feed/redact-url.js';
import { loadMapping, type CompiledMapping, type MappingError } from './mapping/load-mapping.js';
import { declareFeeds, type FeedDeclaration } from './sync/declare-feeds.js';
import { sourceKey } from './sync/fetch-source.js';
import type { Feed, Services } from './sync/services.js';

/** A feed of the configuration that cannot run, with sentences why; the others go on. */
export interface StoppedFeed {
  name: string;
  problems: string[];
}

/** The configuration's feeds: the store is brought in line with them, and those that can run are made ready. */
export async function assembleFeeds(
  config: Config,
  services: Pick<Services, 'store' | 'clock'>,
): Promise<{ feeds: Feed[]; stopped: StoppedFeed[] }> {
  const { rows, refused } = await declareFeeds(
    config.feeds.map(declarationOf),
    unreadFeeds(config),
    services,
  );
  const shared = sharedSources(config.feeds);
  const feeds: Feed[] = [];
  const stopped: StoppedFeed[] = [...refused].map(([name, problem]) => ({ name, problems: [problem] }));
  for (const feed of config.feeds) {
    const row = rows.get(feed.name);
    if (row === undefined) continue;
    if (feed.kind !== 'full') {
      stopped.push({ name: feed.name, problems: [noDeltas(feed.kind)] });
      continue;
    }
    const loaded = await readMapping(config, feed);
    if (loaded.ok) feeds.push(toFeed(feed, row.id, shared, loaded.mapping));
    else stopped.push({ name: feed.name, problems: loaded.problems });
  }
  return { feeds, stopped };
}

/** Read as a full one, a file of changes would make everything else absent. */
function noDeltas(kind: string): string {
  return `kind: ${kind} is not read by this version: it would take a file of changes for the whole. Nothing of this feed is changed; ask its software for a full export and write kind: full.`;
}

export function declarationOf(feed: FeedConfig): FeedDeclaration {
  const { name, renamedFrom, connectionId, idPrefix, mapping } = feed;
  const sourceHash = createHash('sha256')
    .update(JSON.stringify([feed.urls, feed.auth, feed.headers]))
    .digest('hex');
  return { name, renamedFrom, connectionId, idPrefix, mapping, sourceHash };
}

/** Feeds that a file of `feeds_dir` would declare if it could be read: none of them is gone. */
export function unreadFeeds({ unread }: Config): UnreadFeeds {
  const names = unread.flatMap(({ name }) => (name === null ? [] : [name]));
  return { names: new Set(names), any: unread.some(({ name }) => name === null) };
}

function toFeed(feed: FeedConfig, id: number, shared: ReadonlySet<string>, mapping: CompiledMapping): Feed {
  const hourMs = 3_600_000;
  const sources = sourcesOf(feed);
  const keys = sources.map(sourceKey);
  const sharedKey = keys.find((key) => shared.has(key));
  return {
    id,
    name: feed.name,
    connectionId: feed.connectionId,
    sources,
    sharedSources: shared,
    shownUrl: redactUrl(new URL(feed.urls[0] ?? '')),
    encoding: feed.encoding,
    mapping,
    photoTokens: [],
    minRecords: feed.minRecords,
    removals: feed.removals,
    schedule: {
      cron: feed.schedule,
      timezone: feed.timezone,
      // Feeds of one source start together, so that one fetch serves them.
      spread: { key: sharedKey ?? feed.name, withinMs: hourMs },
    },
  };
}

function sharedSources(feeds: readonly FeedConfig[]): Set<string> {
  const keys = feeds.flatMap((feed) => sourcesOf(feed).map(sourceKey));
  return new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
}

function sourcesOf(feed: FeedConfig): FeedSource[] {
  return feed.urls.map((url) => feedSource(feed, url));
}

/** Where a feed is read from. */
export function feedSource({ auth, headers }: FeedConfig, url: string): FeedSource {
  return { url: new URL(url), ...(auth !== null && { auth }), headers };
}

/** A mapping by name in the configured folder, or by path, with the agency's own words, constants and answers over it. */
export async function readMapping(
  config: Config,
  feed: FeedConfig,
): Promise<{ ok: true; mapping: CompiledMapping } | { ok: false; problems: string[] }> {
  const file = mappingFile(config.mappings, feed.mapping);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return {
      ok: false,
      problems: [
        `there is no mapping ${feed.mapping} (looked for ${file}): write the name of one that is there, or its path`,
      ],
    };
  }
  const { tables, constants, answers, idPrefix, timezone, where } = feed;
  const businessPremises = config.portal.protocol.business_premises;
  const { delimiter, quote, header } = feed;
  const dialect = { delimiter, quote, header };
  const overrides = { tables, constants, answers, idPrefix, timezone, where, businessPremises, dialect };
  const loaded = loadMapping(text, { file, overrides });
  if (loaded.ok) return loaded;
  return { ok: false, problems: loaded.errors.map(sentenceOf) };
}

/** A mistake in the feed's own tables or constants has no place in the mapping file. */
function sentenceOf({ file, line, column, message }: MappingError): string {
  return line === null ? message : `${file}:${line}:${column ?? 1} ${message}`;
}

/** Where a mapping lies that a feed names. */
export function mappingFile(folder: string, mapping: string): string {
  if (isAbsolute(mapping) || dirname(mapping) !== '.' || mapping.endsWith('.yaml')) return resolve(mapping);
  return resolve(folder, `${mapping}.yaml`);
}

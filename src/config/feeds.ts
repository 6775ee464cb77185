import { feedSchema, type FeedConfig } from './feed-schema.js';
import type { ConfigProblem } from './problems.js';
import { errorMap, problemsOf } from './schema-problems.js';
import { withUnresolved, type Source } from './source.js';

/** One element of `feeds:` in a file. */
export interface FeedEntry {
  source: Source;
  index: number;
  raw: unknown;
}

export interface DeclaredFeed {
  source: Source;
  name: string | null;
  /** Null if it has problems. */
  config: FeedConfig | null;
  problems: ConfigProblem[];
}

/** The elements of `feeds:` in a file; none if it is not a list, which the file's own schema reports. */
export function feedEntries(source: Source): FeedEntry[] {
  const list = isMap(source.value) ? source.value.feeds : undefined;
  return Array.isArray(list) ? list.map((raw: unknown, index) => ({ source, index, raw })) : [];
}

/**
 * Parses feeds on top of what they inherit from the main document: `feed_defaults`, `timezone`, `removals` and `content_guard`. Of two feeds
 * that exclude each other (one name, or one URL in one connection), the later one has the problem.
 */
export function declareFeeds(entries: readonly FeedEntry[], mainDocument: unknown): DeclaredFeed[] {
  const inherited = inheritedBy(mainDocument);
  const claims = new Map<string, string>();
  return entries.map((entry) => {
    const { problems, config } = parseFeed(entry, inherited);
    if (config !== null) problems.push(...clashes(entry, config, claims));
    return {
      source: entry.source,
      name: isMap(entry.raw) && typeof entry.raw.name === 'string' ? entry.raw.name : null,
      config: problems.length === 0 ? config : null,
      problems,
    };
  });
}

export type RawMap = Readonly<Record<string, unknown>>;

/** What every feed inherits from the main document. */
export function inheritedBy(mainDocument: unknown): RawMap {
  const document = isMap(mainDocument) ? mainDocument : {};
  const shared = Object.fromEntries(
    ['timezone', 'removals', 'content_guard']
      .filter((key) => key in document)
      .map((key) => [key, document[key]]),
  );
  return isMap(document.feed_defaults) ? mergeMaps(shared, document.feed_defaults) : shared;
}

function parseFeed(
  { source, index, raw }: FeedEntry,
  inherited: RawMap,
): { problems: ConfigProblem[]; config: FeedConfig | null } {
  const at = ['feeds', index];
  const parsed = feedSchema.safeParse(isMap(raw) ? mergeMaps(inherited, raw) : raw, { error: errorMap });
  const found = parsed.success ? [] : problemsOf(parsed.error, source.document, { at, inherited });
  const isOwn = ({ key }: ConfigProblem): boolean => `${key}.`.startsWith(`feeds[${index}].`);
  return { problems: withUnresolved(source, found).filter(isOwn), config: parsed.data ?? null };
}

/** Records what this feed claims, and reports what an earlier feed has claimed. */
function clashes(
  { source: { document }, index }: FeedEntry,
  feed: FeedConfig,
  claims: Map<string, string>,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const claim = (what: string, path: readonly PropertyKey[], message: (other: string) => string): void => {
    const at = ['feeds', index, ...path];
    const other = claims.get(what);
    const here = document.problem(at, '');
    if (other === undefined) claims.set(what, `${here.file}:${here.line}`);
    else problems.push(document.problem(at, message(other)));
  };
  claim(
    `name ${feed.name}`,
    ['name'],
    (other) => `is also the name of another feed (${other}); write another name`,
  );
  for (const [i, url] of feed.urls.entries()) {
    claim(
      `url ${feed.connectionId} ${url}`,
      document.has(['feeds', index, 'url']) ? ['url'] : ['urls', i],
      (other) => `is already read for this connection (${other}); keep one of the two`,
    );
  }
  if (feed.changesUrl !== null)
    claim(
      `url ${feed.connectionId} ${feed.changesUrl}`,
      ['changes_url'],
      (other) => `is already read for this connection (${other}); write the address of the changes`,
    );
  return problems;
}

/** Maps are merged key by key at every level; anything else is replaced. */
export function mergeMaps(under: RawMap, over: RawMap): RawMap {
  const merged = new Map(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(under, key) ? under[key] : undefined;
    merged.set(key, isMap(below) && isMap(value) ? mergeMaps(below, value) : value);
  }
  return Object.fromEntries(merged);
}

function isMap(value: unknown): value is RawMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { feedSchema, type FeedConfig } from './feed-schema.js';
import { mergeMaps, type RawMap } from './feeds.js';
import { errorMap } from './schema-problems.js';

/** Stands for the connection of a feed that has none yet. */
const noConnection = '00000000-0000-0000-0000-000000000000';

/** A feed of the store: what is written of it, and what is known besides. */
export interface StoreFeed {
  name: string;
  /** Null while its agency has none. */
  connectionId: string | null;
  /** As a feed is written in the configuration, without these two. */
  document: Readonly<Record<string, unknown>>;
}

export type ReadStoreFeed = { ok: true; feed: FeedConfig } | { ok: false; problems: string[] };

/** What of a feed only the configuration may say: a name of its own, a connection, files of this machine. */
const keysElsewhere = ['name', 'connection', 'renamed_from'];

/** Parses a feed of the store by the rules of the configuration, over what all feeds inherit from that. */
export function readStoreFeed({ name, connectionId, document }: StoreFeed, inherited: RawMap): ReadStoreFeed {
  const stray = keysElsewhere.filter((key) => key in document);
  if (stray.length > 0)
    return { ok: false, problems: [`${stray.join(', ')}: may not stand here; the agency says it`] };
  const raw = mergeMaps(inherited, { ...document, name, connection: connectionId ?? noConnection });
  const parsed = feedSchema.safeParse(raw, { error: errorMap });
  if (parsed.success) return { ok: true, feed: parsed.data };
  return { ok: false, problems: parsed.error.issues.map((issue) => sentenceOf(issue)) };
}

function sentenceOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  const at = path.map(String).join('.');
  return at === '' ? message : `${at} ${message}`;
}

/**
 * Whether what is written of a feed names files of this machine: an address (`file:`), or a mapping by its path. Whoever comes over
 * the network may not.
 */
export function namesFiles(document: Readonly<Record<string, unknown>>): boolean {
  const { url, urls, mapping } = document;
  const listed: unknown[] = Array.isArray(urls) ? urls : [];
  const addresses = [url, ...listed.map((entry) => addressOf(entry))];
  const isFile = addresses.some((address) => typeof address === 'string' && /^\s*file:/i.test(address));
  return isFile || (typeof mapping === 'string' && !/^[A-Za-z0-9_-]+$/.test(mapping));
}

function addressOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'url' in entry ? entry.url : entry;
}

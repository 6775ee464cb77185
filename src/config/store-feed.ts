import { feedSchema, type FeedConfig } from './feed-schema.js';
import { mergeMaps, type RawMap } from './feeds.js';
import { errorMap } from './schema-problems.js';

/** Placeholder for the connection of a feed that has none yet. */
const noConnection = '00000000-0000-0000-0000-000000000000';

/** A feed of the store: its document, and what is stored beside it. */
export interface StoreFeed {
  name: string;
  /** Null while the agency has no connection. */
  connectionId: string | null;
  /** A feed as in the configuration, without name and connection. */
  document: Readonly<Record<string, unknown>>;
}

export type ReadStoreFeed = { ok: true; feed: FeedConfig } | { ok: false; problems: string[] };

/** Keys that the document of a stored feed may not have. */
const keysElsewhere = ['name', 'connection', 'renamed_from'];

/** Parses a feed of the store by the rules of the configuration, with the same inherited values. */
export function readStoreFeed({ name, connectionId, document }: StoreFeed, inherited: RawMap): ReadStoreFeed {
  const stray = keysElsewhere.filter((key) => key in document);
  if (stray.length > 0)
    return { ok: false, problems: [`${stray.join(', ')}: not allowed here; it is set with the agency`] };
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
 * Whether a feed's document names files of this machine: a `file:` address, or a mapping by path. Requests over the network may not.
 */
export function namesFiles(document: Readonly<Record<string, unknown>>): boolean {
  const { url, urls, changes_url: changes, mapping } = document;
  const listed: unknown[] = Array.isArray(urls) ? urls : [];
  const addresses = [url, changes, ...listed.map((entry) => addressOf(entry))];
  const isFile = addresses.some((address) => typeof address === 'string' && /^\s*file:/i.test(address));
  return isFile || (typeof mapping === 'string' && !/^[A-Za-z0-9_-]+$/.test(mapping));
}

function addressOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'url' in entry ? entry.url : entry;
}

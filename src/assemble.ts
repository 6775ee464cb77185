import { mkdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Config } from './config/schema.js';
import type { FeedConfig } from './config/feed-schema.js';
import { createEmbeddedEngine, type Engine } from './engine/embedded.js';
import type { FeedSource } from './feed/fetch-feed.js';
import { redactUrl } from './feed/redact-url.js';
import { loadMapping, type CompiledMapping, type MappingError } from './mapping/load-mapping.js';
import { systemClock, type Clock } from './platform/clock.js';
import { noCrashPoints, type CrashPoints } from './platform/crash-points.js';
import type { Fetcher } from './platform/fetcher.js';
import { createFileSpool } from './platform/file-spool.js';
import { createGuardedFetcher } from './platform/guarded-fetcher.js';
import { createHttpTransport } from './platform/http-transport.js';
import { silentLog, type Log } from './platform/log.js';
import { acquireLock, type ProcessLock } from './platform/process-lock.js';
import { systemRandom, type Random } from './platform/random.js';
import type { Transport } from './platform/transport.js';
import { createPortalClient, type PortalClient } from './portal/client.js';
import { openStore } from './store/open-store.js';
import type { Store } from './store/store.js';
import { dueWork, type JobReport } from './sync/due-work.js';
import { meterRequests } from './sync/metered-transport.js';
import type { Feed, Services } from './sync/services.js';

/** The outside world, replaceable by tests and by the simulator. */
export interface Seams {
  clock: Clock;
  random: Random;
  transport: Transport;
  fetcher: Fetcher;
  crashPoints: CrashPoints;
  log: Log;
}

/** A feed of the configuration that cannot run, with sentences why; the others go on. */
export interface StoppedFeed {
  name: string;
  problems: string[];
}

export interface App {
  config: Config;
  services: Services;
  feeds: Feed[];
  stopped: StoppedFeed[];
  engine: Engine;
  close(): Promise<void>;
}

/** Something a person must put right before anything can start: one paragraph, no stack. */
export class AssemblyError extends Error {
  constructor(
    readonly code: 'locked' | 'key' | 'store',
    message: string,
  ) {
    super(message);
    this.name = 'AssemblyError';
  }
}

const requestTimeoutMs = 60_000;

export function systemSeams(log: Log = silentLog): Seams {
  return {
    clock: systemClock,
    random: systemRandom,
    transport: createHttpTransport(),
    fetcher: createGuardedFetcher(),
    crashPoints: noCrashPoints,
    log,
  };
}

/** The portal alone, for commands that need no store. @throws AssemblyError where the key cannot be read */
export async function openPortal(config: Config, seams: Seams): Promise<PortalClient> {
  return createPortalClient({
    baseUrl: config.portal.baseUrl,
    keyId: config.portal.keyId,
    privateKeyPem: await readKey(config.portal.privateKeyFile),
    protocol: config.portal.protocol,
    transport: seams.transport,
    clock: seams.clock,
    random: seams.random,
    timeoutMs: requestTimeoutMs,
  });
}

/** The store alone, read only: beside a daemon or without one. */
export function openReader(config: Config, seams: Seams): Promise<Store> {
  return openStore(storeUrl(config), { readOnly: true, clock: seams.clock });
}

export function storeUrl({ store }: Config): string {
  return store.kind === 'sqlite' ? `sqlite:${store.path}` : store.url;
}

/** Where the process lock lies: beside the store, so that one store has one daemon. */
export function lockPath(config: Config): string {
  return config.store.kind === 'sqlite' ? `${config.store.path}.lock` : join(config.dataDir, 'feedsync.lock');
}

/**
 * Everything that writes: takes the process lock, opens the store, declares the feeds.
 * @throws AssemblyError
 */
export async function openApp(
  config: Config,
  seams: Seams,
  onReport?: (report: JobReport) => void,
): Promise<App> {
  await mkdir(dirname(lockPath(config)), { recursive: true, mode: 0o700 });
  const lock = acquireLock(lockPath(config));
  if (lock === null)
    throw new AssemblyError(
      'locked',
      'Another feedsync process works on this store. One store has one daemon: stop the other one, or give this one its own `store` and `data_dir`.',
    );
  try {
    return await openUnderLock(config, seams, lock, onReport);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openUnderLock(
  config: Config,
  seams: Seams,
  lock: ProcessLock,
  onReport?: (report: JobReport) => void,
): Promise<App> {
  const { clock, log } = seams;
  const store = await openStore(storeUrl(config), { clock });
  const { keyId, protocol } = config.portal;
  const transport = meterRequests(seams.transport, {
    store,
    clock,
    keyId,
    windowSeconds: protocol.rate_window_seconds,
  });
  const services: Services = {
    ...seams,
    store,
    protocol,
    keyId,
    portal: await openPortal(config, { ...seams, transport }),
    spool: createFileSpool(config.dataDir),
    limits: {
      fetch: config.fetch,
      snapshots: {
        keep: config.retention.snapshots,
        maxAgeMs: config.retention.snapshotDays * 24 * 3_600_000,
      },
      pinMs: config.removals.pinDays * 24 * 3_600_000,
    },
  };
  const { feeds, stopped } = await declareFeeds(config, store, clock);
  const engine = createEmbeddedEngine(() => dueWork(feeds, services), log, onReport);
  const close = async (): Promise<void> => {
    await engine.stop();
    await store.close();
    lock.release();
  };
  return { config, services, feeds, stopped, engine, close };
}

async function declareFeeds(
  config: Config,
  store: Store,
  clock: Clock,
): Promise<{ feeds: Feed[]; stopped: StoppedFeed[] }> {
  const feeds: Feed[] = [];
  const stopped: StoppedFeed[] = [];
  for (const feed of config.feeds) {
    const loaded = await readMapping(config, feed);
    if (!loaded.ok) {
      stopped.push({ name: feed.name, problems: loaded.problems });
      continue;
    }
    const [url] = feed.urls;
    if (url === undefined) continue;
    const sourceHash = createHash('sha256')
      .update(JSON.stringify([feed.urls, feed.auth, feed.headers]))
      .digest('hex');
    const row = await store.feeds.declare(
      { name: feed.name, connectionId: feed.connectionId, sourceHash, mapping: feed.mapping },
      clock.now(),
    );
    feeds.push(toFeed(feed, row.id, url, loaded.mapping));
  }
  await store.connections.ensure([...new Set(feeds.map((feed) => feed.connectionId))]);
  return { feeds, stopped };
}

function toFeed(feed: FeedConfig, id: number, url: string, mapping: CompiledMapping): Feed {
  const hourMs = 3_600_000;
  return {
    id,
    name: feed.name,
    connectionId: feed.connectionId,
    source: feedSource(feed, url),
    shownUrl: redactUrl(new URL(url)),
    encoding: feed.encoding,
    mapping,
    photoTokens: [],
    removals: feed.removals,
    schedule: { cron: feed.schedule, timezone: feed.timezone, spread: { key: feed.name, withinMs: hourMs } },
  };
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
    return { ok: false, problems: [`there is no mapping ${feed.mapping} (looked for ${file})`] };
  }
  const { tables, constants, answers, idPrefix, timezone } = feed;
  const businessPremises = config.portal.protocol.business_premises;
  const overrides = { tables, constants, answers, idPrefix, timezone, businessPremises };
  const loaded = loadMapping(text, { file, overrides });
  if (loaded.ok) return loaded;
  return { ok: false, problems: loaded.errors.map(sentenceOf) };
}

/** A mistake in the feed's own tables or constants has no place in the mapping file. */
function sentenceOf({ file, line, column, message }: MappingError): string {
  return line === null ? message : `${file}:${line}:${column ?? 1} ${message}`;
}

function mappingFile(folder: string, mapping: string): string {
  if (isAbsolute(mapping) || dirname(mapping) !== '.' || mapping.endsWith('.yaml')) return resolve(mapping);
  return resolve(folder, `${mapping}.yaml`);
}

async function readKey(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new AssemblyError(
      'key',
      `The private key ${path} (portal.private_key_file) cannot be read. \`feedsync keygen\` makes a new one.`,
    );
  }
}

import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assembleFeeds, type StoppedFeed } from './assemble-feeds.js';
import type { Config } from './config/schema.js';
import { createEmbeddedEngine, type Engine } from './engine/embedded.js';
import { systemClock, type Clock } from './platform/clock.js';
import { noCrashPoints, type CrashPoints } from './platform/crash-points.js';
import type { Fetcher } from './platform/fetcher.js';
import { createFileSpool } from './platform/file-spool.js';
import { createGuardedFetcher } from './platform/guarded-fetcher.js';
import { createHttpTransport } from './platform/http-transport.js';
import { openLogFiles, type LogFiles } from './platform/log-files.js';
import { logToBoth, silentLog, type Log } from './platform/log.js';
import { acquireLock, type ProcessLock } from './platform/process-lock.js';
import { systemRandom, type Random } from './platform/random.js';
import { createThreads, type Threads } from './platform/threads.js';
import type { Transport } from './platform/transport.js';
import { createFileWatcher, type Watcher } from './platform/watch.js';
import { createPortalClient, type PortalClient } from './portal/client.js';
import { createMetrics, type Metrics } from './server/metrics.js';
import { openStore } from './store/open-store.js';
import type { Store } from './store/store.js';
import { dueWork } from './sync/due-work.js';
import type { JobReport } from './sync/job.js';
import { otherPortal, verifyAgain } from './sync/bind-store.js';
import { rescheduleReconciles } from './sync/reconcile.js';
import { createSharedFetches } from './sync/shared-fetches.js';
import { meterRequests } from './sync/metered-transport.js';
import { recordWrites } from './sync/record-writes.js';
import type { Feed, Services } from './sync/services.js';
import { publicKeyOf } from './wire/keys.js';

/** The outside world, replaceable by tests and by the simulator. */
export interface Seams {
  clock: Clock;
  random: Random;
  transport: Transport;
  fetcher: Fetcher;
  crashPoints: CrashPoints;
  watcher: Watcher;
  /** Null: records are mapped in this thread. */
  threads: Threads | null;
  log: Log;
}

export interface App {
  config: Config;
  services: Services;
  feeds: Feed[];
  stopped: StoppedFeed[];
  engine: Engine;
  metrics: Metrics;
  /** Takes over the feeds of a changed configuration and what holds for all of them; the rest of it waits for the next start. */
  reload(config: Config): Promise<void>;
  close(): Promise<void>;
}

/** Something a person must put right before anything can start: one paragraph, no stack. */
export class AssemblyError extends Error {
  constructor(
    readonly code: 'locked' | 'key' | 'store' | 'listen',
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
    watcher: createFileWatcher(),
    threads: mappingThreads(),
    log,
  };
}

/** Run from its sources the program has no compiled module for a thread to begin with. */
function mappingThreads(): Threads | null {
  const entry = new URL('./sync/map-thread.js', import.meta.url);
  return existsSync(entry) ? createThreads(entry) : null;
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

/** Where whoever holds the lock writes its log; `logs` reads it. */
export function logFolder({ dataDir }: Config): string {
  return join(dataDir, 'logs');
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
  const { clock } = seams;
  const store = await openStore(storeUrl(config), { clock });
  await store.runs.closeInterrupted(
    'the process ended before this run did; the next one goes on from what is stored',
    clock.now(),
  );
  const elsewhere = await otherPortal(config.portal.baseUrl, store);
  if (elsewhere !== null) {
    await store.close();
    throw new AssemblyError('store', elsewhere);
  }
  await verifyAgain(store);
  const { keyId, protocol } = config.portal;
  const transport = meterRequests(seams.transport, {
    store,
    clock,
    keyId,
    windowSeconds: protocol.rate_window_seconds,
  });
  const spool = createFileSpool(config.dataDir);
  const retention = { logsDays: config.retention.logsDays };
  const files = await openFiles(logFolder(config), retention, seams);
  const log = logToBoth(seams.log, files.log);
  const services: Services = {
    ...seams,
    log,
    store,
    protocol,
    keyId,
    portal: recordWrites(await openPortal(config, { ...seams, transport }), store),
    baseUrl: config.portal.baseUrl,
    ...liveSettings(config),
    spool,
    fetches: createSharedFetches({ spool, clock }),
  };
  const live = await assembleFeeds(config, services);
  const metrics = createMetrics();
  const engine = createEmbeddedEngine(
    () => dueWork(app.feeds, services),
    log,
    (report) => {
      metrics.observe(report);
      onReport?.(report);
    },
  );
  const close = async (): Promise<void> => {
    await engine.stop();
    await services.fetches.close();
    await seams.threads?.close();
    await store.close();
    await files.close();
    lock.release();
  };
  const reload = async (changed: Config): Promise<void> => {
    retention.logsDays = changed.retention.logsDays;
    const { cron, timezone } = services.reconcile;
    Object.assign(services, liveSettings(changed));
    Object.assign(app, await assembleFeeds(changed, services));
    if (cron !== services.reconcile.cron || timezone !== services.reconcile.timezone)
      await rescheduleReconciles(services);
  };
  const app: App = { config, services, ...live, engine, metrics, reload, close };
  return app;
}

function openFiles(
  folder: string,
  retention: { logsDays: number },
  { clock, log }: Pick<Seams, 'clock' | 'log'>,
): Promise<LogFiles> {
  return openLogFiles({
    folder,
    keepDays: () => retention.logsDays,
    now: () => clock.now(),
    onProblem: ({ message }) => log.error('log file cannot be written', { error: message }),
  });
}

/** What a running daemon takes over from a changed configuration, beside the feeds. */
function liveSettings(config: Config): Pick<Services, 'reconcile' | 'limits'> {
  const { reconcile, removals, retention, timezone, fetch, certifying } = config;
  const { schedule: cron, maxSnapshotAgeMs, foreign } = reconcile;
  const dayMs = 24 * 3_600_000;
  return {
    reconcile: { cron, timezone, maxSnapshotAgeMs, foreign, guard: removals },
    limits: {
      fetch,
      snapshots: { keep: retention.snapshots, maxAgeMs: retention.snapshotDays * dayMs },
      pinMs: removals.pinDays * dayMs,
      firstPush: certifying.firstPush,
    },
  };
}

async function readKey(path: string): Promise<string> {
  let pem: string;
  try {
    pem = await readFile(path, 'utf8');
  } catch {
    throw new AssemblyError(
      'key',
      `The private key ${path} (portal.private_key_file) cannot be read. \`feedsync keygen\` makes a new one.`,
    );
  }
  try {
    publicKeyOf(pem);
    return pem;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new AssemblyError(
      'key',
      `The file ${path} (portal.private_key_file) cannot be used: nothing was sent. ${reason} \`feedsync keygen\` makes a new one, whose public half is to be registered at the portal.`,
    );
  }
}

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assembleFeeds, type StoppedFeed } from './assemble-feeds.js';
import { AssemblyError } from './assemble-error.js';
import { openPortalKeys, type KeyChange } from './assemble-portal.js';
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
import { acquireLock, isLocked, type ProcessLock } from './platform/process-lock.js';
import { systemRandom, type Random } from './platform/random.js';
import { createThreads, hasRoomForThreads, type Threads } from './platform/threads.js';
import { stoppableFetcher, stoppableTransport } from './platform/stoppable.js';
import type { Transport } from './platform/transport.js';
import { createFileWatcher, type Watcher } from './platform/watch.js';
import { changesOf, createChanges, type Changes } from './server/api/changes.js';
import type { Metrics } from './server/metrics.js';
import { StoreError } from './store/errors.js';
import { openStore } from './store/open-store.js';
import type { Store } from './store/store.js';
import { dueWork } from './sync/due-work.js';
import type { JobReport } from './sync/job.js';
import { createClockFollower } from './sync/follow-clock.js';
import { otherPortal, verifyAgain } from './sync/bind-store.js';
import { rescheduleReconciles } from './sync/reconcile.js';
import { createSharedFetches } from './sync/shared-fetches.js';
import type { Feed, Services } from './sync/services.js';

export { AssemblyError } from './assemble-error.js';
export { openPortal } from './assemble-portal.js';

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
  webhookSecrets: readonly string[];
  engine: Engine;
  metrics: Metrics;
  /** What jobs and people change, for whoever watches. */
  changes: Changes;
  /** Takes over the feeds of a changed configuration and what holds for all of them; the rest of it waits for the next start. */
  reload(config: Config): Promise<KeyChange>;
  close(): Promise<void>;
}

/** So long what is under way may end by itself once the daemon is to stop; then no reply is waited for any more. */
const graceMs = 4_000;

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

/** Run from its sources the program has no compiled module for a thread to begin with; with little memory it does all work itself. */
function mappingThreads(): Threads | null {
  const entry = new URL('./sync/map-thread.js', import.meta.url);
  return existsSync(entry) && hasRoomForThreads() ? createThreads(entry) : null;
}

/** The store alone, read only: beside a daemon or without one. */
export function openReader(config: Config, seams: Seams): Promise<Store> {
  return openStore(storeUrl(config), { readOnly: true, clock: seams.clock });
}

export function storeUrl({ store }: Config): string {
  return store.kind === 'sqlite' ? `sqlite:${store.path}` : store.url;
}

/** Where the store's files lie. */
export function storeFolder(config: Config): string {
  return dirname(lockPath(config));
}

/** Commands that only read start sooner without it. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./server/metrics.js');
  return createMetrics();
}

/** Where the process lock lies: beside the store, so that one store has one daemon. */
export function lockPath(config: Config): string {
  return config.store.kind === 'sqlite' ? `${config.store.path}.lock` : join(config.dataDir, 'feedsync.lock');
}

/** Whether a daemon works on the store: here, or, where it is on PostgreSQL, on any machine. */
export async function isStoreLocked(config: Config): Promise<boolean> {
  if (isLocked(lockPath(config))) return true;
  if (config.store.kind !== 'postgres') return false;
  const { isPostgresLocked } = await import('./store/postgres-database.js');
  return isPostgresLocked(config.store.url);
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
  const store = await openBoundStore(config, clock);
  const followClock = createClockFollower({ store, clock, log: seams.log });
  const stopping = new AbortController();
  const transport = stoppableTransport(seams.transport, stopping.signal);
  const keys = await openPortalKeys(config, { ...seams, transport, store, followClock });
  const spool = createFileSpool(config.dataDir);
  const retention = { logsDays: config.retention.logsDays };
  const files = await openFiles(logFolder(config), retention, seams);
  const log = logToBoth(seams.log, files.log);
  const services: Services = {
    ...seams,
    log,
    store,
    followClock,
    fetcher: stoppableFetcher(seams.fetcher, stopping.signal),
    protocol: config.portal.protocol,
    ...keys.link,
    baseUrl: config.portal.baseUrl,
    logFolder: logFolder(config),
    configured: () => new Set(running.feeds.map((feed) => feed.connectionId)),
    ...liveSettings(config),
    spool,
    fetches: createSharedFetches({ spool, clock }),
    remakeFeeds: async () => void Object.assign(app, await assembleFeeds(running, services)),
  };
  let running = config;
  const live = await assembleFeeds(running, services);
  const metrics = await loadMetrics();
  const changes = createChanges();
  const engine = createEmbeddedEngine(
    () => dueWork(app.feeds, services),
    log,
    (report) => {
      metrics.observe(report);
      changes.publish(changesOf(report, (name) => connectionOf(name, app.feeds)));
      onReport?.(report);
    },
  );
  const close = async (): Promise<void> => {
    await endWork(engine, stopping, clock);
    await services.fetches.close();
    await seams.threads?.close();
    await store.close();
    await files.close();
    lock.release();
  };
  const reload = async (changed: Config): Promise<KeyChange> => {
    retention.logsDays = changed.retention.logsDays;
    const { cron, timezone } = services.reconcile;
    Object.assign(services, liveSettings(changed));
    const key = await keys.change(changed);
    if (key.kind === 'taken') Object.assign(services, key.link);
    running = changed;
    app.webhookSecrets = changed.portal.webhookSecrets;
    Object.assign(app, await assembleFeeds(running, services));
    if (cron !== services.reconcile.cron || timezone !== services.reconcile.timezone)
      await rescheduleReconciles(services);
    return key;
  };
  const { webhookSecrets } = config.portal;
  const app: App = { config, services, ...live, webhookSecrets, engine, metrics, changes, reload, close };
  return app;
}

function connectionOf(name: string, feeds: readonly Feed[]): string | null {
  return feeds.find((feed) => feed.name === name)?.connectionId ?? null;
}

/** What runs may end by itself for a while. After that replies count as lost, which is what a restart takes them for. */
async function endWork(engine: Engine, stopping: AbortController, clock: Clock): Promise<void> {
  const ended = new AbortController();
  clock.sleep(graceMs, ended.signal).then(
    () => stopping.abort(),
    () => undefined,
  );
  try {
    await engine.stop();
  } finally {
    ended.abort();
  }
}

/** The store of this portal, after whatever a former process left open. @throws AssemblyError where it is another portal's */
async function openBoundStore(config: Config, clock: Clock): Promise<Store> {
  const store = await openStore(storeUrl(config), { clock, exclusive: true }).catch((error: unknown) => {
    throw error instanceof StoreError && error.kind === 'locked'
      ? new AssemblyError('locked', error.message)
      : error;
  });
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
  return store;
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
function liveSettings(config: Config): Pick<Services, 'reconcile' | 'backups' | 'limits'> {
  const { backups, reconcile, removals, retention, timezone, fetch, certifying, server } = config;
  const { schedule: cron, maxSnapshotAgeMs, foreign } = reconcile;
  const dayMs = 24 * 3_600_000;
  return {
    reconcile: { cron, timezone, maxSnapshotAgeMs, foreign, guard: removals },
    backups: { cron: backups.schedule, timezone, keep: backups.keep, folder: backups.folder },
    limits: {
      fetch: { ...fetch, own: { port: server.port, publicHost: hostOf(server.publicUrl) } },
      snapshots: { keep: retention.snapshots, maxAgeMs: retention.snapshotDays * dayMs },
      retention: { historyMs: retention.historyDays * dayMs, logsMs: retention.logsDays * dayMs },
      pinMs: removals.pinDays * dayMs,
      firstPush: certifying.firstPush,
    },
  };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host;
}

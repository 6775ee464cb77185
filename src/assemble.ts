import { existsSync } from 'node:fs';
import { readAttemptKey } from './assemble/attempt-key.js';
import { assembleFeeds, type StoppedFeed } from './effective/feeds.js';
import { prepareFolders, watchFolders } from './assemble/folders.js';
import { openNotices } from './assemble/notices.js';
import { lockPath, logFolder, storeUrl } from './assemble/paths.js';
import { openPortalKeys, type KeyChange, type PortalKeys } from './assemble/portal.js';
import { openSetups } from './onboard/agency-setup.js';
import {
  systemSharing,
  takeAlone,
  takeTogether,
  type Role,
  type Sharing,
  type StoreAccess,
} from './assemble/store-access.js';
import type { Config } from './config/schema.js';
import type { Engine } from './engine/embedded.js';
import { systemClock, type Clock } from './platform/clock.js';
import { noCrashPoints, type CrashPoints } from './platform/crash-points.js';
import { systemDisk, type Disk } from './platform/files/disk.js';
import type { Fetcher } from './platform/http/fetcher.js';
import type { Mailer } from './platform/mailer.js';
import { createSmtpMailer } from './platform/smtp-mailer.js';
import { createFileSpool } from './platform/files/file-spool.js';
import { untilFenceEnds } from './platform/fence.js';
import { fencedFetcher, fencedTransport } from './platform/fenced.js';
import { createGuardedFetcher } from './platform/http/guarded-fetcher.js';
import { createHttpTransport } from './platform/http/http-transport.js';
import { openLogFiles, type LogFiles } from './platform/log/log-files.js';
import { logToBoth, silentLog, type Log } from './platform/log/log.js';
import { isLocked } from './platform/process/process-lock.js';
import { systemRandom, type Random } from './platform/random.js';
import { createThreads, hasRoomForThreads, type Threads } from './platform/process/threads.js';
import { stoppableFetcher, stoppableThreads, stoppableTransport } from './platform/stoppable.js';
import { sweepTemporary } from './platform/files/temporary-files.js';
import type { Transport } from './platform/http/transport.js';
import { createFileWatcher, type Watcher } from './platform/files/watch.js';
import { changesOf, createChanges, type Changes } from './sync/services/changes.js';
import type { Metrics } from './server/metrics.js';
import { openStore } from './store/open-store.js';
import type { Store } from './store/store.js';
import { askRemaps } from './sync/poll/ask-remaps.js';
import { dueJob, dueWork } from './sync/due-work.js';
import type { Job, JobReport } from './sync/job.js';
import { noteUpgrade } from './sync/notices/note-upgrade.js';
import { guardLimits } from './sync/map/map-guard.js';
import { type MapGuard } from './sync/services/services.js';
import { rescheduleReconciles } from './sync/reconcile/reconcile.js';
import { createRequestBook, type RequestBook } from './sync/services/request-book.js';
import { createSharedFetches } from './sync/services/shared-fetches.js';
import type { Feed, Services } from './sync/services/services.js';

export { AssemblyError } from './assemble/error.js';
export { logFolder, storeFolder, storeUrl } from './assemble/paths.js';
export { readAttemptKey } from './assemble/attempt-key.js';
export { openPortal } from './assemble/portal.js';
export type { Role, Sharing } from './assemble/store-access.js';

/** The outside world, replaceable by tests and by the simulator. */
export interface Seams {
  clock: Clock;
  random: Random;
  transport: Transport;
  fetcher: Fetcher;
  mailer: Mailer;
  crashPoints: CrashPoints;
  disk: Disk;
  watcher: Watcher;
  /** Null: records are mapped in this thread. */
  threads: Threads | null;
  /** Where mappings are checked and run that are not known to be quick; null: in this thread. */
  guard: MapGuard | null;
  /** A compiled module for a thread that reads a large file; null: files are read in this thread. */
  readThread: URL | null;
  sharing: Sharing;
  log: Log;
  /** Of the work itself, where it is not `log`: a command whose report says how the work ended shows less of it. */
  workLog?: Log;
}

export interface App {
  config: Config;
  services: Services;
  feeds: Feed[];
  stopped: StoppedFeed[];
  /** The configuration with the feeds as they run: what people changed of them, and those that the store has. */
  settled: Config;
  webhookSecrets: readonly string[];
  engine: Engine;
  metrics: Metrics;
  /** What jobs and people change, for whoever watches. */
  changes: Changes;
  /** Whether this process still has its store for itself; null where it shares it. */
  isHeld: (() => boolean) | null;
  /** Takes over the feeds of a changed configuration and what holds for all of them; the rest of it waits for the next start. */
  reload(config: Config): Promise<KeyChange>;
  close(): Promise<void>;
}

/** A second one is started where the first is busy: a slow mapping of one agency leaves it to the others. */
const guardThreads = 2;

/** So long what is under way may end by itself once the daemon is to stop; then no reply is waited for any more. */
const graceMs = 4_000;

export function systemSeams(log: Log = silentLog): Seams {
  return {
    clock: systemClock,
    random: systemRandom,
    transport: createHttpTransport(),
    fetcher: createGuardedFetcher(),
    mailer: createSmtpMailer(),
    crashPoints: noCrashPoints,
    disk: systemDisk,
    watcher: createFileWatcher(),
    ...snapshotThreads(),
    sharing: systemSharing,
    log,
  };
}

/** With little memory the process does all work itself, but for what may not be trusted to end. */
function snapshotThreads(): Pick<Seams, 'threads' | 'guard' | 'readThread'> {
  const compiled = new URL('./sync/map-thread.js', import.meta.url);
  const readThread = new URL('./feed/read-thread.js', import.meta.url);
  const isCompiled = existsSync(compiled) && existsSync(readThread);
  const mapThread = isCompiled ? compiled : new URL('./sync/map/map-thread.ts', import.meta.url);
  const guard = { threads: createThreads(mapThread, guardThreads), ...guardLimits };
  if (!isCompiled || !hasRoomForThreads()) return { threads: null, guard, readThread: null };
  return { threads: createThreads(mapThread), guard, readThread };
}

/** The store alone, read only: beside a daemon or without one. */
export function openReader(config: Config, seams: Seams): Promise<Store> {
  return openStore(storeUrl(config), { readOnly: true, clock: seams.clock });
}

/** Commands that only read start sooner without it. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./server/metrics.js');
  return createMetrics();
}

/** Whether a daemon works on the store: here, or, where it is on PostgreSQL, on any machine. */
export async function isStoreLocked(config: Config): Promise<boolean> {
  if (isLocked(lockPath(config))) return true;
  if (config.store.kind !== 'postgres') return false;
  const { isPostgresLocked } = await import('./store/postgres/postgres-database.js');
  return isPostgresLocked(config.store.url);
}

/**
 * Everything that writes: takes the store, for itself or, with a role, together with others, and declares the feeds.
 * @throws AssemblyError
 */
export async function openApp(
  config: Config,
  seams: Seams,
  onReport?: (report: JobReport) => void,
  role: Role | null = null,
): Promise<App> {
  await prepareFolders(config, seams.disk);
  const isShared = role !== null && config.store.kind === 'postgres';
  const tenure = isShared ? await takeTogether(config, seams, role) : await takeAlone(config, seams);
  try {
    return await openWith(tenure, config, { ...seams, clock: tenure.clock }, onReport);
  } catch (error) {
    await tenure.release();
    throw error;
  }
}

async function openWith(
  tenure: StoreAccess,
  config: Config,
  seams: Seams,
  onReport?: (report: JobReport) => void,
): Promise<App> {
  const { signals, isHeld } = tenure;
  const running = { config };
  const parts = await openParts(tenure, config, seams);
  const { log, changes, files, keys, stopping, retention } = parts;
  const remake = inTurn(() => prepareFeeds(running.config, app));
  const services: Services = {
    ...servicesOf(tenure, running, seams, parts),
    configured: () => new Set(app.settled.feeds.map((feed) => feed.connectionId)),
    prepareFeeds: async () => {
      await remake();
      signals.send('feeds', null);
    },
    currentFeed: async (id) => {
      // What another process changed this one may not have heard of yet.
      if (isHeld === null) await remake();
      return app.feeds.find((feed) => feed.id === id) ?? null;
    },
    setups: openSetups(
      () => running.config,
      () => services,
      changes,
    ),
  };
  await noteUpgrade(services);
  await services.sweepFiles();
  const live = await assembleFeeds(config, services);
  await askRemaps(null, live.feeds, services);
  const metrics = await loadMetrics();
  const observe = (report: JobReport): void => {
    metrics.observe(report);
    changes.publish(changesOf(report, (name) => connectionOf(name, app.feeds)));
    onReport?.(report);
  };
  const engine = await tenure.createEngine({
    dueWork: () => workOf(app),
    dueJob: (job) => dueJob(job, app.feeds, services),
    ...{ log, onReport: observe },
  });
  const stopListening = remakeWhenTold(signals, remake, log);
  const close = async (): Promise<void> => {
    stopListening();
    await endWork(engine, stopping, tenure.clock);
    await closeReading(services, seams);
    await tenure.release();
    await files.close();
  };
  const reload = async (changed: Config): Promise<KeyChange> => {
    retention.logsDays = changed.retention.logsDays;
    const { cron, timezone } = services.reconcile;
    Object.assign(services, liveSettings(changed));
    const key = await keys.change(changed);
    if (key.kind === 'taken') Object.assign(services, key.link);
    running.config = changed;
    app.webhookSecrets = changed.portal.webhookSecrets;
    await services.prepareFeeds();
    if (cron !== services.reconcile.cron || timezone !== services.reconcile.timezone)
      await rescheduleReconciles(services);
    return key;
  };
  const own = { webhookSecrets: config.portal.webhookSecrets, isHeld, reload, close };
  const app: App = { config, services, ...live, engine, metrics, changes, ...own };
  return app;
}

/** Whether the disk can be written is known before work is begun. */
async function workOf({ feeds, services }: App): Promise<Job[]> {
  await services.disk.look();
  return dueWork(feeds, services);
}

/** What people changed of a feed, or a file of it, counts for what is kept of it as well. */
async function prepareFeeds(config: Config, app: App): Promise<void> {
  const former = app.feeds;
  Object.assign(app, await assembleFeeds(config, app.services));
  await askRemaps(former, app.feeds, app.services);
}

async function closeReading(
  { fetches }: Pick<Services, 'fetches'>,
  { threads, guard }: Pick<Seams, 'threads' | 'guard'>,
): Promise<void> {
  await fetches.close();
  await threads?.close();
  await guard?.threads.close();
}

/** Whatever others changed while this process could not hear it counts as heard. */
function remakeWhenTold(signals: StoreAccess['signals'], remake: () => Promise<void>, log: Log): () => void {
  return signals.listen((topic) => {
    if (topic === 'feeds' || topic === 'missed')
      remake().catch((error: unknown) =>
        log.error('feeds could not be made again', { error: String(error) }),
      );
  });
}

/** What services are made of, and what has to be closed with them. */
interface Parts {
  stopping: AbortController;
  requests: RequestBook;
  keys: PortalKeys;
  /** Read again with each day's log file. */
  retention: { logsDays: number };
  files: LogFiles;
  log: Log;
  changes: Changes;
}

async function openParts(
  { store, followClock, signals }: StoreAccess,
  config: Config,
  seams: Seams,
): Promise<Parts> {
  const stopping = new AbortController();
  const requests = createRequestBook(seams.clock);
  const transport = requests.around(fencedTransport(stoppableTransport(seams.transport, stopping.signal)));
  const keys = await openPortalKeys(config, { ...seams, transport, store, followClock });
  const retention = { logsDays: config.retention.logsDays };
  const files = await openFiles(logFolder(config), retention, seams);
  const log = logToBoth(seams.workLog ?? seams.log, files.log);
  return { stopping, requests, keys, retention, files, log, changes: createChanges(signals) };
}

/** Services but for those that need to know the feeds as they run. */
function servicesOf(
  { store, clock, followClock, holder, isLeft }: StoreAccess,
  running: { config: Config },
  seams: Seams,
  { stopping, requests, keys, log }: Parts,
): Omit<Services, 'configured' | 'prepareFeeds' | 'currentFeed' | 'setups'> {
  const { config } = running;
  const spool = createFileSpool(config.dataDir, holder);
  return {
    ...seams,
    ...{ log, store, followClock, requests, spool },
    disk: watchFolders(config, { disk: seams.disk, clock, log }),
    fetcher: fencedFetcher(stoppableFetcher(seams.fetcher, stopping.signal)),
    threads: seams.threads && stoppableThreads(seams.threads, stopping.signal),
    guard: seams.guard && {
      ...seams.guard,
      threads: stoppableThreads(seams.guard.threads, stopping.signal),
    },
    sweepFiles: async () => {
      await sweepTemporary(config.dataDir, holder, isLeft);
    },
    protocol: config.portal.protocol,
    ...keys.link,
    baseUrl: config.portal.baseUrl,
    logFolder: logFolder(config),
    attemptKey: () => readAttemptKey(config),
    ...liveSettings(config),
    notices: openNotices(() => running.config, { ...seams, store, stopping: stopping.signal }),
    fetches: createSharedFetches({ spool, clock }),
  };
}

/** One after the other: what was read of the store last is what stays. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    const turn = last.then(() => untilFenceEnds(work));
    last = turn.catch(() => undefined);
    return turn;
  };
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
  const { backups, reconcile, removals, retention, timezone, fetch, certifying, server, notices } = config;
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
      remindAfterMs: notices.remindAfterMs,
      firstPush: certifying.firstPush,
    },
  };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host;
}

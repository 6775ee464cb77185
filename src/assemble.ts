import { existsSync } from 'node:fs';
import { readAttemptKey } from './assemble/attempt-key.js';
import { calmWork } from './assemble/calm-work.js';
import { assembleFeeds, type StoppedFeed } from './effective/feeds.js';
import { prepareFolders, watchFolders } from './assemble/folders.js';
import { openNotices, type NoticeSeams } from './assemble/notices.js';
import { logFolder } from './assemble/paths.js';
import { openPortalKeys, type KeyChange, type PortalKeys } from './assemble/portal.js';
import { openSetups } from './onboard/agency-setup.js';
import {
  systemSharing,
  openExclusive,
  openShared,
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
import { openWords } from './assemble/words.js';
import { openLogFiles, type LogFiles } from './platform/log/log-files.js';
import { logToBoth, silentLog, type Log } from './platform/log/log.js';
import { systemRandom, type Random } from './platform/random.js';
import { createThreads, hasRoomForThreads, type Threads } from './platform/process/threads.js';
import { stoppableFetcher, stoppableThreads, stoppableTransport } from './platform/stoppable.js';
import { sweepTemporary } from './platform/files/temporary-files.js';
import type { Transport } from './platform/http/transport.js';
import { createFileWatcher, type Watcher } from './platform/files/watch.js';
import { changesOf, createChanges, type Changes } from './sync/services/changes.js';
import type { Metrics } from './server/metrics.js';
import { requestRemaps } from './sync/poll/ask-remaps.js';
import { dueJob, dueWork } from './sync/due-work.js';
import type { Job, JobReport } from './sync/job.js';
import { noteUpgrade } from './sync/notices/note-upgrade.js';
import { guardLimits } from './sync/map/map-guard.js';
import { rescheduleReconciles } from './sync/reconcile/reconcile.js';
import { createRequestBook, type RequestBook } from './sync/services/request-book.js';
import { createSharedFetches } from './sync/services/shared-fetches.js';
import type { Feed, MapGuard, RunSettings, Services } from './sync/services/services.js';

export type { Role, Sharing } from './assemble/store-access.js';

/** The outside world, replaceable by tests and the simulator. */
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
  /** Checks and runs mappings that are not known to be fast; null: in this thread. */
  guard: MapGuard | null;
  /** Module of the thread that reads large files; null: files are read in this thread. */
  readThread: URL | null;
  sharing: Sharing;
  log: Log;
  /** Log of the work itself, if it differs from `log`: a command whose report shows the result logs less. */
  workLog?: Log;
}

export interface App {
  config: Config;
  /** Replaced as a whole by a reload: read it when work begins. */
  services: Services;
  feeds: Feed[];
  stopped: StoppedFeed[];
  /** The configuration with the feeds as they run: with changes made over the API, and with the store's feeds. */
  settled: Config;
  webhookSecrets: readonly string[];
  engine: Engine;
  metrics: Metrics;
  /** Publishes what jobs and users change. */
  changes: Changes;
  /** Whether this process still has its store exclusively; null if the store is shared. */
  isHeld: (() => boolean) | null;
  /** Applies the feeds of a changed configuration and the settings common to all feeds. Other settings apply at the next start. */
  reload(config: Config): Promise<KeyChange>;
  close(): Promise<void>;
}

/** Two threads: while a slow mapping of one agency occupies one, the other agencies use the other. */
const guardThreads = 2;

/** How long work under way may take to end after a stop; after that, no reply is awaited. */
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

/** With little memory, all work runs in this thread, except what is not trusted to end. */
function snapshotThreads(): Pick<Seams, 'threads' | 'guard' | 'readThread'> {
  const compiled = new URL('./sync/map-thread.js', import.meta.url);
  const readThread = new URL('./feed/read-thread.js', import.meta.url);
  const isCompiled = existsSync(compiled) && existsSync(readThread);
  const mapThread = isCompiled ? compiled : new URL('./sync/map/map-thread.ts', import.meta.url);
  const guard = { threads: createThreads(mapThread, guardThreads), ...guardLimits };
  if (!isCompiled || !hasRoomForThreads()) return { threads: null, guard, readThread: null };
  return { threads: createThreads(mapThread), guard, readThread };
}

/** Loaded on demand: commands that only read start faster without it. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./server/metrics.js');
  return createMetrics();
}

/**
 * Opens everything that writes: the store, exclusively or, with a role, shared; and declares the feeds.
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
  const access = isShared ? await openShared(config, seams, role) : await openExclusive(config, seams);
  try {
    return await openWith(access, config, { ...seams, clock: access.clock }, onReport);
  } catch (error) {
    await access.release();
    throw error;
  }
}

async function openWith(
  access: StoreAccess,
  config: Config,
  seams: Seams,
  onReport?: (report: JobReport) => void,
): Promise<App> {
  const { store, signals, isHeld } = access;
  const running = { config };
  const parts = await openParts(access, config, seams);
  const { log, changes, files, keys, stopping, retention } = parts;
  const remake = inTurn(() => prepareFeeds(running.config, app));
  const services: Services = {
    ...servicesOf(access, config, seams, parts),
    configured: () => new Set(app.settled.feeds.map((feed) => feed.connectionId)),
    prepareFeeds: async () => {
      await remake();
      signals.send('feeds', null);
    },
    currentFeed: async (id) => {
      // A shared store: another process may have changed the feed without this one knowing yet.
      if (isHeld === null) await remake();
      return app.feeds.find((feed) => feed.id === id) ?? null;
    },
    setups: openSetups(
      () => running.config,
      () => app.services,
      changes,
    ),
    words: openWords(() => app),
  };
  await noteUpgrade(services);
  await services.sweepFiles();
  const live = await assembleFeeds(config, services);
  await requestRemaps(null, live.feeds, services);
  const metrics = await loadMetrics();
  const observe = observer({ metrics, changes, onReport }, () => app.feeds);
  const engine = await access.createEngine({
    dueWork: () => workOf(app),
    dueJob: (job, fetcher) => dueJob(job, app.feeds, { ...app.services, ...(fetcher && { fetcher }) }),
    calm: calmWork(() => app),
    ...{ log, onReport: observe },
  });
  const stopListening = remakeOnSignal(signals, remake, log);
  const close = async (): Promise<void> => {
    stopListening();
    await endWork(engine, stopping, access.clock);
    await closeReading(app.services, seams);
    await access.release();
    await files.close();
  };
  const reload = async (changed: Config): Promise<KeyChange> => {
    retention.logsDays = changed.retention.logsDays;
    const { cron, timezone } = app.services.reconcile;
    const key = await keys.change(changed);
    const settings = settingsOf(changed, { ...seams, store, stopping: stopping.signal });
    app.services = { ...app.services, ...(key.kind === 'taken' && key.access), ...settings };
    running.config = changed;
    app.webhookSecrets = changed.portal.webhookSecrets;
    await app.services.prepareFeeds();
    if (cron !== changed.reconcile.schedule || timezone !== changed.timezone)
      await rescheduleReconciles(app.services);
    return key;
  };
  const own = { webhookSecrets: config.portal.webhookSecrets, isHeld, reload, close };
  const app: App = { config, services, ...live, engine, metrics, changes, ...own };
  return app;
}

/** Who hears of a job that ended: the meters, the pages that are open, and who began it. */
function observer(
  {
    metrics,
    changes,
    onReport,
  }: Pick<App, 'metrics' | 'changes'> & { onReport?: ((report: JobReport) => void) | undefined },
  feeds: () => readonly Feed[],
): (report: JobReport) => void {
  return (report) => {
    metrics.observe(report);
    changes.publish(changesOf(report, (name) => connectionOf(name, feeds())));
    onReport?.(report);
  };
}

/** Checks that the disk is writable before work begins. */
async function workOf({ feeds, services }: App): Promise<Job[]> {
  await services.disk.look();
  return dueWork(feeds, services);
}

/** Prepares the feeds again. A changed feed or mapping also applies to kept records. */
async function prepareFeeds(config: Config, app: App): Promise<void> {
  const former = app.feeds;
  Object.assign(app, await assembleFeeds(config, app.services));
  await requestRemaps(former, app.feeds, app.services);
}

async function closeReading(
  { fetches }: Pick<Services, 'fetches'>,
  { threads, guard }: Pick<Seams, 'threads' | 'guard'>,
): Promise<void> {
  await fetches.close();
  await threads?.close();
  await guard?.threads.close();
}

/** Prepares the feeds again when another process changed them, or when signals may have been missed. */
function remakeOnSignal(signals: StoreAccess['signals'], remake: () => Promise<void>, log: Log): () => void {
  return signals.listen((topic) => {
    if (topic === 'feeds' || topic === 'missed')
      remake().catch((error: unknown) =>
        log.error('feeds could not be prepared again', { error: String(error) }),
      );
  });
}

/** The parts that services are made of, some of which must be closed with them. */
interface Parts {
  stopping: AbortController;
  requests: RequestBook;
  keys: PortalKeys;
  /** Read again for each day's log file. */
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

/** All services except those that depend on the running feeds. */
function servicesOf(
  { store, clock, followClock, holder, isLeft }: StoreAccess,
  config: Config,
  seams: Seams,
  { stopping, requests, keys, log }: Parts,
): Omit<Services, 'configured' | 'prepareFeeds' | 'currentFeed' | 'setups' | 'words'> {
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
    ...keys.access,
    baseUrl: config.portal.baseUrl,
    logFolder: logFolder(config),
    attemptKey: () => readAttemptKey(config),
    ...settingsOf(config, { ...seams, store, stopping: stopping.signal }),
    fetches: createSharedFetches({ spool, clock }),
  };
}

/** Runs the work one piece after the other, so that the feeds of the last read of the store are those that stay in use. */
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

/** Gives running work time to end. After that, replies count as lost, as they do after a restart. */
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

/** The settings that the services take from the configuration, at the start and at each reload. */
function settingsOf(config: Config, seams: NoticeSeams): RunSettings {
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
    notices: openNotices(config, seams),
  };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host;
}

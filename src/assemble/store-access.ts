import { AssemblyError } from './error.js';
import { logUpgrade } from './log-upgrade.js';
import { lockPath, storeUrl } from './paths.js';
import { takeStoreLock } from './store-lock.js';
import type { Config } from '../config/schema.js';
import { everySecond, type Clockwork } from '../engine/clockwork.js';
import { createEmbeddedEngine, type Engine } from '../engine/embedded.js';
import type { CalmWork } from '../engine/calm-rounds.js';
import type { JobQueue } from '../engine/job-queue.js';
import type { Clock } from '../platform/clock.js';
import type { Fetcher } from '../platform/http/fetcher.js';
import type { Log } from '../platform/log/log.js';
import { isLocked } from '../platform/process/process-lock.js';
import type { Random } from '../platform/random.js';
import { noSignals, type Signals } from '../platform/process/signals.js';
import { isCommand, processHolder, type LeftFile } from '../platform/files/temporary-files.js';
import { StoreError } from '../store/database/errors.js';
import { openStore, type OpenOptions } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import { otherPortal, verifyAgain } from '../sync/connection/bind-store.js';
import { createClockFollower } from '../sync/services/follow-clock.js';
import { noteDeath } from '../sync/poll/feed-deaths.js';
import type { Job, JobReport } from '../sync/job.js';
import { takeOverLane } from '../sync/upkeep/take-over-lane.js';

/** The role of a process that shares its store: everything, only jobs, or only pages, API and webhooks. */
export const roles = ['all', 'worker', 'server'] as const;
export type Role = (typeof roles)[number];

/** What an engine needs to run jobs. */
interface EngineWork {
  dueWork: () => Promise<Job[]>;
  /** @param fetcher what the job asks a feed's source with [the process's own] */
  dueJob: (job: Pick<Job, 'key' | 'lane'>, fetcher?: Fetcher) => Promise<Job | null>;
  calm: CalmWork;
  onReport: (report: JobReport) => void;
  log: Log;
}

/** A process's access to its store, exclusive or shared with others. */
export interface StoreAccess {
  store: Store;
  clock: Clock;
  followClock: () => Promise<void>;
  signals: Signals;
  createEngine: (work: EngineWork) => Promise<Engine>;
  /** The name of this process. Its temporary files carry it. */
  holder: string;
  /** Whether a temporary file of another process is no longer in use. */
  isLeft: (file: LeftFile) => Promise<boolean>;
  /** Whether this process still has the exclusive lock; null if the store is shared. */
  isHeld: (() => boolean) | null;
  release: () => Promise<void>;
}

/** How processes that share a store communicate outside of the store. */
export interface Sharing {
  /** @param url of the store's database, @param holder the name of this process */
  openSignals(url: string, holder: string, clock: Clock): Promise<Signals>;
  openQueue(url: string, concurrency: number, log: Log): Promise<JobQueue>;
  everySecond(tick: () => Promise<void>): Clockwork;
}

/** Uses the store's database. Its modules are loaded only when needed. */
export const systemSharing: Sharing = {
  async openSignals(url, holder, clock) {
    const { createPostgresSignals } = await import('../store/postgres/postgres-signals.js');
    return createPostgresSignals(url, holder, clock);
  },
  async openQueue(url, concurrency, log) {
    const { openJobQueue } = await import('../engine/job-queue.js');
    return openJobQueue(url, concurrency, log);
  },
  everySecond,
};

interface AccessSeams {
  clock: Clock;
  random: Random;
  log: Log;
}

const interrupted = 'the process ended before this run did; the next one goes on from what is stored';

/** Opens the store exclusively. @throws AssemblyError if another process has it */
export async function openExclusive(
  config: Config,
  { clock, random, log }: AccessSeams,
): Promise<StoreAccess> {
  const path = lockPath(config);
  const lock = takeStoreLock(
    config,
    'Another feedsync process works on this store. One store has one daemon: stop the other one, or give this one its own `store` and `data_dir`.',
  );
  try {
    const store = await openBoundStore(config, { clock, exclusive: true, onUpgrade: logUpgrade(log) });
    const followClock = createClockFollower({ store, clock, random, log });
    await followClock();
    await noteDeath({ store, clock, log });
    await store.runs.closeInterrupted(interrupted, clock.now());
    const holder = processHolder(random.bytes(holderBytes));
    return {
      store,
      clock,
      followClock,
      signals: noSignals,
      createEngine: async (work) => createEmbeddedEngine({ holder, clock, ...work }),
      holder,
      // Any other process that worked on the store is gone, because only one works on it at a time. Commands without access to the store
      // may run at the same time.
      isLeft: ({ owner, ageMs }) =>
        Promise.resolve(owner === null || !isCommand(owner.holder) || ageMs > dayMs),
      isHeld: () => isLocked(path),
      release: async () => {
        try {
          await followClock();
        } finally {
          await store.close();
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens a store on PostgreSQL together with other processes, on any machines. @throws AssemblyError if a process has it exclusively */
export async function openShared(
  config: Config,
  seams: AccessSeams & { sharing: Sharing },
  role: Role,
): Promise<StoreAccess> {
  const { sharing } = seams;
  const url = storeUrl(config);
  const holder = processHolder(seams.random.bytes(holderBytes));
  const { createSharedClock } = await import('../platform/shared-clock.js');
  const store = await openBoundStore(config, {
    ...{ clock: seams.clock, holder },
    onUpgrade: logUpgrade(seams.log),
  });
  const clock = createSharedClock(seams.clock, () => store.leases.now());
  await clock.follow();
  const { random, log } = seams;
  const settleClock = createClockFollower({ store, clock, random, log });
  const followClock = async (): Promise<void> => {
    await clock.followSeldom();
    await settleClock();
  };
  await followClock();
  const signals = await sharing.openSignals(url, holder, seams.clock);
  return {
    store,
    clock,
    followClock,
    signals,
    createEngine: (work) =>
      role === 'server'
        ? createIdleEngine(signals)
        : createWorker({ url, holder, store, clock, signals, sharing }, work),
    holder,
    isLeft: (file) => isLeftByWorker(file, store),
    isHeld: null,
    release: async () => {
      await signals.close();
      await store.close();
    },
  };
}

const holderBytes = 6;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * For processes that share a folder. A file is abandoned when its run has ended, even if another worker ended it by taking over the lane. A
 * process that lost its connection looks like a dead one, so files without a run, or of a run that no worker continues, are kept for a while.
 */
async function isLeftByWorker({ owner, ageMs }: LeftFile, { runs, leases }: Store): Promise<boolean> {
  if (owner === null || isCommand(owner.holder)) return ageMs > dayMs;
  if (owner.run !== null && !(await runs.isUnderWay(owner.run))) return true;
  return ageMs > (owner.run === null ? hourMs : dayMs) && (await leases.isGone(owner.holder));
}

async function createWorker(
  own: { url: string; holder: string; store: Store; clock: Clock; signals: Signals; sharing: Sharing },
  work: EngineWork,
): Promise<Engine> {
  const { url, holder, store, clock, signals, sharing } = own;
  const { concurrencyMax, createSharedEngine } = await import('../engine/shared.js');
  const engine = createSharedEngine({
    ...{ holder, leases: store.leases, clock, ...work },
    queue: await sharing.openQueue(url, concurrencyMax, work.log),
    everySecond: (tick) => sharing.everySecond(tick),
    takeOver: (lane, abandoned) => takeOverLane(lane, abandoned, { store, clock, log: work.log }),
  });
  const stopListening = signals.listen((topic) => {
    if (topic === 'wake') void engine.tick();
  });
  return {
    ...engine,
    stop: async () => {
      stopListening();
      await engine.stop();
    },
  };
}

/** The engine of a server, which runs no jobs: it notifies workers that jobs may be due. */
async function createIdleEngine(signals: Signals): Promise<Engine> {
  return {
    start: () => undefined,
    tick: async () => signals.send('wake', null),
    idle: async () => undefined,
    overdue: () => [],
    stop: async () => undefined,
  };
}

/** Opens the store and checks its portal. @throws AssemblyError if the store belongs to another portal, or another process has it */
async function openBoundStore(config: Config, options: OpenOptions): Promise<Store> {
  const store = await openStore(storeUrl(config), options).catch((error: unknown) => {
    throw error instanceof StoreError && error.kind === 'locked'
      ? new AssemblyError('locked', error.message)
      : error;
  });
  const otherBinding = await otherPortal(config.portal.baseUrl, store);
  if (otherBinding !== null) {
    await store.close();
    throw new AssemblyError('store', otherBinding);
  }
  await verifyAgain(store);
  return store;
}

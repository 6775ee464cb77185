import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { parentPort, Worker } from 'node:worker_threads';
import { codeOf, messageOf } from '../code-of.js';
import { keepHeapsSmall } from './memory.js';

/** A pool of threads, so that this thread stays responsive. */
export interface Threads {
  /** Maximum number of jobs that run at once. */
  readonly count: number;
  /**
   * Queues a job at the thread with the fewest pending jobs. Starts another thread while all are busy, up to `count`.
   * @throws ThreadError if the job or its thread fails
   */
  run(task: ThreadTask): Promise<unknown>;
  /** The caller expects no more jobs: if no jobs are pending, the threads end at once instead of after an idle time. */
  rest(): void;
  close(): Promise<void>;
}

/** A job for a thread of the pool. */
export interface ThreadTask {
  /**
   * Data that a thread needs for the jobs with this key. It is sent with the first of them, and again after the thread dropped it or a job
   * with it failed. It is copied, like the job.
   */
  setup: {
    key: string;
    data: unknown;
    /** Additional time for a job with which the setup is sent. */
    limitMs?: number;
  };
  job: unknown;
  /** Time limit of the job, after which its thread is ended; absent: none. */
  limitMs?: number;
  /** A time limit that several jobs share: the time of each is subtracted. */
  budget?: { leftMs: number };
}

/** `time`, `memory`: the job exceeded its limit, and its thread was ended. */
export type ThreadFailure = 'failed' | 'time' | 'memory';

/** A job failed, or its thread ended. */
export class ThreadError extends Error {
  constructor(
    reason: string,
    readonly failure: ThreadFailure = 'failed',
  ) {
    super(reason);
    this.name = 'ThreadError';
  }
}

interface Message {
  key: string;
  /** Absent if the thread already has it. */
  setup?: unknown;
  job: unknown;
}

type Reply = { result: unknown } | { failure: string } | { ready: true } | { spent: 'memory' };

interface Pending {
  task: ThreadTask;
  /** Time limit of this job, including the setup if its thread still needs it; null: none. */
  limitMs: number | null;
  resolve: (result: unknown) => void;
  reject: (error: ThreadError) => void;
}

interface Thread {
  worker: Worker;
  setups: string[];
  /** Its jobs, in order of execution. */
  pending: Pending[];
  /** Whether the thread has loaded its code. Before that no job runs in it. */
  isReady: boolean;
  /** Time spent on its first job, as measured by `#checkTime`. */
  workedMs: number;
  /** When its first job began. */
  begunAt: number;
}

/** Most threads of a pool. More would only cost memory, because one store takes all results. */
const threadsMax = 4;
/** Idle threads end after this time: their memory is worth more than the tenth of a second that a start takes. */
const idleMs = 2_000;
/** Heap limits of a thread. They are small, so that garbage is collected early, and sufficient, because a record is at most half a megabyte. */
const memory = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 128 };
/** Setups that a thread keeps. The oldest one is dropped for another. */
const setupsKept = 2;
/** Interval at which the time of jobs is checked. */
const watchMs = 100;
/** Time limit for loading a thread's code. A slow machine needs a tenth of it. */
const loadingMsMax = 60_000;

/** Below this heap limit, the process has no memory for threads. Node.js derives the limit from the machine, the container or its options. */
const heapBytesMin = 400 * 1024 * 1024;

/** Default number of threads: the calling thread occupies a processor too. */
export const threadsHere = Math.min(threadsMax, availableParallelism() - 1);

/** Whether there is a processor for another thread, and enough memory for several. */
export function hasRoomForThreads(): boolean {
  return threadsHere > 0 && getHeapStatistics().heap_size_limit >= heapBytesMin;
}

/** @param entry a module that calls `serveThread` @param count maximum number of threads; default: one per free processor, at least one */
export function createThreads(entry: URL, count = Math.max(1, threadsHere)): Threads {
  return new ThreadPool(entry, count);
}

class ThreadPool implements Threads {
  readonly #threads = new Set<Thread>();
  #idle: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #watchedAt = 0;

  constructor(
    private readonly entry: URL,
    readonly count: number,
  ) {}

  run(task: ThreadTask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#give({ task, limitMs: null, resolve, reject });
    });
  }

  /** @throws DataCloneError if the job cannot be copied; it is not queued then */
  #give(pending: Pending): void {
    const { setup, job, limitMs } = pending.task;
    if (this.#idle !== null) clearTimeout(this.#idle);
    const thread = this.#leastBusy();
    const isKnown = thread.setups.includes(setup.key);
    const message: Message = { key: setup.key, job, ...(!isKnown && { setup: setup.data }) };
    thread.worker.postMessage(message);
    if (!isKnown) thread.setups = [setup.key, ...thread.setups].slice(0, setupsKept);
    pending.limitMs = limitMs === undefined ? null : limitMs + (isKnown ? 0 : (setup.limitMs ?? 0));
    if (thread.pending.push(pending) === 1) beginNext(thread);
    thread.worker.ref();
    if (limitMs !== undefined) this.#startWatch();
  }

  rest(): void {
    if (this.#isIdle()) void this.#end();
  }

  async close(): Promise<void> {
    const ended = [...this.#threads];
    await this.#end();
    for (const thread of ended) forsake(thread, 'the process is ending');
  }

  #leastBusy(): Thread {
    const [least] = [...this.#threads].sort((a, b) => a.pending.length - b.pending.length);
    const isNext = least?.pending.length === 0 || this.#threads.size === this.count;
    return isNext && least !== undefined ? least : this.#start();
  }

  #start(): Thread {
    const worker = startWorker(this.entry);
    const thread: Thread = { worker, setups: [], pending: [], isReady: false, workedMs: 0, begunAt: 0 };
    worker.on('message', (reply: Reply) => this.#hear(thread, reply));
    worker.on('error', (error) => this.#lose(thread, errorOf(error)));
    worker.on('exit', () => this.#lose(thread, new ThreadError('the thread ended')));
    this.#threads.add(thread);
    return thread;
  }

  #hear(thread: Thread, reply: Reply): void {
    const tookMs = performance.now() - thread.begunAt;
    beginNext(thread);
    thread.isReady = true;
    if ('ready' in reply) return;
    if ('spent' in reply) {
      this.#kill(thread, new ThreadError('it took too much memory', reply.spent));
      return;
    }
    const done = thread.pending.shift();
    if (thread.pending.length === 0) thread.worker.unref();
    if (done?.task.budget !== undefined) done.task.budget.leftMs -= tookMs;
    if ('result' in reply) {
      done?.resolve(reply.result);
    } else {
      // The setup itself may have failed, so it is sent again with the next job.
      thread.setups = thread.setups.filter((key) => key !== done?.task.setup.key);
      done?.reject(new ThreadError(reply.failure));
    }
    this.#restLater();
  }

  /** Removes a thread that has ended or will be ended. Its running job fails; the jobs queued behind it move to other threads. */
  #lose(thread: Thread, error: ThreadError): void {
    if (!this.#threads.delete(thread)) return;
    const [guilty, ...others] = thread.pending.splice(0);
    guilty?.reject(error);
    for (const pending of others) this.#give(pending);
    this.#restLater();
  }

  #kill(thread: Thread, error: ThreadError): void {
    this.#lose(thread, error);
    void thread.worker.terminate();
  }

  #startWatch(): void {
    if (this.#watch !== null) return;
    this.#watchedAt = performance.now();
    this.#watch = setInterval(() => this.#checkTime(), watchMs).unref();
  }

  /** Checks time limits. Time in which this thread or the process stood still does not count: a check adds at most two intervals. */
  #checkTime(): void {
    const now = performance.now();
    const passedMs = Math.min(now - this.#watchedAt, 2 * watchMs);
    this.#watchedAt = now;
    let isLimited = false;
    for (const thread of this.#threads) {
      const first = thread.pending[0];
      if (first?.limitMs == null) continue;
      isLimited = true;
      thread.workedMs += passedMs;
      const limitMs = Math.min(first.limitMs, Math.max(0, first.task.budget?.leftMs ?? Infinity));
      if (thread.workedMs <= (thread.isReady ? limitMs : loadingMsMax)) continue;
      this.#kill(thread, new ThreadError(`it took longer than ${limitMs / 1000} s`, 'time'));
    }
    if (isLimited || this.#watch === null) return;
    clearInterval(this.#watch);
    this.#watch = null;
  }

  #restLater(): void {
    if (this.#isIdle()) this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  #isIdle(): boolean {
    return [...this.#threads].every(({ pending }) => pending.length === 0);
  }

  async #end(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    const ended = [...this.#threads];
    this.#threads.clear();
    await Promise.all(ended.map(({ worker }) => worker.terminate()));
  }
}

/** Starts a thread with the memory limits of the pool. @param data copied to the thread as `workerData` */
export function startWorker(entry: URL, data: unknown = null): Worker {
  const worker = new Worker(entry.pathname.endsWith('.ts') ? fromSource(entry) : entry, {
    resourceLimits: memory,
    workerData: data,
  });
  worker.once('online', keepHeapsSmall);
  return worker;
}

function beginNext(thread: Thread): void {
  thread.workedMs = 0;
  thread.begunAt = performance.now();
}

function errorOf(error: unknown): ThreadError {
  const isMemory = codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ThreadError(messageOf(error), isMemory ? 'memory' : 'failed');
}

function forsake({ pending }: Thread, reason: string): void {
  for (const { reject } of pending.splice(0)) reject(new ThreadError(reason));
}

/** When feedsync runs from its sources, a thread needs the TypeScript loader too. */
function fromSource(entry: URL): URL {
  // Resolved by path, because the bare package name resolves to the CommonJS loader.
  const installed = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', installed).href;
  const code = `import { register } from '${loader}'; register(); await import('${entry.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const bytesMax = 1024 * 1024 * memory.maxOldGenerationSizeMb;

/**
 * Ends the thread if it exceeds its memory limit. Long jobs call it between steps, because V8 limits only its own heap and does not count
 * bytes outside of it.
 */
export function checkMemory(): void {
  // `process.memoryUsage` also reads a file of the system, which took a fifth of a mapping thread's time.
  const { external_memory: external, used_heap_size: heapUsed } = getHeapStatistics();
  if (external + heapUsed <= bytesMax) return;
  parentPort?.postMessage({ spent: 'memory' } satisfies Reply);
  throw new ThreadError('it took too much memory', 'memory');
}

/** Runs jobs in this thread. @param prepare called once per setup; returns the function that runs the jobs of that setup */
export function serveThread(
  prepare: (setup: unknown) => (job: unknown) => { result: unknown; transfer: readonly ArrayBuffer[] },
): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is the entry of a thread');
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  port.postMessage({ ready: true } satisfies Reply);
  port.on('message', ({ key, setup, job }: Message) => {
    try {
      let work = prepared.get(key);
      if (work === undefined) {
        work = prepare(setup);
        const [oldest] = prepared.keys();
        if (prepared.size >= setupsKept && oldest !== undefined) prepared.delete(oldest);
        prepared.set(key, work);
      }
      const { result, transfer } = work(job);
      port.postMessage({ result } satisfies Reply, [...transfer]);
    } catch (error) {
      port.postMessage({ failure: messageOf(error) } satisfies Reply);
    }
  });
}

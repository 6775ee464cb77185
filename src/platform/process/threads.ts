import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { parentPort, Worker } from 'node:worker_threads';
import { keepHeapsSmall } from './small-heap.js';

/** Work that is given to other threads, so that this one goes on answering. */
export interface Threads {
  /** How many jobs are done at once. */
  readonly count: number;
  /**
   * Has a job done by the thread with the fewest before it, which begins it without having to be told. Starts threads while all are busy.
   * @throws ThreadError where the job or its thread failed
   */
  run(task: ThreadTask): Promise<unknown>;
  /** For whoever knows of no more jobs: where nobody else has any, the threads end now, and not after a while. */
  rest(): void;
  close(): Promise<void>;
}

export interface ThreadTask {
  /** What the thread needs before it can do such jobs: handed over once for each thread. Copied, like the job. */
  setup: {
    key: string;
    data: unknown;
    /** How much longer the first job of a thread may take, which waits for the setup. */
    limitMs?: number;
  };
  job: unknown;
  /** How long the thread may work on the job before it is ended; left out: as long as it takes. */
  limitMs?: number;
  /** The same of several jobs together: what each took is taken off it. */
  budget?: { leftMs: number };
}

/** `time` and `memory`: the job went past its limits, and its thread was ended for it. */
export type ThreadFailure = 'failed' | 'time' | 'memory';

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
  /** Absent where the thread has it. */
  setup?: unknown;
  job: unknown;
}

type Reply = { result: unknown } | { failure: string } | { ready: true } | { spent: 'memory' };

interface Pending {
  task: ThreadTask;
  /** Of this job, with its thread's setup where that is still to be made. */
  limitMs: number | null;
  resolve: (result: unknown) => void;
  reject: (error: ThreadError) => void;
}

interface Thread {
  worker: Worker;
  setups: string[];
  /** What it has to do, in the order of its answers. */
  pending: Pending[];
  /** It has loaded its code: before that no job has begun. */
  isReady: boolean;
  /** How long it has worked on the first of its jobs, by what `#lookAtTime` saw. */
  workedMs: number;
  /** When it began the first of its jobs. */
  begunAt: number;
}

/** Beyond this more threads only cost memory: one store takes what they make. */
const threadsMax = 4;
/** A thread's memory is worth more than the tenth of a second that starting it takes. */
const idleMs = 2_000;
/** Garbage is collected instead of kept; a single record is at most half a megabyte. */
const memory = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 128 };
const setupsKept = 2;
/** How often the time of jobs is looked at. */
const watchMs = 100;
/** Loading its code takes a thread a tenth of this on a slow machine. */
const loadingMsMax = 60_000;

/** Below this the memory is needed here: Node.js sizes its heap by the machine's memory, the container's, or what it was told. */
const heapBytesMin = 400 * 1024 * 1024;

/** The thread that gives the work is one of those that keep the processors busy. */
export const threadsHere = Math.min(threadsMax, availableParallelism() - 1);

/** Whether there is a processor for another thread, and this process may have as much memory as several take. */
export function hasRoomForThreads(): boolean {
  return threadsHere > 0 && getHeapStatistics().heap_size_limit >= heapBytesMin;
}

/** @param entry a module that calls `serveThread` @param count as many threads as there are processors for, and one at least */
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

  /** @throws DataCloneError where the job cannot be copied: it is not waited for then */
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
    worker.on('message', (reply: Reply) => {
      this.#hear(thread, reply);
    });
    worker.on('error', (error) => {
      this.#lose(thread, errorOf(error));
    });
    worker.on('exit', () => {
      this.#lose(thread, new ThreadError('the thread ended'));
    });
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
      // Perhaps the setup never came to be.
      thread.setups = thread.setups.filter((key) => key !== done?.task.setup.key);
      done?.reject(new ThreadError(reply.failure));
    }
    this.#restLater();
  }

  /** The thread ended: the job that it was at fails. What waited behind that one had not begun and goes to another thread. */
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
    this.#watch = setInterval(() => {
      this.#lookAtTime();
    }, watchMs).unref();
  }

  /** Time in which this thread or the whole process stood still does not count: a look is never worth more than two. */
  #lookAtTime(): void {
    const now = performance.now();
    const passedMs = Math.min(now - this.#watchedAt, 2 * watchMs);
    this.#watchedAt = now;
    let isLimited = false;
    for (const thread of this.#threads) {
      const first = thread.pending[0];
      if (first === undefined || first.limitMs === null) continue;
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
  const message = error instanceof Error ? error.message : String(error);
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ThreadError(message, isMemory ? 'memory' : 'failed');
}

function forsake({ pending }: Thread, reason: string): void {
  for (const { reject } of pending.splice(0)) reject(new ThreadError(reason));
}

/** Run from its sources a thread needs a loader of TypeScript, as the program does. */
function fromSource(entry: URL): URL {
  // Its name alone leads to the loader of CommonJS.
  const installed = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', installed).href;
  const code = `import { register } from '${loader}'; register(); await import('${entry.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const bytesMax = 1024 * 1024 * memory.maxOldGenerationSizeMb;

/**
 * For long jobs, between their steps: ends the thread where it holds more memory than it may. V8 limits objects by itself; bytes
 * outside of its heap it does not count.
 */
export function checkMemory(): void {
  const { external, heapUsed } = process.memoryUsage();
  if (external + heapUsed <= bytesMax) return;
  parentPort?.postMessage({ spent: 'memory' } satisfies Reply);
  throw new ThreadError('it took too much memory', 'memory');
}

/** Makes this thread do jobs. @param prepare called once for each setup; its result does the jobs under it */
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
      port.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies Reply);
    }
  });
}

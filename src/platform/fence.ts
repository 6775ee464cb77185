import { AsyncLocalStorage } from 'node:async_hooks';

/** The exclusive right of one holder to work in a lane. */
export interface Lease {
  lane: string;
  holder: string;
  /** Incremented each time the lane is taken. A late write of a former holder has a lower epoch and is refused. */
  epoch: number;
}

/** Ended work tried to continue. The operation was not performed. */
export class JobEndedError extends Error {
  readonly code = 'job_ended';

  constructor(reason: string) {
    super(`This work has been ended (${reason}): it can no longer write, send or keep anything.`);
    this.name = 'JobEndedError';
  }
}

/** The progress of a piece of work. */
export interface Progress {
  bytes: number;
  records: number;
  /** Replies, messages and finished parts. */
  steps: number;
}

interface Cleanup {
  act: () => Promise<void>;
  /** The fence whose end calls `act`. */
  fence: Fence;
}

const current = new AsyncLocalStorage<Fence | undefined>();

/**
 * Guards the effects of a job, or of a part of one. While the fence is open, the work may write, send and keep files. Once it has ended,
 * each of these throws, however long the work continues. All interfaces to the outside check the fence that the calling code runs in, and
 * the fences around it.
 */
export class Fence {
  readonly progress: Progress = { bytes: 0, records: 0, steps: 0 };
  /** Number of running parts with their own time limit. */
  partsUnderWay = 0;
  /** When a part was last ended because its time was over; null: never. */
  timeOverAt: number | null = null;
  #reason: string | null = null;
  readonly #controller = new AbortController();
  readonly #cleanups = new Set<Cleanup>();
  readonly #parts = new Set<Fence>();
  readonly #lease: { lease: Lease; isStored: boolean } | null;

  private constructor(
    readonly parent: Fence | null,
    lease: { lease: Lease; isStored: boolean } | null,
    /** Id of the run to which files of this work belong; null: none. */
    readonly run: number | null,
    /** Receives the path of each file that gets its final name in this work; null: it is noted in the surrounding fence. */
    private readonly kept: string[] | null = null,
  ) {
    this.#lease = lease;
    if (parent !== null) parent.#parts.add(this);
  }

  /** The outermost fence of a job. @param isStored the lease is also in the store, where other processes see it */
  static underLease(lease: Lease, isStored: boolean): Fence {
    return new Fence(null, { lease, isStored }, null);
  }

  /** A fence for a part of the work of `parent`, if there is one. */
  static within(
    parent: Fence | null,
    { run = null, kept = null }: Partial<Pick<Fence, 'run'>> & { kept?: string[] | null } = {},
  ): Fence {
    return new Fence(parent, null, run ?? parent?.run ?? null, kept);
  }

  /** The lease that other processes see in the store; null: none. */
  get storedLease(): Lease | null {
    if (this.#lease !== null) return this.#lease.isStored ? this.#lease.lease : null;
    return this.parent?.storedLease ?? null;
  }

  /** Why the fence has ended; null while it is open. */
  get ended(): string | null {
    return this.#reason ?? this.parent?.ended ?? null;
  }

  /** Signals that abort when the fence, or one around it, ends. */
  get signals(): AbortSignal[] {
    return [this.#controller.signal, ...(this.parent?.signals ?? [])];
  }

  /** @throws JobEndedError once the fence has ended */
  check(): void {
    const { ended } = this;
    if (ended !== null) throw new JobEndedError(ended);
  }

  /** Runs work inside the fence: for this work, `currentFence` returns the fence. */
  enter<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Registers a cleanup for the end of the fence. @returns a function that unregisters it */
  onEnd(act: () => Promise<void>): () => void {
    const cleanup: Cleanup = { act, fence: this };
    if (this.ended === null) this.#cleanups.add(cleanup);
    // A file that cannot be removed is swept later.
    else act().catch(() => undefined);
    return () => void cleanup.fence.#cleanups.delete(cleanup);
  }

  /** Notes a file that has its final name, although the store may not refer to it yet. */
  noteKept(path: string): void {
    if (this.kept === null) this.parent?.noteKept(path);
    else this.kept.push(path);
  }

  /** Ends the fence permanently. Resolves when its temporary files are removed, or their removal has failed. */
  async end(reason: string): Promise<void> {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#leaveParent();
    this.#controller.abort();
    const removed = [...this.#cleanups].map(({ act }) => act());
    this.#cleanups.clear();
    await Promise.allSettled([...removed, ...[...this.#parts].map((part) => part.end(reason))]);
  }

  /** Ends successful work: its cleanups and running parts pass to the surrounding fence. */
  dissolve(): void {
    this.#leaveParent();
    const { parent } = this;
    if (parent === null) return;
    for (const cleanup of this.#cleanups) {
      cleanup.fence = parent;
      parent.#cleanups.add(cleanup);
    }
    for (const part of this.#parts) parent.#parts.add(part);
  }

  #leaveParent(): void {
    if (this.parent !== null) this.parent.#parts.delete(this);
  }

  /** Adds to the progress of the work, and of the work around it. */
  advance(by: Partial<Progress>): void {
    this.progress.bytes += by.bytes ?? 0;
    this.progress.records += by.records ?? 0;
    this.progress.steps += by.steps ?? 0;
    this.parent?.advance(by);
  }
}

/** The fence that the calling code runs in; null outside of jobs. */
export function currentFence(): Fence | null {
  return current.getStore() ?? null;
}

/**
 * Runs work that blocks others, such as a turn in a queue, no longer than the caller's fence is open.
 * @throws JobEndedError as soon as the fence ends, even if the work is still waiting
 */
export async function untilFenceEnds<T>(work: () => Promise<T>): Promise<T> {
  const fence = currentFence();
  if (fence === null) return work();
  fence.check();
  const done = new AbortController();
  try {
    return await Promise.race([work(), endOf(fence, done.signal)]);
  } finally {
    done.abort();
  }
}

/** Rejects with a JobEndedError once the fence, or one around it, ends. @param done removes the listeners when it aborts */
export function endOf(fence: Fence, done: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new JobEndedError(fence.ended ?? 'it was ended'));
    for (const signal of fence.signals) signal.addEventListener('abort', end, { signal: done });
  });
}

/** Runs work that several jobs share. It continues when the job that started it has ended. */
export function outsideFences<T>(work: () => T): T {
  return current.run(undefined, work);
}

/** Adds to the progress of the calling work. */
export function advanced(by: Partial<Progress>): void {
  current.getStore()?.advance(by);
}

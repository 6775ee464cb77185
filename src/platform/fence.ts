import { AsyncLocalStorage } from 'node:async_hooks';

/** The right to work in a lane: of one holder, counted again each time the lane is taken. */
export interface Lease {
  lane: string;
  holder: string;
  /** Counts who had it: what a former holder writes late carries a lower one, and is refused. */
  epoch: number;
}

/** Work that was ended tried to go on. Nothing of what it tried was done. */
export class JobEndedError extends Error {
  readonly code = 'job_ended';

  constructor(reason: string) {
    super(`This work was ended before (${reason}): nothing more of it is written, sent or kept.`);
    this.name = 'JobEndedError';
  }
}

/** How far work has come. */
export interface Progress {
  bytes: number;
  records: number;
  /** Replies, messages, parts of the work that are done. */
  steps: number;
}

interface Cleanup {
  act: () => Promise<void>;
  /** Whose end calls it. */
  fence: Fence;
}

const current = new AsyncLocalStorage<Fence | undefined>();

/**
 * Stands around a job, or a part of one. As long as it is open the work may write, send and keep files; once it has ended, each of these
 * throws, however much later the work goes on. All seams to the outside ask the fence that the calling code runs in, and those around it.
 */
export class Fence {
  readonly progress: Progress = { bytes: 0, records: 0, steps: 0 };
  /** Parts under way that have a time limit of their own. */
  partsUnderWay = 0;
  /** When a part of this one was ended since its time was over. */
  timeOverAt: number | null = null;
  #reason: string | null = null;
  readonly #controller = new AbortController();
  readonly #cleanups = new Set<Cleanup>();
  readonly #parts = new Set<Fence>();
  readonly #lease: { lease: Lease; isStored: boolean } | null;

  private constructor(
    readonly parent: Fence | null,
    lease: { lease: Lease; isStored: boolean } | null,
    /** The run that files of this work belong to. */
    readonly run: number | null,
    /** Paths of files that the work has kept, filled as it goes; null: those are the surrounding work's. */
    private readonly kept: string[] | null = null,
  ) {
    this.#lease = lease;
    if (parent !== null) parent.#parts.add(this);
  }

  /** @param isStored the store's table has the lease too, so that other processes see it */
  static underLease(lease: Lease, isStored: boolean): Fence {
    return new Fence(null, { lease, isStored }, null);
  }

  /** Within the one that the caller runs in, if any. */
  static within(
    parent: Fence | null,
    { run = null, kept = null }: Partial<Pick<Fence, 'run'>> & { kept?: string[] | null } = {},
  ): Fence {
    return new Fence(parent, null, run ?? parent?.run ?? null, kept);
  }

  /** What other processes see of the right to work. */
  get storedLease(): Lease | null {
    if (this.#lease !== null) return this.#lease.isStored ? this.#lease.lease : null;
    return this.parent?.storedLease ?? null;
  }

  /** Why it has ended; null while it is open. */
  get ended(): string | null {
    return this.#reason ?? this.parent?.ended ?? null;
  }

  /** Abort when it ends. */
  get signals(): AbortSignal[] {
    return [this.#controller.signal, ...(this.parent?.signals ?? [])];
  }

  /** @throws JobEndedError */
  check(): void {
    const { ended } = this;
    if (ended !== null) throw new JobEndedError(ended);
  }

  enter<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** @param act called when it ends, unless it was taken back before. @returns takes it back */
  onEnd(act: () => Promise<void>): () => void {
    const cleanup: Cleanup = { act, fence: this };
    if (this.ended === null) this.#cleanups.add(cleanup);
    // What cannot be removed stays, and is swept later.
    else act().catch(() => undefined);
    return () => void cleanup.fence.#cleanups.delete(cleanup);
  }

  /** A file has its lasting name; whether the store will know of it is open. */
  noteKept(path: string): void {
    if (this.kept === null) this.parent?.noteKept(path);
    else this.kept.push(path);
  }

  /** For good. @returns when what it owns is removed, or cannot be */
  async end(reason: string): Promise<void> {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#leaveParent();
    this.#controller.abort();
    const removed = [...this.#cleanups].map(({ act }) => act());
    this.#cleanups.clear();
    await Promise.allSettled([...removed, ...[...this.#parts].map((part) => part.end(reason))]);
  }

  /** Its work is done: what it owns is the surrounding work's, and what is still under way there goes on under that. */
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

  advance(by: Partial<Progress>): void {
    this.progress.bytes += by.bytes ?? 0;
    this.progress.records += by.records ?? 0;
    this.progress.steps += by.steps ?? 0;
    this.parent?.advance(by);
  }
}

/** The fence that the calling code runs in; null for what is no job's. */
export function currentFence(): Fence | null {
  return current.getStore() ?? null;
}

/**
 * Work that others wait behind, such as a turn in a queue: it does not outlast the fence that the caller runs in.
 * @throws JobEndedError as soon as that ends, whatever the work still waits for
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

/** Rejects with a JobEndedError once the fence, or one around it, ends. @param done from then on nothing listens any more */
export function endOf(fence: Fence, done: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new JobEndedError(fence.ended ?? 'it was ended'));
    for (const signal of fence.signals) signal.addEventListener('abort', end, { signal: done });
  });
}

/** Of use to several jobs: it goes on when the one that began it has ended. */
export function outsideFences<T>(work: () => T): T {
  return current.run(undefined, work);
}

/** Notes how far the calling work has come. */
export function advanced(by: Partial<Progress>): void {
  current.getStore()?.advance(by);
}

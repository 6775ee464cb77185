import type { Millis } from '../rows.js';

/** The right to work in a lane (see `sync/job.ts`), where several processes share a store. */
export interface Lease {
  lane: string;
  /** The process that has it. */
  holder: string;
  /** Counts who had it: what a former holder writes late carries a lower one, and is refused. */
  epoch: number;
}

export interface LeaseStore {
  /**
   * Takes a lane for `ms`, counted by the store's clock. A lane is free when it was given back, when its time is over, or when its
   * holder is known to be gone.
   * @returns null while somebody else has it; `abandoned`: the former holder never gave it back
   */
  take(lane: string, holder: string, ms: number): Promise<{ lease: Lease; abandoned: boolean } | null>;
  /** Prolongs those of them that are nobody else's by now. */
  renew(leases: readonly Lease[], ms: number): Promise<void>;
  give(lease: Lease): Promise<void>;
  /** Whether it is still its holder's, who may write under it. */
  isHeld(lease: Lease): Promise<boolean>;
  /** Those of these lanes that nobody has who still answers. */
  free(lanes: readonly string[]): Promise<string[]>;
  /**
   * Every transaction that `work` begins is refused once the lease is somebody else's.
   * @throws StoreError `lease_lost`, from that transaction
   */
  within<T>(lease: Lease, work: () => Promise<T>): Promise<T>;
  /** The store's clock: the same for all who share it. */
  now(): Promise<Millis>;
}

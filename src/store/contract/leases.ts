import type { Fence, Lease } from '../../platform/fence.js';
import type { Millis } from '../../model/millis.js';

export type { Lease } from '../../platform/fence.js';

/** Where several processes share a store, the right to work in a lane (see `sync/job.ts`) is a row that all of them see. */
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
  /** Whether the process is known to have ended, or to have lost its connection. */
  isGone(holder: string): Promise<boolean>;
  /** Those of these lanes that nobody has who still answers. */
  free(lanes: readonly string[]): Promise<string[]>;
  /**
   * Does work behind a fence: every transaction that it begins is refused once another holder has the lease, or the fence has ended.
   * @throws StoreError `lease_lost`, JobEndedError, from that transaction
   */
  within<T>(lease: Lease, work: (fence: Fence) => Promise<T>): Promise<T>;
  /** The store's clock: the same for all who share it. */
  now(): Promise<Millis>;
}

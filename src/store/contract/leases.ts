import type { Fence, Lease } from '../../platform/fence.js';
import type { Millis } from '../../model/millis.js';

export type { Lease } from '../../platform/fence.js';

/** Leases of lanes (see `sync/job.ts`), shared by all processes on a store: only the holder of a lane's lease may work in it. */
export interface LeaseStore {
  /**
   * Takes a lane for `ms`, counted by the store's clock. A lane is free if it was released, if its lease expired, or if its holder is known
   * to be gone.
   * @returns null while another worker holds the lane; `abandoned`: the former holder never released it
   */
  take(lane: string, holder: string, ms: number): Promise<{ lease: Lease; abandoned: boolean } | null>;
  /** Takes those of the lanes that were released, in one statement. Lanes that were never taken, or never released, are left out. */
  claim(lanes: readonly string[], holder: string, ms: number): Promise<Lease[]>;
  /** Extends those leases that no other worker has taken over. */
  renew(leases: readonly Lease[], ms: number): Promise<void>;
  /** Releases the lane. */
  give(lease: Lease): Promise<void>;
  /** Releases lanes, in one statement. */
  giveAll(leases: readonly Lease[]): Promise<void>;
  /** Whether the lease is still valid: not expired, and the lane not taken over. */
  isHeld(lease: Lease): Promise<boolean>;
  /** Whether the process is known to have ended, or to have lost its connection. @param holder name of the process */
  isGone(holder: string): Promise<boolean>;
  /** The lanes among these that no live worker holds. */
  free(lanes: readonly string[]): Promise<string[]>;
  /**
   * Runs `work` behind a fence. Its transactions are refused once the lease is lost or the fence has ended.
   * @throws StoreError `lease_lost`, JobEndedError, from the refused transaction
   */
  within<T>(lease: Lease, work: (fence: Fence) => Promise<T>): Promise<T>;
  /** Time of the store's clock, which is the same for all processes on the store. */
  now(): Promise<Millis>;
}

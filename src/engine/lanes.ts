import type { Fence } from '../platform/fence.js';
import { leaseLost } from '../store/database/errors.js';
import type { Lease, LeaseStore } from '../store/store.js';

/** What lanes need of the store's leases. */
export type LaneLeases = Pick<LeaseStore, 'take' | 'renew' | 'give' | 'isHeld' | 'within'>;

/**
 * The lanes that this process works in. The process holds a lease on each and must renew it (`answer`) before it expires, or it loses the
 * lane.
 */
export class Lanes {
  /** Leases of the lanes in which work is running. */
  readonly #held = new Set<Lease>();
  /** Leases that are no longer needed, but may still be in the store because giving them back has failed. They are not renewed. */
  readonly #owed = new Set<Lease>();

  constructor(
    private readonly leases: LaneLeases,
    private readonly holder: string,
    private readonly leaseMs: number,
  ) {}

  /**
   * Runs `act` under the lease of a lane, and then gives the lease back. Does nothing if another holder has the lane.
   * @param act `abandoned`: the former holder did not give its lease back; `fence`: ends with the lease
   */
  async work(lane: string, act: (abandoned: boolean, fence: Fence) => Promise<unknown>): Promise<void> {
    const taken = await this.leases.take(lane, this.holder, this.leaseMs);
    if (taken === null) return;
    const { lease, abandoned } = taken;
    await this.workUnder(lease, (fence) => act(abandoned, fence));
  }

  /** Takes those of the lanes that nothing works in. They are given back by `workUnder` or `give`. */
  async claim({ claim }: Pick<LeaseStore, 'claim'>, lanes: readonly string[]): Promise<readonly Lease[]> {
    const leases = await claim(lanes, this.holder, this.leaseMs);
    for (const lease of leases) this.#held.add(lease);
    return leases;
  }

  /** Gives back lanes in which nothing was done. */
  async give({ giveAll }: Pick<LeaseStore, 'giveAll'>, leases: readonly Lease[]): Promise<void> {
    for (const lease of leases) {
      this.#held.delete(lease);
      this.#owed.add(lease);
    }
    await giveAll(leases);
    for (const lease of leases) this.#owed.delete(lease);
  }

  /** Runs `act` under a lease, and then gives it back. @param act resolves with true if the store released the lane with its last write */
  async workUnder(lease: Lease, act: (fence: Fence) => Promise<unknown>): Promise<void> {
    this.#held.add(lease);
    const done = { isReleased: false };
    try {
      await this.leases.within(lease, async (fence) => {
        try {
          done.isReleased = (await act(fence)) === true;
        } finally {
          // Operations that the work started and did not await have no effect from now on.
          await fence.end('it is done');
        }
      });
    } catch (error) {
      // Without the lease, the error says nothing about the job: the lane's new worker may have removed this worker's files.
      throw (await this.leases.isHeld(lease).catch(() => true)) ? error : leaseLost(lease);
    } finally {
      this.#held.delete(lease);
      if (!done.isReleased) {
        this.#owed.add(lease);
        await this.#giveBack(lease);
      }
    }
  }

  /** Renews the leases in use, and tries again to give back the others. */
  async answer(): Promise<void> {
    await this.leases.renew([...this.#held], this.leaseMs);
    for (const lease of this.#owed) await this.#giveBack(lease);
  }

  async #giveBack(lease: Lease): Promise<void> {
    await this.leases.give(lease);
    this.#owed.delete(lease);
  }
}

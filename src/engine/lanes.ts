import type { Fence } from '../platform/fence.js';
import { leaseLost } from '../store/database/errors.js';
import type { Lease, LeaseStore } from '../store/store.js';

/**
 * The lanes of a process: those it works in stay its own as long as it answers. One that it could not give back, as its connection was
 * cut, is not, though the store knows no better.
 */
export class Lanes {
  readonly #held = new Set<Lease>();
  readonly #owed = new Set<Lease>();

  constructor(
    private readonly leases: Pick<LeaseStore, 'take' | 'renew' | 'give' | 'isHeld' | 'within'>,
    private readonly holder: string,
    private readonly leaseMs: number,
  ) {}

  /** Nothing where another holder has it. @param act with whether a former holder never gave it back, and the fence that the lease is */
  async work(lane: string, act: (abandoned: boolean, fence: Fence) => Promise<void>): Promise<void> {
    const taken = await this.leases.take(lane, this.holder, this.leaseMs);
    if (taken === null) return;
    const { lease, abandoned } = taken;
    this.#held.add(lease);
    try {
      await this.leases.within(lease, (fence) =>
        // What the work left under way, unasked for, has no effect any more.
        act(abandoned, fence).finally(() => fence.end('it is done')),
      );
    } catch (error) {
      // The lane's new worker may have removed what this job left behind: no failure of this job.
      throw (await this.leases.isHeld(lease).catch(() => true)) ? error : leaseLost(lease);
    } finally {
      this.#held.delete(lease);
      this.#owed.add(lease);
      await this.#giveBack(lease);
    }
  }

  /** Says that this process is there. */
  async answer(): Promise<void> {
    await this.leases.renew([...this.#held], this.leaseMs);
    for (const lease of this.#owed) await this.#giveBack(lease);
  }

  async #giveBack(lease: Lease): Promise<void> {
    await this.leases.give(lease);
    this.#owed.delete(lease);
  }
}

import { Fence } from '../platform/fence.js';
import type { LaneLeases } from './lanes.js';

/** Leases of a process that has its store to itself. They exist in memory only, and fence each job like leases in a shared store. */
export function createOwnLeases(): LaneLeases {
  const epochs = new Map<string, number>();
  return {
    take(lane, holder) {
      const epoch = (epochs.get(lane) ?? 0) + 1;
      epochs.set(lane, epoch);
      return Promise.resolve({ lease: { lane, holder, epoch }, abandoned: false });
    },
    renew: () => Promise.resolve(),
    give: () => Promise.resolve(),
    isHeld: ({ lane, epoch }) => Promise.resolve(epochs.get(lane) === epoch),
    within(lease, work) {
      const fence = Fence.underLease(lease, false);
      return fence.enter(() => work(fence));
    },
  };
}

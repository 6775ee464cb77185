import { Fence } from '../../src/platform/fence.js';
import type { KnownSeed } from './known-seeds.js';
import type { Plant } from './mistakes.js';

/** Mistakes that a daemon by itself cannot make. They are planted into what all parts of a worker share. */
export const workerMistakes: Readonly<Record<string, Plant>> = {
  'takes lanes of workers that are alive': ({ store: { leases } }) => {
    const take = leases.take.bind(leases);
    leases.free = async (lanes) => [...lanes];
    leases.within = (_lease, work) => work(Fence.within(null));
    leases.take = async (lane, holder, ms) =>
      (await take(lane, holder, ms)) ?? { lease: { lane, holder, epoch: 0 }, abandoned: false };
  },
};

/** Seen from the portal, or in the store by the one who comes second. */
const servedByTwo = / asked for .* while .* waited for the reply to |batch \d+ is settled already/;

/** For each the first seed that is tried, how long its days are, and what gives it away. */
export const knownOfWorkers: Readonly<Record<string, KnownSeed>> = {
  'takes lanes of workers that are alive': {
    seed: 6,
    within: { hours: 6, quietHours: 26, workers: 3 },
    breaks: servedByTwo,
  },
};

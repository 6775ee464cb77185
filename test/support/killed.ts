import type { World } from './world.js';

/** The process ends here: a poll that is under way writes no end, and what called this goes no further. */
export function killed(world: World): never {
  const dead = (): Promise<never> => Promise.reject(new Error('killed'));
  Object.assign(world.app.services.store.feeds, { endPoll: dead });
  throw new Error('killed');
}

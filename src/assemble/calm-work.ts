import type { CalmWork } from '../engine/calm-rounds.js';
import { askSource, dueCalmPolls, endConfirmed, readyPolls } from '../sync/calm/calm-polls.js';
import type { Feed, Services } from '../sync/services/services.js';

/** The polls of calm feeds, over the feeds and services that run when each begins: a reload replaces both. */
export function calmWork(running: () => { feeds: readonly Feed[]; services: Services }): CalmWork {
  return {
    async due(page) {
      const { feeds, services } = running();
      // As before any other work: where the folders cannot be written, nothing begins.
      await services.disk.look();
      return dueCalmPolls(page, feeds, services);
    },
    among: (feedIds) => running().services.store.calmFeeds.among(feedIds),
    ready: (polls) => readyPolls(polls, running().feeds, running().services),
    ask: (poll) => askSource(poll, running().services),
    end: (polls) => endConfirmed(polls, running().services),
  };
}

import type { Rows } from './clone-feed.js';

export interface LockWaits {
  /** Ends the watch. @returns of the moments at which a statement of ours was under way, those at which it waited for a lock */
  share(): Promise<number>;
}

const lookEveryMs = 50;

/** Looks again and again at what the server's connections do. */
export function watchLocks(rows: Rows): LockWaits {
  let active = 0;
  let waiting = 0;
  const watch = { isOver: false };
  const watching = (async () => {
    while (!watch.isOver) {
      const [now] = await rows.all(`select count(*) as active,
          count(*) filter (where wait_event_type = 'Lock') as waiting
        from pg_stat_activity where state = 'active' and application_name like 'feedsync%'`);
      active += Number(now?.active);
      waiting += Number(now?.waiting);
      await new Promise((later) => setTimeout(later, lookEveryMs));
    }
  })();
  return {
    async share() {
      watch.isOver = true;
      await watching;
      return active === 0 ? 0 : waiting / active;
    },
  };
}

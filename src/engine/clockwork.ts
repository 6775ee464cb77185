import cron from 'node-cron';

/** A timer that calls a function at regular times. */
export interface Clockwork {
  start(): void;
  stop(): Promise<void>;
}

const ignore = (): void => undefined;

/**
 * Calls `tick` once a second. While a call is running, the next ones are skipped. node-cron would log a warning for each skipped call, so
 * its log is dropped.
 */
export function everySecond(tick: () => Promise<void>): Clockwork {
  const logger = { info: ignore, warn: ignore, error: ignore, debug: ignore };
  const task = cron.createTask('* * * * * *', tick, { noOverlap: true, logger });
  return {
    start: () => void task.start(),
    stop: async () => {
      await task.destroy();
    },
  };
}

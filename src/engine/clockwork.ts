import cron from 'node-cron';

export interface Clockwork {
  start(): void;
  stop(): Promise<void>;
}

const ignore = (): void => undefined;

/** Calls it each second; one that takes longer is not called again before it has ended, which is nothing to tell of. */
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

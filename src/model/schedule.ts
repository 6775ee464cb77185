/** Moves each feed's start by its own, always equal, share of `withinMs`, so that not all start on the minute. */
export interface Spread {
  key: string;
  withinMs: number;
}

/** When something is due: a cron expression (seconds optional) read in a zone. */
export interface Schedule {
  cron: string;
  timezone: string;
  spread: Spread;
}

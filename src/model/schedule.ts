/**
 * Delays each start by a part of `withinMs`, so that feeds do not all start on the minute. The part is derived from `key`, so it is the
 * same at each start.
 */
export interface Spread {
  key: string;
  withinMs: number;
}

/** When something is due: a cron expression (seconds optional), evaluated in an IANA time zone. */
export interface Schedule {
  cron: string;
  timezone: string;
  spread: Spread;
}

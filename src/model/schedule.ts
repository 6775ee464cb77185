/** Delays each start by a share of `withinMs` that `key` fixes, so that feeds do not all start on the minute. */
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

const waitMsMin = 1000;

/**
 * The wait of a Retry-After header in milliseconds, at least a second and at most the window; null if there is no valid header.
 * @param now epoch milliseconds, preferably the reply's own Date, because the same clock wrote both headers
 * @param windowMs the longest sensible wait: the window of the rate or the budget
 */
export function retryAfterMs(header: string | undefined, now: number, windowMs: number): number | null {
  const value = header?.trim() ?? '';
  // A number of seconds is tested first, because Date.parse would read "120" as a year.
  const until = /^\d{1,9}$/.test(value) ? now + Number(value) * 1000 : httpDate(value);
  return until === null ? null : Math.min(Math.max(until - now, waitMsMin), Math.max(windowMs, waitMsMin));
}

/** The epoch milliseconds of an HTTP date (RFC 9110, section 5.6.7); null if it is none. */
export function httpDate(header: string | undefined): number | null {
  const value = header?.trim() ?? '';
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}( GMT| \d{4})$/.test(value)) return null;
  // The asctime form has no zone; it is in GMT.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : time;
}

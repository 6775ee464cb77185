const waitMsMin = 1000;

/**
 * How long a Retry-After header asks to wait, clamped to one second and the window; null where it has none that can be read.
 * @param now epoch milliseconds, best by the clock that wrote the header: the reply's own Date
 * @param windowMs the longest wait that can make sense: the budget's window
 */
export function retryAfterMs(header: string | undefined, now: number, windowMs: number): number | null {
  const value = header?.trim() ?? '';
  // Date.parse would take "120" for a year.
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : dateWait(value, now);
  return wait === null ? null : Math.min(Math.max(wait, waitMsMin), Math.max(windowMs, waitMsMin));
}

/** Epoch milliseconds of an HTTP date (RFC 9110, section 5.6.7), or null. */
export function httpDate(header: string | undefined): number | null {
  const value = header?.trim() ?? '';
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}( GMT| \d{4})$/.test(value)) return null;
  // The asctime form names no zone and means GMT.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : time;
}

function dateWait(value: string, now: number): number | null {
  const time = httpDate(value);
  return time === null ? null : time - now;
}

/** One thing that `doctor` looked at. */
export interface Check {
  /** What was looked at, such as `clock` or `feed agency-a`. */
  about: string;
  state: 'ok' | 'warn' | 'fail';
  /** What was found, and what it means. */
  message: string;
  /** What to do next; null where nothing is to be done. */
  next: string | null;
}

export function ok(about: string, message: string): Check {
  return { about, state: 'ok', message, next: null };
}

export function warn(about: string, message: string, next: string): Check {
  return { about, state: 'warn', message, next };
}

export function fail(about: string, message: string, next: string): Check {
  return { about, state: 'fail', message, next };
}

/** One result of `doctor`. */
export interface Check {
  /** The subject, such as `clock` or `feed agency-a`. */
  about: string;
  state: 'ok' | 'warn' | 'fail';
  /** The finding, and what it means. */
  message: string;
  /** What to do next; null: nothing. */
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

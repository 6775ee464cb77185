import { DateTime } from 'luxon';
import { formatDuration } from '../core/durations.js';

/** Writes times for people of one zone. */
export interface Times {
  /** `2026-11-21 01:31:05`. */
  local: (at: number) => string;
  /** `2026-11-21 01:31:05 (5 min ago)`, `(in 5 min)`; `never` for null. */
  aged: (at: number | null) => string;
  /** `5 min ago`; `never` for null. */
  age: (at: number | null) => string;
}

export function timesIn(zone: string, now: number): Times {
  const local = (at: number): string => DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
  return {
    local,
    aged: (at) => (at === null ? 'never' : `${local(at)} (${distance(at - now)})`),
    age: (at) => (at === null ? 'never' : distance(at - now)),
  };
}

function distance(ms: number): string {
  if (Math.abs(ms) < 1000) return 'now';
  return ms < 0 ? `${formatDuration(-ms)} ago` : `in ${formatDuration(ms)}`;
}

import { DateTime } from 'luxon';
import { durationPattern, formatDuration, parseDuration } from '../model/durations.js';
import { callLibrary } from '../platform/library.js';

/** Formats times in one zone. */
export interface Times {
  /** `2026-11-21 01:31:05`. */
  local: (at: number) => string;
  /** Like `local`, without the day where it is the same day as `before`. */
  after: (at: number, before: number | null) => string;
  /** `2026-11-21 01:31:05 (5 min ago)`, `(in 5 min)`; `never` for null. */
  aged: (at: number | null) => string;
  /** `5 min ago`; `never` for null. */
  age: (at: number | null) => string;
}

export function timesIn(zone: string, now: number): Times {
  const inZone = (at: number): DateTime => DateTime.fromMillis(at, { zone });
  const local = (at: number): string => inZone(at).toFormat('yyyy-MM-dd HH:mm:ss');
  return {
    local,
    after: (at, before) =>
      before !== null && inZone(at).hasSame(inZone(before), 'day')
        ? inZone(at).toFormat('HH:mm:ss')
        : local(at),
    aged: (at) => (at === null ? 'never' : `${local(at)} (${distance(at - now)})`),
    age: (at) => (at === null ? 'never' : distance(at - now)),
  };
}

/** Parses an age (`90m`), or a day or time of the zone (`2026-11-21`, `2026-11-21T08:00`), to epoch milliseconds. Null for anything else. */
export function parseMoment(text: string, zone: string, now: number): number | null {
  if (durationPattern.test(text)) return now - parseDuration(text);
  const moment = callLibrary('luxon', () => DateTime.fromISO(text.replace(' ', 'T'), { zone }));
  return moment.isValid ? moment.toMillis() : null;
}

function distance(ms: number): string {
  if (Math.abs(ms) < 1000) return 'now';
  return ms < 0 ? `${formatDuration(-ms)} ago` : `in ${formatDuration(ms)}`;
}

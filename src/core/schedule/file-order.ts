import type { Millis } from '../../model/millis.js';

/** What is known of the time of a file. */
export interface FileTimes {
  /** Its own date or number, as the mapping reads it from the file; null: the file states none. */
  sequence: number | null;
  /** The `Last-Modified` of its transfer; null: the server stated none, or the file has several parts. */
  modifiedAt: Millis | null;
  fetchedAt: Millis;
}

/** A sequence time further in the future than this is taken for a mistake: agencies' clocks and time zones are wrong by no more. */
const clockSlackMs = 24 * 3_600_000;

/** The time of a file: its own date, else `Last-Modified`, else the fetch. A file is never newer than its fetch. */
export function fileTime(
  { sequence, modifiedAt, fetchedAt }: FileTimes,
  { isSequenceTime }: { isSequenceTime: boolean },
): Millis {
  return Math.min((isSequenceTime ? sequence : null) ?? modifiedAt ?? fetchedAt, fetchedAt);
}

/**
 * By what a file is older than another one of the same address; null if it is not. Dates are compared with dates of the same origin only:
 * the clocks of an export and of its server may differ.
 */
export function olderBy(
  file: FileTimes,
  last: FileTimes,
  { isSequenceTime, now }: { isSequenceTime: boolean; now: Millis },
): 'sequence' | 'modified' | null {
  if (file.sequence !== null && last.sequence !== null) {
    // A sequence time in the future is taken for a mistake: otherwise every file before that time would be refused.
    const isAhead = isSequenceTime && last.sequence > now + clockSlackMs;
    return !isAhead && file.sequence < last.sequence ? 'sequence' : null;
  }
  if (file.modifiedAt === null || last.modifiedAt === null) return null;
  return file.modifiedAt < last.modifiedAt ? 'modified' : null;
}

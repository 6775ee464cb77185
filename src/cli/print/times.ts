export { timesIn, type Times } from '../../inspect/times.js';

/** ISO 8601 in UTC, or null. */
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

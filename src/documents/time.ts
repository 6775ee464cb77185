/** ISO 8601 in UTC, of epoch milliseconds. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** ISO 8601 in UTC, of epoch milliseconds; null for null. */
export function maybeIso(at: number | null): string | null {
  return at === null ? null : iso(at);
}

/**
 * The delay of a Retry-After header in milliseconds, never negative; null if the header is missing or cannot be parsed. The caller clamps
 * the delay, because some servers send absurd values.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}

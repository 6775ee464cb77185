import type { Payload } from './doubt.js';
import { photoUrls } from './placeholders.js';

/**
 * Query keys whose values changed in the photo URLs of a listing while the photos seem unchanged: their number and the URLs without these
 * values are the same. Empty if any photo differs in something else or in a value that may identify it, or if none differs.
 */
export function changedTokens(former: Payload, now: Payload): string[] {
  const [before, after] = [photoUrls(former), photoUrls(now)];
  if (before.length !== after.length) return [];
  const paths = new Set(after.map(withoutQuery));
  // If all paths differ, the path identifies the photo, and any key of the query may change.
  const isAny = paths.size === after.length;
  const keys = new Set<string>();
  for (const [index, url] of after.entries()) {
    const other = before[index] ?? '';
    if (other === url) continue;
    const changed = changedKeys(other, url, isAny);
    if (changed === null) return [];
    for (const key of changed) keys.add(key);
  }
  return [...keys].sort();
}

/** The query keys whose values differ; null if the URLs differ in something else, or in a value that may identify the photo. */
function changedKeys(before: string, after: string, isAny: boolean): string[] | null {
  if (!URL.canParse(before) || !URL.canParse(after)) return null;
  const [a, b] = [new URL(before), new URL(after)];
  if (a.origin !== b.origin || a.pathname !== b.pathname) return null;
  const keys = new Set([...a.searchParams.keys(), ...b.searchParams.keys()]);
  const changed = [...keys].filter((key) => a.searchParams.get(key) !== b.searchParams.get(key));
  const mayChange = (key: string): boolean =>
    isAny || (isToken(a.searchParams.get(key)) && isToken(b.searchParams.get(key)));
  return changed.every(mayChange) ? changed : null;
}

function withoutQuery(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? url : url.slice(0, at);
}

/**
 * Whether a value may change with each export: a time, a version or a signature, of at least 6 characters, or an empty or missing value. A
 * shorter value may be the number of the photo.
 */
function isToken(value: string | null): boolean {
  return value === null || value.length >= 6 || value === '';
}

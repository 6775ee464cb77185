import type { Payload } from './doubt.js';
import { photoUrls } from './placeholders.js';

/**
 * Query keys of a listing's photos that became others although the photos did not: same number, same paths, the rest of the query the
 * same. Empty where a photo differs in more than that, or in nothing.
 */
export function changedTokens(former: Payload, now: Payload): string[] {
  const [before, after] = [photoUrls(former), photoUrls(now)];
  if (before.length !== after.length) return [];
  const paths = new Set(after.map(withoutQuery));
  // Where the path alone tells the photos apart, nothing of the query does.
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

/** Null where more than values of the query differ. */
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

/** What an export changes each time: a time, a version, a signature. A short number may name the picture. */
function isToken(value: string | null): boolean {
  return value === null || value.length >= 6 || value === '';
}

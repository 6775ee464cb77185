import { base } from './base.js';
import type { Entry } from './table.js';

/** The texts that are loaded, by key: those of agencies' pages, and once `staff.ts` is loaded those of staff. */
const known = new Map<string, Entry>(Object.entries(base));

/** Adds texts to those that are loaded. */
export function know(entries: Readonly<Record<string, Entry>>): void {
  for (const [key, entry] of Object.entries(entries)) known.set(key, entry);
}

/** The text of a key; undefined if there is none, or if it is for staff and not loaded. */
export function knownText(key: string): Entry | undefined {
  return known.get(key);
}

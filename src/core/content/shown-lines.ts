import { hash } from 'node:crypto';
import type { ExternalId, FeedId } from '../../model/ids.js';

/** A line of a question as a person saw it. */
export interface ShownLine {
  feedId: FeedId;
  externalId: ExternalId;
  /** A field of the content guard, or the JSON pointer of a word's field. */
  field: string;
  value: string;
}

const partLength = 12;

/** Where a line stands, and its value, each as 72 bits of a hash: an answer names thousands of lines. */
export function shownKey({ value, ...place }: ShownLine): string {
  return placeKey(place) + digest(value);
}

/** The first part of `shownKey`. Equal for two values of one place. */
export function placeKey({ feedId, externalId, field }: Omit<ShownLine, 'value'>): string {
  return digest(`${feedId}\n${field}\n${externalId}`);
}

/** What was shown as one version: it is another one where a line came, went or has another value. */
export function shownVersion(keys: readonly string[]): string {
  return digest([...keys].sort().join('\n'));
}

/** The lines of now by what was shown: `same` as shown, or `changed` since. `gone`: how many are no lines any more. */
export function sortShown<Line extends ShownLine>(
  lines: readonly Line[],
  shown: readonly string[],
): { same: Line[]; changed: Line[]; gone: number } {
  const keys = new Set(shown);
  const places = new Set(shown.map((key) => key.slice(0, partLength)));
  const [same, changed]: [Line[], Line[]] = [[], []];
  for (const line of lines)
    if (places.has(placeKey(line))) (keys.has(shownKey(line)) ? same : changed).push(line);
  return { same, changed, gone: places.size - same.length - changed.length };
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, partLength);
}

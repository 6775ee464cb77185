import type { Reading } from './read-records.js';
import type { Feed, Services } from './services.js';

/**
 * Why listings that a poll is the first to miss are asked about at once: the configuration lets the feed read less than before
 * (SEMANTICS 3), or records lost their ids, and may be these.
 */
export type AbsenceDoubt = 'scope' | 'lost_ids';

/** What there was to the file that was taken over last. */
interface LastScope {
  scope: string;
  nameless: number;
}

export async function doubtOfAbsences(
  { id, scope }: Feed,
  { nameless }: Pick<Reading, 'nameless'>,
  { store }: Pick<Services, 'store'>,
): Promise<AbsenceDoubt | null> {
  const text = await store.meta.get(keyOf(id));
  if (text === null) return null;
  const last = JSON.parse(text) as LastScope;
  if (last.scope !== scope) return 'scope';
  return nameless > last.nameless ? 'lost_ids' : null;
}

/** A file was taken over. */
export async function noteScope(
  { id, scope }: Feed,
  { nameless }: Pick<Reading, 'nameless'>,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  const text = JSON.stringify({ scope, nameless } satisfies LastScope);
  if ((await store.meta.get(keyOf(id))) !== text) await store.meta.set(keyOf(id), text);
}

function keyOf(feedId: number): string {
  return `feed.scope ${feedId}`;
}

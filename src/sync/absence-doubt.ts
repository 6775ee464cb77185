import type { HoldRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from './services.js';

/**
 * Why listings that a poll is the first to miss are asked about at once, whatever the guard says: the configuration lets the feed read
 * less than before (RULES R54), or records lost their ids, and may be these.
 */
export type AbsenceDoubt = 'scope' | 'lost_ids';

export const doubtSentences: Readonly<Record<AbsenceDoubt, string>> = {
  scope:
    'the configuration of the feed was changed: it reads from elsewhere (url, urls, auth, headers) or picks other records (where) than before, and configuration alone takes nothing off',
  lost_ids: 'records of the feed lost their ids since the file before, and may be these',
};

/** What there was to the file that was taken over last. */
interface LastFile {
  scope: string;
  /** Null where it was taken over before this was kept. */
  nameless: number | null;
  /** Of a ZIP, the file in it. */
  member?: string;
}

/** Such a hold stays open until its listings are back or a person has decided. */
export function doubtOfHold(hold: HoldRow | null): AbsenceDoubt | null {
  const { cause = null } = hold ?? {};
  return cause === 'scope' || cause === 'lost_ids' ? cause : null;
}

export async function doubtOfAbsences(
  { id, scope }: Feed,
  { nameless }: Pick<Reading, 'nameless'>,
  { store }: Pick<Services, 'store'>,
): Promise<AbsenceDoubt | null> {
  const last = await lastFile(id, store);
  if (last === null) return null;
  if (last.scope !== scope) return 'scope';
  return last.nameless !== null && nameless > last.nameless ? 'lost_ids' : null;
}

/** Whether its next file would be the first that is read so. */
export async function isReadAnew({ id, scope }: Pick<Feed, 'id' | 'scope'>, store: Store): Promise<boolean> {
  const last = await lastFile(id, store);
  return last !== null && last.scope !== scope;
}

/** A file was taken over, after what it misses was asked about. @param reading null: it is the last one, from wherever it is read now */
export async function noteFile(
  { id, scope, mapping }: Feed,
  reading: Pick<Reading, 'nameless'> | null,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  const last = await lastFile(id, store);
  const { member } = mapping.format;
  const nameless = reading?.nameless ?? last?.nameless ?? null;
  const now: LastFile = { scope, nameless, ...(member !== undefined && { member }) };
  if (last?.scope !== now.scope || last.nameless !== nameless || last.member !== member)
    await store.meta.set(keyOf(id), JSON.stringify(now));
}

/** Whether the file that was taken over last is this one of its ZIP, or of none. */
export async function wasReadAs(
  feedId: number,
  member: string | undefined,
  store: Pick<Store, 'meta'>,
): Promise<boolean> {
  return (await lastFile(feedId, store))?.member === member;
}

async function lastFile(feedId: number, { meta }: Pick<Store, 'meta'>): Promise<LastFile | null> {
  const text = await meta.get(keyOf(feedId));
  return text === null ? null : (JSON.parse(text) as LastFile);
}

function keyOf(feedId: number): string {
  return `feed.scope ${feedId}`;
}

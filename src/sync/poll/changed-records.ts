import { fileTime, type FileTimes } from '../../core/schedule/file-order.js';
import type { Poll } from './poll.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from '../services/services.js';
import type { Source } from '../snapshot/take-snapshot.js';

/**
 * Takes out of a full file what it says of records that a later delta file spoke of: their values stay, and their absence from the full file
 * means nothing. Only a feed that has full files and delta files has such records.
 */
export async function leaveChanged(
  { feed, balance, services }: Pick<Poll, 'feed' | 'balance' | 'services'>,
  source: Pick<Source, 'modifiedAt' | 'fetchedAt'>,
  reading: Reading,
): Promise<void> {
  if (feed.kind !== 'auto' || reading.facts.kind !== 'full') return;
  const changed = await services.store.records.leaveChanged(feed.id, placeOf(feed, timesOf(source, reading)));
  for (const { ordinal, listings, staged } of changed) {
    if (staged !== null) {
      balance.known++;
      balance.knownListings += listings;
      if (staged.lostMark !== null)
        reading.lostMarks.set(staged.lostMark, (reading.lostMarks.get(staged.lostMark) ?? 0) - 1);
    } else if (reading.seen.add(ordinal)) reading.unspoken.add(ordinal);
  }
}

/** Stores which records a delta file spoke of, for full files that are older than it. */
export async function noteChanged(
  feed: Pick<Feed, 'id' | 'kind' | 'mapping'>,
  source: Pick<Source, 'modifiedAt' | 'fetchedAt'>,
  reading: Reading,
  { store }: Services,
): Promise<void> {
  if (feed.kind !== 'auto' || reading.facts.kind !== 'delta') return;
  await store.records.noteChanged(feed.id, reading.seen.indices(), placeOf(feed, timesOf(source, reading)));
}

function timesOf(
  { modifiedAt, fetchedAt }: Pick<Source, 'modifiedAt' | 'fetchedAt'>,
  { facts: { sequence } }: Pick<Reading, 'facts'>,
): FileTimes {
  return { sequence, modifiedAt, fetchedAt };
}

/** The place of a file among the full and delta files of its feed: the number that the file states, else its time. */
export function placeOf({ mapping: { file } }: Pick<Feed, 'mapping'>, times: FileTimes): number {
  if (times.sequence !== null && !file.isSequenceTime) return times.sequence;
  return fileTime(times, file);
}

import { imbalances, type PollBalance } from '../../core/schedule/balance.js';
import type { PollEnd } from './poll.js';
import { bodyMemoryMs } from '../snapshot/forget-old-snapshots.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Fills in the listing counts of the balance from the store, independently of the counts made while reading. Before that, deletes the records
 * that a full file lacks; after a delta file, the records of kind `remove`. A record with a listing that is not removed stays. Where full
 * files come too, a removed record stays as long as a full file that is older than its removal may come.
 * @param isRemap the input shows nothing about listings that are not in it
 */
export async function settleBalance(
  feed: Feed,
  reading: Reading,
  balance: PollBalance,
  { store, clock }: Services,
  isRemap = false,
): Promise<void> {
  const isWhole = reading.facts.kind !== 'delta';
  if (isWhole) await store.records.sweep(feed.id, reading.stored);
  else await store.records.sweepRemoved(feed.id, feed.kind === 'auto' ? clock.now() - bodyMemoryMs : null);
  if (!isWhole || isRemap || reading.unspoken.size > 0) {
    const isUntouched = (ordinal: number): boolean =>
      !reading.seen.has(ordinal) || reading.unspoken.has(ordinal);
    const ordinals = await store.listings.presentOrdinals(feed.id);
    balance.untouched = ordinals.filter(isUntouched).length;
  }
  const present = await store.listings.presentCounts(feed.id);
  balance.alreadyQueued = present.queued - balance.queued;
  balance.unchanged = present.unchanged;
  balance.blocked = present.blocked;
}

/** The end of a run whose numbers do not add up; null if they do. */
export function outOfBalance(balance: PollBalance): PollEnd | null {
  const wrong = imbalances(balance);
  if (wrong.length === 0) return null;
  const message = `the balance does not add up: ${wrong.join('; ')}. This is a bug in feedsync: report it with this line; the next poll tries again`;
  return { state: 'failed', message };
}

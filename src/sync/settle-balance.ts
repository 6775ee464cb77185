import type { PollBalance } from '../core/balance.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from './services.js';

/** Counts the balance's listing side in the store, apart from what was counted while reading. */
export async function settleBalance(
  feed: Feed,
  reading: Reading,
  balance: PollBalance,
  { store }: Services,
): Promise<void> {
  if (reading.facts.kind === 'delta') {
    await store.records.sweepRemoved(feed.id);
    const ordinals = await store.listings.presentOrdinals(feed.id);
    balance.untouched = ordinals.filter((ordinal) => !reading.seen.has(ordinal)).length;
  } else {
    await store.records.sweep(feed.id, reading.stored);
  }
  const present = await store.listings.presentCounts(feed.id);
  balance.alreadyQueued = present.queued - balance.queued;
  balance.unchanged = present.unchanged;
  balance.blocked = present.blocked;
}

import type { Lane } from '../../model/listing-states.js';

export interface QueuedItem {
  externalId: string;
  lane: Lane;
  bytes: number;
}

export interface BatchLimits {
  items: number;
  bytes: number;
}

/**
 * The next batch from rows that are sorted by lane and age: as many as limits and room allow. Changes of our own making
 * stop at their share, and what is behind them still goes.
 */
export function takeBatch<T extends QueuedItem>(
  queued: readonly T[],
  limits: BatchLimits,
  room: { items: number; ownChanges: number },
): T[] {
  const batch: T[] = [];
  let bytes = 0;
  let ownChanges = 0;
  for (const item of queued) {
    if (batch.length >= Math.min(limits.items, room.items)) break;
    if (item.lane === 'own_change' && ownChanges >= room.ownChanges) continue;
    if (batch.length > 0 && bytes + item.bytes > limits.bytes) break;
    batch.push(item);
    bytes += item.bytes;
    if (item.lane === 'own_change') ownChanges++;
  }
  return batch;
}

import type { ExternalId } from '../../model/ids.js';
import type { Lane } from '../../model/listing-states.js';

export interface QueuedItem {
  externalId: ExternalId;
  lane: Lane;
  bytes: number;
}

export interface BatchLimits {
  items: number;
  bytes: number;
}

/**
 * Takes the next batch from rows in queue order, as many as limits and room allow. Own changes beyond their share are skipped, so they do
 * not block the rows behind them.
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

import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** The key's limits as GET /ping gives them. */
export interface PortalLimits {
  requestsPerMinute: number;
  itemsPerHour: number;
  batchItems: number;
}

/** The limits and when they were read; 0: to be read again at once. */
export interface StoredLimits extends PortalLimits {
  readAt: Millis;
}

const metaKey = 'limits';

/** The limits last read, without asking. */
export async function storedLimits({ store }: { store: Pick<Store, 'meta'> }): Promise<StoredLimits | null> {
  const text = await store.meta.get(metaKey);
  return text === null ? null : (JSON.parse(text) as StoredLimits);
}

export async function saveLimits(
  limits: StoredLimits,
  { store }: { store: Pick<Store, 'meta'> },
): Promise<void> {
  await store.meta.set(metaKey, JSON.stringify(limits));
}

import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** The key's limits, as the portal's `GET /ping` returns them. */
export interface PortalLimits {
  requestsPerMinute: number;
  itemsPerHour: number;
  batchItems: number;
}

/** The limits, with the time when they were read. */
export interface StoredLimits extends PortalLimits {
  /** 0: the limits must be read again at once. */
  readAt: Millis;
}

const metaKey = 'limits';

/** The limits as last read. Sends no request; null if they were never read. */
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

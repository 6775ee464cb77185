import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/**
 * State while the portal refuses the key: the only requests are pings at intervals, which show whether the portal accepts the key again
 * (RULES R122).
 */
export interface StoppedKey {
  /** The portal's error code. */
  code: string;
  since: Millis;
  nextPingAt: Millis;
}

const metaKey = 'key.stopped';

/** Null while the key is not known to be refused. */
export async function stoppedKey({ meta }: Pick<Store, 'meta'>): Promise<StoppedKey | null> {
  const text = await meta.get(metaKey);
  return text === null || text === '' ? null : (JSON.parse(text) as StoppedKey);
}

/** @param stopped null: the key works again */
export async function saveStoppedKey(
  { meta }: Pick<Store, 'meta'>,
  stopped: StoppedKey | null,
): Promise<void> {
  await meta.set(metaKey, stopped === null ? '' : JSON.stringify(stopped));
}

import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** The portal refuses the key: no request but a signed ping now and then is sent (RULES R94). */
export interface StoppedKey {
  /** The portal's code for it. */
  code: string;
  since: Millis;
  nextPingAt: Millis;
}

const metaKey = 'key.stopped';

/** Null while the key works, as far as is known. */
export async function stoppedKey({ meta }: Pick<Store, 'meta'>): Promise<StoppedKey | null> {
  const text = await meta.get(metaKey);
  return text === null || text === '' ? null : (JSON.parse(text) as StoppedKey);
}

/** Null: it works again. */
export async function saveStoppedKey(
  { meta }: Pick<Store, 'meta'>,
  stopped: StoppedKey | null,
): Promise<void> {
  await meta.set(metaKey, stopped === null ? '' : JSON.stringify(stopped));
}

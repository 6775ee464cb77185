import type { Config } from '../config/schema.js';
import { attention, type Attention } from '../inspect/attention/waiting.js';
import type { Millis } from '../store/rows.js';
import type { Store } from '../store/store.js';

/** All that needs a person, as a command lists it. */
export function attentionIn(of: { store: Store; config: Config; now: Millis }): Promise<Attention[]> {
  return attention(of.store, { now: of.now });
}

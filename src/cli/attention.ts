import type { Config } from '../config/schema.js';
import type { AttentionContext } from '../inspect/attention/facts.js';
import { attention, type Attention } from '../inspect/attention/waiting.js';
import type { Millis } from '../store/rows.js';
import type { Store } from '../store/store.js';

/** All that needs a person, as a command lists it. */
export function attentionIn(of: { store: Store; config: Config; now: Millis }): Promise<Attention[]> {
  return attention(of.store, attentionContext(of));
}

export function attentionContext({ config, now }: { config: Config; now: Millis }): AttentionContext {
  return {
    now,
    windowMs: config.portal.protocol.item_window_seconds * 1000,
    remindAfterMs: config.notices.remindAfterMs,
  };
}

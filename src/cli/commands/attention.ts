import { unwritableFolders } from '../../assemble/folders.js';
import type { Config } from '../../config/schema.js';
import type { AttentionContext } from '../../inspect/attention/facts.js';
import { attention, type Attention } from '../../inspect/attention/listed-items.js';
import type { Disk } from '../../platform/files/disk.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';

interface Of {
  config: Config;
  now: Millis;
  disk: Disk;
}

/** All attention items, as a command lists them. */
export async function attentionIn(of: Of & { store: Store }): Promise<Attention[]> {
  return attention(of.store, await attentionContext(of));
}

/** What finding attention items needs besides the store. */
export async function attentionContext({ config, now, disk }: Of): Promise<AttentionContext> {
  return {
    now,
    windowMs: config.portal.protocol.item_window_seconds * 1000,
    remindAfterMs: config.notices.remindAfterMs,
    disk: await unwritableFolders(config, disk),
  };
}

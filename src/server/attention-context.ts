import type { AttentionContext } from '../inspect/attention/facts.js';
import type { Services } from '../sync/services/services.js';

/** The time and the settings by which attention items are found now. */
export function attentionContext({
  clock,
  protocol,
  limits,
  disk,
}: Pick<Services, 'clock' | 'protocol' | 'limits' | 'disk'>): AttentionContext {
  return {
    now: clock.now(),
    windowMs: protocol.item_window_seconds * 1000,
    remindAfterMs: limits.remindAfterMs,
    disk: disk.known(),
  };
}

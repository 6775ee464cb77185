import type { AttentionContext } from '../inspect/attention/facts.js';
import type { Services } from '../sync/services/services.js';

/** As of now, under the configuration that is in force. */
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

import { isDueAgain } from '../../core/schedule/due.js';
import { saveLimits, storedLimits, type PortalLimits } from '../../store/facts/portal-limits.js';
import type { Ping } from '../../wire/replies.js';
import type { Services } from '../services/services.js';

const rereadMs = 3_600_000;
/** Until the portal has said more: one careful batch at a time. */
const careful: PortalLimits = { requestsPerMinute: 30, itemsPerHour: 50, batchItems: 10 };

/** Limits are read again every hour; a lower one counts at once. Unreachable: the last ones, or careful ones. */
export async function readLimits(services: Services): Promise<PortalLimits> {
  const stored = await storedLimits(services);
  if (stored !== null && !isDueAgain(stored.readAt, rereadMs, services.clock.now())) return stored;
  const reply = await services.portal.ping();
  if (reply.kind !== 'ok') return stored ?? careful;
  return keepLimits(reply.body, services);
}

/** Something that the portal said is at odds with them: they are asked for anew. */
export async function expireLimits(services: Pick<Services, 'store'>): Promise<void> {
  const limits = await storedLimits(services);
  if (limits !== null) await saveLimits({ ...limits, readAt: 0 }, services);
}

/** What a ping said of the key. */
export async function keepLimits(
  { limits: said }: Ping,
  services: Pick<Services, 'store' | 'clock'>,
): Promise<PortalLimits> {
  const { rate_limit_per_minute, connection_items_per_hour, max_batch_items } = said;
  const limits = {
    requestsPerMinute: rate_limit_per_minute,
    itemsPerHour: connection_items_per_hour,
    batchItems: max_batch_items,
  };
  await saveLimits({ ...limits, readAt: services.clock.now() }, services);
  return limits;
}

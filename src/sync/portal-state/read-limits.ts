import { isDueAgain } from '../../core/schedule/due.js';
import { saveLimits, storedLimits, type PortalLimits } from '../../store/facts/portal-limits.js';
import type { Ping } from '../../wire/replies.js';
import type { Services } from '../services/services.js';

const rereadMs = 3_600_000;
/** Used until the portal reports its limits: one small batch at a time. */
const careful: PortalLimits = { requestsPerMinute: 30, itemsPerHour: 50, batchItems: 10 };

/**
 * Returns the key's limits, read again from the portal every hour, and at once after `expireLimits`. If the portal does not answer or refuses
 * the ping, returns the last known limits, or else the default.
 */
export async function readLimits(services: Services): Promise<PortalLimits> {
  const stored = await storedLimits(services);
  if (stored !== null && !isDueAgain(stored.readAt, rereadMs, services.clock.now())) return stored;
  const reply = await services.portal.ping();
  if (reply.kind !== 'ok') return stored ?? careful;
  return keepLimits(reply.body, services);
}

/** Makes the next `readLimits` ask the portal, after a reply that contradicts the stored limits. */
export async function expireLimits(services: Pick<Services, 'store'>): Promise<void> {
  const limits = await storedLimits(services);
  if (limits !== null) await saveLimits({ ...limits, readAt: 0 }, services);
}

/** Stores the limits of a ping's reply. */
export async function keepLimits(
  { limits: reported }: Ping,
  services: Pick<Services, 'store' | 'clock'>,
): Promise<PortalLimits> {
  const { rate_limit_per_minute, connection_items_per_hour, max_batch_items } = reported;
  const limits = {
    requestsPerMinute: rate_limit_per_minute,
    itemsPerHour: connection_items_per_hour,
    batchItems: max_batch_items,
  };
  await saveLimits({ ...limits, readAt: services.clock.now() }, services);
  return limits;
}

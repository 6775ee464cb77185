import type { ConnectionRecord } from '../model/connection.js';
import type { Millis } from '../model/millis.js';

/** When the connection was paused, according to the portal; null where unknown. */
export function pausedAt({ remote }: ConnectionRecord): Millis | null {
  const parsed = Date.parse(remote?.paused?.at ?? '');
  return Number.isNaN(parsed) ? null : parsed;
}

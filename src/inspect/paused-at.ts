import { ownValue } from '../model/own-value.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { Millis } from '../model/millis.js';

/** When the connection was paused, according to the portal; null where unknown. */
export function pausedAt({ remote }: ConnectionRecord): Millis | null {
  const at = ownValue(remote?.paused, 'at');
  const parsed = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

import { ownValue } from '../model/own-value.js';
import type { ConnectionRow, Millis } from '../model/records.js';

/** When the connection was paused, as the portal says. */
export function pausedAt({ remote }: ConnectionRow): Millis | null {
  const at = ownValue(remote?.paused, 'at');
  const parsed = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

import type { ConnectionRow, Millis } from '../store/rows.js';

/** When the connection was paused, as the portal says. */
export function pausedAt({ remote }: ConnectionRow): Millis | null {
  const paused = remote?.paused;
  const at: unknown = typeof paused === 'object' && paused !== null ? Reflect.get(paused, 'at') : null;
  const parsed = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

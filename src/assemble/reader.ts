import { lockPath, storeUrl } from './paths.js';
import type { Config } from '../config/schema.js';
import type { Clock } from '../platform/clock.js';
import { isLocked } from '../platform/process/process-lock.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';

/** Opens the store read-only, next to a daemon or without one. */
export function openReader(config: Config, clock: Clock): Promise<Store> {
  return openStore(storeUrl(config), { readOnly: true, clock });
}

/** Whether a daemon works on the store: on this machine, or for PostgreSQL on any machine. */
export async function isStoreLocked(config: Config): Promise<boolean> {
  if (isLocked(lockPath(config))) return true;
  if (config.store.kind !== 'postgres') return false;
  const { isPostgresLocked } = await import('../store/postgres/postgres-database.js');
  return isPostgresLocked(config.store.url);
}

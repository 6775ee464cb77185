import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** What is known of the copies that are made on a schedule. */
export interface BackupState {
  /** The schedule that `nextAt` belongs to. */
  cron: string;
  nextAt: Millis;
  /** The last one that was made and checked. */
  last: { file: string; at: Millis; bytes: number } | null;
  /** Why the latest try made none; null where it did. */
  problem: string | null;
}

const metaKey = 'backup.state';

/** Null before the first look at a schedule. */
export async function backupState({ meta }: Pick<Store, 'meta'>): Promise<BackupState | null> {
  const text = await meta.get(metaKey);
  return text === null ? null : (JSON.parse(text) as BackupState);
}

export async function saveBackupState({ meta }: Pick<Store, 'meta'>, state: BackupState): Promise<void> {
  await meta.set(metaKey, JSON.stringify(state));
}

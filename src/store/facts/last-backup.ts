import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** State of the scheduled backups. */
export interface BackupState {
  /** The schedule that `nextAt` was computed from. */
  cron: string;
  nextAt: Millis;
  /** The latest backup that was made and checked. */
  last: { file: string; at: Millis; bytes: number } | null;
  /** Why the latest try failed; null if it succeeded. */
  problem: string | null;
}

const metaKey = 'backup.state';

/** Null until a schedule is configured for the first time. */
export async function backupState({ meta }: Pick<Store, 'meta'>): Promise<BackupState | null> {
  const text = await meta.get(metaKey);
  return text === null ? null : (JSON.parse(text) as BackupState);
}

export async function saveBackupState({ meta }: Pick<Store, 'meta'>, state: BackupState): Promise<void> {
  await meta.set(metaKey, JSON.stringify(state));
}

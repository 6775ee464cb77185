import { backupState } from '../../store/facts/last-backup.js';
import type { Store } from '../../store/store.js';
import { ok, warn, type Check } from './check.js';

/** Checks that the last scheduled copy of the store was made. */
export async function checkBackups(
  { schedule, folder }: { schedule: string | null; folder: string },
  store: Store,
  showTime: (at: number) => string,
): Promise<Check> {
  const about = 'backups';
  if (schedule === null)
    return ok(about, 'No copies of the store are made on a schedule; `backups.schedule` would make them.');
  const state = await backupState(store);
  const last =
    state?.last == null
      ? 'There is none yet.'
      : `The last one is ${state.last.file}, of ${showTime(state.last.at)}.`;
  if (state?.problem != null)
    return warn(
      about,
      `The latest copy of the store could not be made. ${last}`,
      `${state.problem} It is retried every 15 minutes; \`feedsync backup FILE\` makes one now.`,
    );
  return ok(about, `Copies of the store go to ${folder}. ${last}`);
}

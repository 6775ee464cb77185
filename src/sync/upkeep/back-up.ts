import { messageOf } from '../../platform/code-of.js';
import { join } from 'node:path';
import { nextDue } from '../../core/schedule/cron.js';
import { type Schedule } from '../../model/schedule.js';
import { isBeyondSchedule } from '../../core/schedule/due.js';
import { bounded } from '../../platform/bounded.js';
import { copyLimit } from '../job-limits.js';
import { datedName, forgetDated } from '../../platform/files/dated-files.js';
import { backupState, saveBackupState } from '../../store/facts/last-backup.js';
import type { Services } from '../services/services.js';

const prefix = 'feedsync';
const ending = '.db';
const againMs = 15 * 60_000;

/**
 * Whether a backup is due; never without a schedule. The first check under a schedule only stores when the first backup is due. So does a
 * check that finds a stored time beyond the schedule's next one.
 */
export async function isBackupDue({ store, clock, backups }: Services): Promise<boolean> {
  const schedule = scheduleOf(backups);
  if (schedule === null) return false;
  const state = await backupState(store);
  const now = clock.now();
  const isPlanned = state?.cron === schedule.cron && !isBeyondSchedule(schedule, state.nextAt, now, 0);
  if (isPlanned) return state.nextAt <= now;
  await saveBackupState(store, {
    last: null,
    problem: null,
    ...state,
    cron: schedule.cron,
    nextAt: nextOf(schedule, now),
  });
  return false;
}

/**
 * Makes one copy of the store, named by its time, and then removes the oldest copies beyond `backups.keep`. After a failure the backup is
 * retried after 15 minutes, or at the schedule's next time if that is earlier, and the former copies stay.
 * @returns the file; null if the copy could not be made, or without a schedule
 */
export async function backUp({ store, clock, log, backups }: Services): Promise<string | null> {
  const schedule = scheduleOf(backups);
  if (schedule === null) return null;
  const { cron } = schedule;
  const former = (await backupState(store))?.last ?? null;
  const at = clock.now();
  const file = join(backups.folder, datedName(prefix, at, ending));
  const soon = Math.min(at + againMs, nextOf(schedule, at));
  // The next time is stored before the copy: if this write fails, no copy is started, and so none is started again and again.
  await saveBackupState(store, {
    cron,
    nextAt: soon,
    last: former,
    problem: 'It was started and did not finish.',
  });
  try {
    const { bytes, listings } = await bounded(copyLimit, clock, () => store.backUp(file));
    await forgetDated(backups.folder, prefix, ending, backups.keep);
    const nextAt = nextOf(schedule, clock.now());
    await saveBackupState(store, { cron, nextAt, last: { file, at, bytes }, problem: null });
    log.info('store backed up', { file, bytes, listings });
    return file;
  } catch (error) {
    const problem = messageOf(error);
    log.error('store could not be backed up', { error: problem });
    await saveBackupState(store, { cron, nextAt: soon, last: former, problem });
    return null;
  }
}

/** The schedule of backups; null without one. Runs are not spread over time: there is one store, and no other server is involved. */
function scheduleOf({ cron, timezone }: Services['backups']): Schedule | null {
  return cron === null ? null : { cron, timezone, spread: { key: 'backup', withinMs: 0 } };
}

function nextOf({ cron, timezone, spread }: Schedule, now: number): number {
  return nextDue(cron, timezone, now, spread);
}

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

/** Whether the schedule asks for a copy of the store now. The first look at a schedule notes when its first one is due, as does one that finds a time beyond it. */
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
 * One copy of the store, named by its time, after which the oldest beyond `backups.keep` go. Where it cannot be made it is tried again
 * soon, and the former ones stay.
 * @returns its file; null where it could not be made
 */
export async function backUp({ store, clock, log, backups }: Services): Promise<string | null> {
  const schedule = scheduleOf(backups);
  if (schedule === null) return null;
  const { cron } = schedule;
  const former = (await backupState(store))?.last ?? null;
  const at = clock.now();
  const file = join(backups.folder, datedName(prefix, at, ending));
  const soon = Math.min(at + againMs, nextOf(schedule, at));
  // Written first: where even this cannot be written, no copy is begun again and again.
  await saveBackupState(store, {
    cron,
    nextAt: soon,
    last: former,
    problem: 'It was begun and did not end.',
  });
  try {
    const { bytes, listings } = await bounded(copyLimit, clock, () => store.backUp(file));
    await forgetDated(backups.folder, prefix, ending, backups.keep);
    const nextAt = nextOf(schedule, clock.now());
    await saveBackupState(store, { cron, nextAt, last: { file, at, bytes }, problem: null });
    log.info('store backed up', { file, bytes, listings });
    return file;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    log.error('store could not be backed up', { error: problem });
    await saveBackupState(store, { cron, nextAt: soon, last: former, problem });
    return null;
  }
}

/** On the minute: there is one store, and nothing outside is asked for. */
function scheduleOf({ cron, timezone }: Services['backups']): Schedule | null {
  return cron === null ? null : { cron, timezone, spread: { key: 'backup', withinMs: 0 } };
}

function nextOf({ cron, timezone, spread }: Schedule, now: number): number {
  return nextDue(cron, timezone, now, spread);
}

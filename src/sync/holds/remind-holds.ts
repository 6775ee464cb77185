import { formatDuration } from '../../model/durations.js';
import { holdTexts } from '../../texts/hold-text.js';
import { reminderDueAt } from '../../core/removals/reminders.js';
import type { Hold } from '../../model/hold.js';
import type { Services } from '../services/services.js';

/** Open holds that are due to be reported again. */
export async function remindersDue({ store, clock, limits }: Services): Promise<Hold[]> {
  return (await store.holds.open({})).filter(
    (hold) => reminderDueAt(hold, limits.remindAfterMs) <= clock.now(),
  );
}

/** Logs the open holds again whose reminder is due. @returns how many */
export async function remindOfHolds(services: Services): Promise<number> {
  const { store, clock, log } = services;
  const due = await remindersDue(services);
  for (const { id, openedAt } of due) {
    const found = await store.holds.get(id);
    if (found === null) continue;
    const waits = formatDuration(clock.now() - openedAt);
    const texts = holdTexts(found.hold, found.lines, found.renames.length);
    log.warn('a decision is still needed', { hold: id, waits, ...texts });
    await store.holds.noteReminder(id, clock.now());
  }
  return due.length;
}

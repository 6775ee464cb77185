import type { Database } from './database.js';
import type { Millis } from './rows.js';
import { unsettledStates } from './wishes.js';

/**
 * The clock was set back: what was due so long from now still is, and what has lasted so long still has. Where it was set ahead
 * nothing has to be done: what is overdue is done once.
 * @param ms by how much, below zero
 */
export function setBackDueTimes({ write }: Database, ms: Millis): Promise<void> {
  return write(async (writer) => {
    await writer
      .updateTable('feed')
      .set((eb) => ({ nextPollAt: eb('nextPollAt', '+', ms) }))
      .execute();
    await writer
      .updateTable('connection')
      .set((eb) => ({
        nextPushAt: eb('nextPushAt', '+', ms),
        outcomesDueAt: eb('outcomesDueAt', '+', ms),
        nextReconcileAt: eb('nextReconcileAt', '+', ms),
      }))
      .execute();
    await writer
      .updateTable('outbox')
      .set((eb) => ({ notBefore: eb('notBefore', '+', ms) }))
      .execute();
    await writer
      .updateTable('parkedRequest')
      .set((eb) => ({ nextAt: eb('nextAt', '+', ms) }))
      .execute();
    await writer
      .updateTable('notice')
      .set((eb) => ({ nextTryAt: eb('nextTryAt', '+', ms) }))
      .where('toldAt', 'is', null)
      .execute();
    await writer
      .updateTable('batch')
      .set((eb) => ({ nextAttemptAt: eb('nextAttemptAt', '+', ms) }))
      .where('state', 'in', unsettledStates)
      .execute();
    await writer
      .updateTable('listing')
      .set((eb) => ({ graceSince: eb('graceSince', '+', ms), retryAt: eb('retryAt', '+', ms) }))
      .where((eb) => eb.or([eb('graceSince', 'is not', null), eb('retryAt', 'is not', null)]))
      .execute();
  });
}

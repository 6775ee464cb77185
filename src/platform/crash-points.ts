/**
 * Named points in the work at which a process may be killed without harm. The simulator of the safety tests kills the process there. In
 * production, reaching a point does nothing.
 */
export type CrashPoint =
  | 'snapshot.spooled'
  | 'snapshot.kept'
  | 'staging.appended'
  | 'staging.sealed'
  | 'records.staged'
  | 'records.block-committed'
  | 'records.committed'
  | 'removals.planned'
  | 'batch.stored'
  | 'batch.sent'
  | 'batch.replied'
  | 'batch.settled'
  | 'removal.sent'
  | 'removal.settled'
  | 'reconcile.planned'
  | 'reconcile.sent'
  | 'run.finished';

export interface CrashPoints {
  reach(point: CrashPoint): void;
}

export const noCrashPoints: CrashPoints = { reach: () => undefined };

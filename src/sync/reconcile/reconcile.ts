import type { ConnectionId } from '../../model/ids.js';
import { nextDue } from '../../core/schedule/cron.js';
import { type Schedule } from '../../model/schedule.js';
import { dueAheadMs, isBeyondSchedule } from '../../core/schedule/due.js';
import type { ConnectionRecord } from '../../model/connection.js';
import { saveViewDigests } from '../../store/facts/view-digests.js';
import { isAdoptionClean } from '../connection/adopt-portal.js';
import { checkConnection } from '../connection/check-connection.js';
import { takeOverView } from '../portal-state/read-outcomes.js';
import { archiveSurplus } from './reconcile-archive.js';
import { compareWithView, type Cycle } from './reconcile-compare.js';
import { repairDrift } from './reconcile-drift.js';
import { settleForeign } from './reconcile-foreign.js';
import { resumePlan } from './reconcile-send.js';
import type { ReconcileReport, Stop } from '../reports.js';
import { sendRemovals } from '../push/send-removals.js';
import type { ReconcileSettings, Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

export interface ReconcileOptions {
  /** Runs the same path but applies nothing, and reports what would be done. */
  dryRun?: boolean;
}

/**
 * The nightly comparison of one connection with the portal: reads the whole view, archives listings that are removed in the store but still
 * live, raises a hold for listings that the store does not know, and sends listings again that the portal lost or shows differently. Runs
 * in the connection's lane, like polls and pushes (RULES R142).
 */
export async function reconcile(
  connectionId: ConnectionId,
  services: Services,
  { dryRun = false }: ReconcileOptions = {},
): Promise<ReconcileReport> {
  const { store, clock } = services;
  const report = newReport(connectionId);
  const run = dryRun
    ? null
    : await store.runs.start({ kind: 'reconcile', connectionId, feedId: null, now: clock.now() });
  const own = { ...services, log: services.log.scope({ run }) };
  const stop = await compareAndSettle(connectionId, report, own, dryRun);
  report.state = stop !== null || report.skipped !== null ? 'stalled' : report.held > 0 ? 'held' : 'done';
  report.message = stop?.reason ?? summary(report);
  if (run !== null) await finish(run, report, stop, own);
  return report;
}

async function compareAndSettle(
  connectionId: ConnectionId,
  report: ReconcileReport,
  services: Services,
  dryRun: boolean,
): Promise<Stop | null> {
  const { store, portal, clock } = services;
  const stop = dryRun
    ? null
    : ((await checkConnection(connectionId, services)) ?? (await resumePlan(connectionId, services)));
  if (stop !== null) return stop;

  const view = await portal.view(connectionId);
  if (view.kind !== 'ok') return backoffAfter(view, connectionId, services);
  const known = await store.reconciles.listings(connectionId);
  const comparison = compareWithView(known, view.body, services.protocol, clock.now());
  const cycle: Cycle = { connectionId, comparison, report, services, dryRun };
  report.live = comparison.liveCount;
  if (!dryRun) {
    await takeOverView(connectionId, view.body, services);
    if (view.body.length > 0)
      await saveViewDigests(
        connectionId,
        view.body.some(({ digest }) => digest !== null),
        store,
      );
  }

  report.skipped = await whySkipped(connectionId, services, dryRun);
  await settleForeign(cycle);
  if (report.skipped !== null) return null;
  const stopped = await archiveSurplus(cycle);
  if (stopped !== null) return stopped;
  await repairDrift(cycle);
  return dryRun ? null : sendRemovals(connectionId, { removed: 0 }, services);
}

/** @returns why this cycle removes nothing and sends nothing again; null if it may */
async function whySkipped(
  connectionId: ConnectionId,
  services: Services,
  dryRun: boolean,
): Promise<string | null> {
  const { store, clock, reconcile: settings } = services;
  const connection = await store.connections.get(connectionId);
  if (connection?.adoptingSince != null) {
    if (!(await isAdoptionClean(connection, services)))
      return 'another client wrote to the portal, and no feed was read completely since: nothing is removed before that';
    if (!dryRun) await store.connections.update(connectionId, { adoptingSince: null });
    return 'the portal’s state after another client’s writes was adopted, and the feeds were read since: removals resume with the next comparison';
  }
  const oldest = clock.now() - settings.maxSnapshotAgeMs;
  const feeds = await store.feeds.ofConnection(connectionId);
  if (feeds.some(({ lastCompleteAt }) => lastCompleteAt !== null && lastCompleteAt >= oldest)) return null;
  const hours = Math.round(settings.maxSnapshotAgeMs / 3_600_000);
  return `no feed of the connection was read completely within ${hours} hours (reconcile.max_snapshot_age): old data removes nothing`;
}

/** Sets the time of the next comparison: the scheduled one, or when the reason of the stop may have ended. */
async function finish(
  run: number,
  report: ReconcileReport,
  stop: Stop | null,
  services: Services,
): Promise<void> {
  const { store, clock, log } = services;
  const { connectionId, state, message } = report;
  await store.connections.update(connectionId, {
    nextReconcileAt: stop?.retryAt ?? nextReconcileAt(connectionId, services),
  });
  await store.runs.finish(run, { state, message, balance: numbersOf(report), now: clock.now() });
  if (state === 'stalled') log.warn('reconcile stopped', { connection: connectionId, state, message });
  else log.info('reconcile ended', { connection: connectionId, state, message });
}

export function nextReconcileAt(
  connectionId: ConnectionId,
  { clock, reconcile: settings }: Services,
): number {
  const { cron, timezone, spread } = scheduleOf(connectionId, settings);
  return nextDue(cron, timezone, clock.now(), spread);
}

/** After a change of the schedule: future times are computed again, overdue ones stay. */
export async function rescheduleReconciles(services: Services): Promise<void> {
  const { store, clock } = services;
  for (const { id, nextReconcileAt: at } of await store.connections.all())
    if (at !== null && at > clock.now())
      await store.connections.update(id, { nextReconcileAt: nextReconcileAt(id, services) });
}

/** The time was never set, or the schedule does not have that time. */
export function isReconcileUnplanned(
  { id, nextReconcileAt: at }: ConnectionRecord,
  { clock, reconcile: settings }: Services,
): boolean {
  return at === null || isBeyondSchedule(scheduleOf(id, settings), at, clock.now(), dueAheadMs);
}

/** Spread over the hour after the scheduled time, so that connections do not all reach the portal at once. */
function scheduleOf(connectionId: ConnectionId, { cron, timezone }: ReconcileSettings): Schedule {
  return { cron, timezone, spread: { key: connectionId, withinMs: 3_600_000 } };
}

function newReport(connectionId: ConnectionId): ReconcileReport {
  return {
    connectionId,
    state: 'done',
    message: '',
    live: 0,
    way: 'nothing',
    kept: 0,
    archived: [],
    held: 0,
    holdId: null,
    holdReason: null,
    foreign: [],
    drift: [],
    skipped: null,
  };
}

function numbersOf({ live, kept, archived, held, foreign, drift }: ReconcileReport): Record<string, number> {
  const count = (action: string): number => drift.filter((one) => one.action === action).length;
  return {
    live,
    kept,
    archived: archived.length,
    held,
    foreign: foreign.length,
    repaired: count('repair'),
    takenDown: count('taken_down'),
    drifting: count('show'),
  };
}

function summary(report: ReconcileReport): string {
  const { live, archived, held, foreign, skipped } = report;
  const { repaired = 0, takenDown = 0, drifting = 0 } = numbersOf(report);
  const parts: [number, string][] = [
    [archived.length, 'removed here and still live: removed from the portal'],
    [held, 'removed here and still live: held for a decision'],
    [foreign.length, 'that nothing here knows: held for a decision'],
    [repaired, 'missing or different on the portal: sent again'],
    [takenDown, 'taken down by the portal'],
    [drifting, 'different on the portal after three repairs'],
  ];
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [`${live} live on the portal`, ...found, ...(skipped === null ? [] : [skipped])].join('; ');
}

import type { ConnectionId } from '../../model/ids.js';
import { readLimits } from '../portal-state/read-limits.js';
import { certifyFirstPush } from './certify-first-push.js';
import { checkConnection } from '../connection/check-connection.js';
import { checkKey } from '../portal-state/key-state.js';
import { outcomesSoon } from '../portal-state/read-outcomes.js';
import { sendBatches } from './send-batches.js';
import { sendRemovals } from './send-removals.js';
import { pushBalance, type PushReport, type Stop } from '../reports.js';
import type { Services } from '../services/services.js';
import { saveStoppedKey, stoppedKey } from '../../store/facts/stopped-key.js';
import { nextBatchAttemptAt, settleOpenBatches } from './settle-batches.js';
import { reportProgress } from './report-progress.js';

/**
 * Empties one connection's outbox as far as the portal and the budget allow: open batches first, then removals, then new batches. A stop is
 * a return value; the entries that it leaves stay in the outbox.
 * @param requested the operator asked for the push, which ignores backoffs
 */
export async function pushOutbox(
  connectionId: ConnectionId,
  services: Services,
  { requested = false }: { requested?: boolean } = {},
): Promise<PushReport> {
  const { store, clock } = services;
  const report: PushReport = {
    connectionId,
    state: 'done',
    message: '',
    batches: 0,
    sent: 0,
    results: {},
    removed: 0,
    nextAt: null,
  };
  if (requested) await releaseWaiting(connectionId, services);
  if (await isIdle(connectionId, services))
    return { ...report, state: 'unchanged', message: 'nothing to send' };

  const run = await store.runs.start({ kind: 'push', connectionId, feedId: null, now: clock.now() });
  const log = services.log.scope({ run });
  const scoped = { ...services, log, reportProgress: reportProgress(run, services) };
  const stop = await pushAll(connectionId, report, scoped);

  report.state = stop === null || stop.expected ? 'done' : 'stalled';
  report.nextAt =
    stop?.retryAt ??
    earliest(await store.outbox.nextDueAt(connectionId), await nextBatchAttemptAt(connectionId, services));
  report.message = summary(report, stop);
  await store.connections.update(connectionId, {
    // The ledger delays batches for the item budget. `nextPushAt` delays the whole connection, so it is set only for a stop that concerns
    // all of it.
    nextPushAt:
      stop === null || stop.alone === true || (stop.expected && stop.waits !== true)
        ? clock.now()
        : stop.retryAt,
    ...(report.removed > 0 && outcomesSoon(clock.now())),
  });
  await store.runs.finish(run, {
    state: report.state,
    message: report.message,
    balance: pushBalance(report),
    now: clock.now(),
  });
  const { state, message } = report;
  if (stop === null || stop.expected) log.info('push ended', { connection: connectionId, state, message });
  else log.warn('push stopped', { connection: connectionId, state, message });
  return report;
}

async function pushAll(
  connectionId: ConnectionId,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const blocked = (await checkKey(services)) ?? (await checkConnection(connectionId, services));
  if (blocked !== null) return blocked;
  const open = await settleOpenBatches(connectionId, report, services);
  if (open !== null && open.alone !== true) return open;
  const stop = await sendRemovals(connectionId, report, services);
  if (stop !== null) return stop;
  const limits = await readLimits(services);
  return (
    (await certifyFirstPush(connectionId, limits, report, services)) ??
    (await sendBatches(connectionId, limits, report, services)) ??
    open
  );
}

/** Makes everything due that waits for a time, including batches without an answer and the ping of a refused key. */
async function releaseWaiting(connectionId: ConnectionId, { store, clock }: Services): Promise<void> {
  const now = clock.now();
  await store.outbox.release(connectionId, now);
  await store.parkedRequests.release(connectionId, now);
  const key = await stoppedKey(store);
  if (key !== null) await saveStoppedKey(store, { ...key, nextPingAt: now });
  for (const { id, nextAttemptAt } of await store.batches.unsettled(connectionId))
    if (nextAttemptAt > now) await store.batches.update(id, { nextAttemptAt: now });
}

async function isIdle(connectionId: ConnectionId, { store }: Services): Promise<boolean> {
  const { upserts, removals } = await store.outbox.counts(connectionId);
  return upserts + removals === 0 && (await store.batches.unsettled(connectionId)).length === 0;
}

function summary(report: PushReport, stop: Stop | null): string {
  const results = Object.entries(report.results).map(
    ([result, count]) => `${count} ${result.replaceAll('_', ' ')}`,
  );
  const parts = [
    report.sent > 0
      ? `${report.sent} sent in ${report.batches} ${report.batches === 1 ? 'batch' : 'batches'}`
      : null,
    results.length > 0 ? results.join(', ') : null,
    report.removed > 0 ? `${report.removed} removed` : null,
    stop?.reason ?? null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : 'nothing to send now';
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

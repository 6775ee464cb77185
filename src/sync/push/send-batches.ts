import type { ConnectionId } from '../../model/ids.js';
import { orderQueue } from '../../core/schedule/queue-order.js';
import { feedWeights } from '../../store/facts/feed-weights.js';
import type { OutboxEntry } from '../../model/outbox.js';
import { pushBalance, type PushReport, type Stop } from '../reports.js';
import { takeBatch } from '../../core/schedule/batching.js';
import { roomLeft } from '../../core/schedule/budget.js';
import type { PortalLimits } from '../../store/facts/portal-limits.js';
import { batchBytes } from './batch-size.js';
import { holdForQuota } from './hold-for-quota.js';
import { batchesWaitUntil } from './park-requests.js';
import { keepBackLeaving } from './keep-back-leaving.js';
import { prepareItems, type Prepared } from './prepare-items.js';
import { settleBatch } from './settle-batches.js';

import type { Services } from '../services/services.js';

/** Reads this many times the entries of a batch, so that the batch is full although some of the entries must wait. */
const lookAheadFactor = 2;
/** The random turn is below this number, which is larger than the number of turns in any round. */
const turnsMax = 1_000_000;

/** Sends one batch after another until nothing may be sent now. Each batch is stored before it is sent (RULES R101). */
export async function sendBatches(
  connectionId: ConnectionId,
  limits: PortalLimits,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, protocol } = services;
  for (;;) {
    const windowMs = protocol.item_window_seconds * 1000;
    const spends = await store.spend.since(connectionId, clock.now() - 2 * windowMs);
    const room = roomLeft(spends, limits.itemsPerHour, windowMs, clock.now());
    const queued = await nextInTurn(connectionId, limits.batchItems * lookAheadFactor, services);
    if (queued.length === 0) return null;
    const parkedUntil = await batchesWaitUntil(connectionId, services);
    if (parkedUntil !== null) return batchesParked(parkedUntil);
    if (room.items === 0) return budgetSpent(limits, room.moreAt ?? clock.now() + windowMs);

    const prepared = await prepareItems(connectionId, queued, services);
    const staying = await keepBackLeaving(connectionId, prepared, services);
    const fitting = await holdForQuota(connectionId, staying, services);
    const chosen = takeBatch(fitting, { items: limits.batchItems, bytes: await batchBytes(services) }, room);
    if (chosen.length === 0 && fitting.length < prepared.length) continue;
    if (chosen.length === 0) return null;
    const stop = await sendBatch(connectionId, chosen, report, services);
    if (stop !== null) return stop;
    await services.reportProgress?.(pushBalance(report));
  }
}

/** The next entries by lane, feed turn and age; see `core/schedule/queue-order.ts`. */
async function nextInTurn(
  connectionId: ConnectionId,
  limit: number,
  { store, clock, random }: Services,
): Promise<OutboxEntry[]> {
  const rows = await store.outbox.candidates(connectionId, clock.now(), limit);
  const isOneQueue = rows.every(({ lane, feedId }) => lane === rows[0]?.lane && feedId === rows[0].feedId);
  if (isOneQueue) return rows;
  const weights = await feedWeights(connectionId, store);
  const turn = Math.floor(random.fraction() * turnsMax);
  return orderQueue(rows, weights, clock.now(), turn).slice(0, limit);
}

/** Stores one batch of these rows, then sends it. */
export async function sendBatch(
  connectionId: ConnectionId,
  chosen: readonly Prepared[],
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, crashPoints } = services;
  const batch = await store.batches.create({
    connectionId,
    idempotencyKey: Buffer.from(services.random.bytes(24)).toString('base64url'),
    body: Buffer.from(`{"listings":[${chosen.map((item) => item.json).join(',')}]}`),
    items: chosen.map(({ item }, position) => ({ ...item, position })),
    ownChanges: chosen.filter((item) => item.lane === 'own_change').length,
    now: clock.now(),
  });
  crashPoints.reach('batch.stored');
  return settleBatch(batch, report, services);
}

function batchesParked(retryAt: number): Stop {
  return {
    reason: 'the portal refuses the request that sends the connection’s batches although it takes the key',
    ...{ retryAt, expected: true, alone: true },
  };
}

function budgetSpent(limits: PortalLimits, moreAt: number): Stop {
  const reason = `the hour’s budget of ${limits.itemsPerHour} items is used up, the rest follows`;
  return { reason, retryAt: moreAt, expected: true };
}

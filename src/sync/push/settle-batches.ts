import type { ConnectionId } from '../../model/ids.js';
import type { PushReport, Stop } from '../reports.js';
import { judgeItem, spendsBudget, type ItemVerdict } from '../../core/listing/judge.js';
import { notRefused, refusedAgain, type RefusalRecord } from '../../core/schedule/retry-policy.js';
import { backoffs, waitAsLongAgain } from '../../core/schedule/backoff.js';
import type { PortalRefusal, PortalReply } from '../../portal/portal-reply.js';
import type { BatchItem, BatchRecord } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';
import type { ItemSettlement } from '../../store/store.js';
import { heldRules } from '../../wire/protocol.js';
import type { Batch, ItemResult } from '../../wire/replies.js';
import { noteTaken, noteTooLarge } from './batch-size.js';
import { dissolveRefused } from './dissolve-refused.js';
import { batchesWaitUntil } from './park-requests.js';

import { expireLimits, readLimits } from '../portal-state/read-limits.js';
import { outcomesSoon } from '../portal-state/read-outcomes.js';
import type { Services } from '../services/services.js';
import { settleFromView } from './settle-from-view.js';
import { backoffAfter } from '../portal-state/backoff-after.js';
import { ownValue } from '../../model/own-value.js';

/**
 * The portal remembers an idempotency key for seven days. A batch whose key is older than six is not sent again under it: the view shows
 * what was done.
 */
const sameKeyMs = 6 * 24 * 3_600_000;

/** Settles batches that were sent without a known outcome, before anything new is sent (RULES R102, R104). */
export async function settleOpenBatches(
  connectionId: ConnectionId,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock } = services;
  let alone: Stop | null = null;
  for (const batch of await store.batches.unsettled(connectionId)) {
    if (batch.nextAttemptAt <= clock.now()) {
      const stop = await settleBatch(batch, report, services);
      if (stop !== null && stop.alone !== true) return stop;
      alone ??= stop;
    } else if (batch.state !== 'waiting') {
      const isParked = (await batchesWaitUntil(connectionId, services)) !== null;
      return {
        reason: 'the outcome of a batch is not known yet; it is checked again',
        retryAt: batch.nextAttemptAt,
        ...(isParked ? { expected: true, alone: true } : { expected: false }),
      };
    }
  }
  return alone;
}

/**
 * Sends a stored batch, sends it again with the same bytes and key, asks the portal for its outcome, or reads the view if its key is too
 * old. Afterwards the batch is settled, dissolved, waiting, or unknown with a time for the next attempt.
 */
export async function settleBatch(
  batch: BatchRecord,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, portal, clock, crashPoints } = services;
  if (batch.state === 'waiting' && batch.portalId !== null)
    return askAfter(batch, batch.portalId, report, services);
  if (batch.state !== 'stored' && clock.now() - batch.createdAt > sameKeyMs)
    return settleFromView(batch, report, services);

  await store.batches.update(batch.id, { state: 'sent', attempts: batch.attempts + 1 });
  const reply = await portal.sendBatch(batch.connectionId, batch.body, batch.idempotencyKey);
  crashPoints.reach('batch.sent');
  if (reply.kind === 'ok' && !reply.replayed) {
    report.batches++;
    report.sent += batch.items.length;
  }
  return judgeReply(batch, reply, report, services);
}

/** Asks for the outcome of a batch that the portal accepted. A refusal of this request says nothing about the batch. */
async function askAfter(
  batch: BatchRecord,
  portalId: string,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, portal, clock } = services;
  const reply = await portal.getBatch(portalId);
  if (reply.kind !== 'refused') return judgeReply(batch, reply, report, services);
  if (reply.scope === 'not_found') {
    // The portal no longer knows the batch by its id. The idempotency key still identifies it.
    await store.batches.update(batch.id, { state: 'sent', portalId: null, nextAttemptAt: clock.now() });
    return null;
  }
  return tryLater(batch, reply, services);
}

async function judgeReply(
  batch: BatchRecord,
  reply: PortalReply<Batch>,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, crashPoints } = services;
  crashPoints.reach('batch.replied');
  if (reply.kind === 'ok') {
    const isProcessed = reply.body.status === 'completed' || reply.body.status === 'failed';
    // Written before the batch is settled, so that the outcomes are read even if the process dies in between. The view does not show a
    // batch that is not processed yet.
    await store.connections.update(batch.connectionId, {
      backoffStep: 0,
      ...(isProcessed && outcomesSoon(clock.now())),
    });
    await noteTaken(batch, services);
    if (isProcessed) {
      // A later question about the outcome needs the portal's id of the batch.
      if (batch.portalId === null) await store.batches.update(batch.id, { portalId: reply.body.id });
      return reply.body.status === 'failed'
        ? settleFromView(batch, report, services)
        : settle(batch, reply, report, services);
    }
    return waitFor(batch, reply.body.id, services);
  }
  if (reply.kind === 'refused') {
    const runningId = reply.scope === 'in_progress' ? batchIdOf(reply.details) : null;
    if (reply.scope === 'in_progress') return waitFor(batch, runningId, services);
    if (reply.code === 'idempotency_key_reused') return stopReusedKey(batch, reply, report, services);
    // This attempt is refused, but an earlier one, whose reply was lost, may have been accepted.
    const isOpen = batch.state !== 'stored' && reply.scope !== 'request';
    if (!isOpen) return dissolveRefused(batch, reply, services);
    return (await isNeverTakenAsItIs(batch, reply, services))
      ? settleFromView(batch, report, services)
      : tryLater(batch, reply, services);
  }
  // The batch was not sent, or its effect is unknown: the same bytes are sent later under the same key.
  return tryLater(batch, reply, services);
}

/** Whether the portal will never accept the batch as it is: its hourly limit or body size is lower now than when the batch was made. */
async function isNeverTakenAsItIs(
  batch: BatchRecord,
  { scope }: PortalRefusal,
  services: Services,
): Promise<boolean> {
  if (scope === 'too_large') {
    await noteTooLarge(batch, services);
    return true;
  }
  if (scope !== 'connection_items') return false;
  await expireLimits(services);
  return batch.items.length > (await readLimits(services)).itemsPerHour;
}

async function tryLater(batch: BatchRecord, reply: PortalReply<Batch>, services: Services): Promise<Stop> {
  const stop = await backoffAfter(reply, batch.connectionId, services);
  await services.store.batches.update(batch.id, { nextAttemptAt: stop.retryAt });
  return stop;
}

async function settle(
  batch: BatchRecord,
  reply: PortalReply<Batch> & { kind: 'ok' },
  report: PushReport,
  services: Services,
): Promise<null> {
  const { store, protocol, clock, crashPoints, log } = services;
  const answers = new Map(reply.body.items.map((item) => [item.external_id, item]));
  const listings = new Map(
    (await store.listings.getMany(batch.connectionId, idsOf(batch))).map((row) => [row.externalId, row]),
  );
  const outbox = new Map(
    (await store.outbox.of(batch.connectionId, idsOf(batch))).map((row) => [row.externalId, row]),
  );
  const rules = { unchanged: protocol.unchanged_spends, rejected: protocol.rejected_spends };

  const settlements = batch.items.map((item) => {
    const answer = answers.get(item.externalId) ?? null;
    const listing = listings.get(item.externalId);
    const held = {
      confirmedDigest: listing?.confirmedDigest ?? null,
      portal: listing?.portal ?? 'none',
      attempts: outbox.get(item.externalId)?.attempts ?? 0,
      warnings: listing?.warnings ?? [],
      failureCode: listing?.failureCode ?? null,
      details: listing?.details ?? null,
    } as const;
    const verdict = judgeItem(item, answer, held, heldRules(protocol));
    report.results[verdict.event] = (report.results[verdict.event] ?? 0) + 1;
    if (verdict.portal === 'rejected')
      log.warn('listing refused', {
        connection: batch.connectionId,
        listing: item.externalId,
        code: verdict.failureCode,
      });
    return toSettlement(item, answer, verdict, listing ?? notRefused, clock.now());
  });
  const spent = batch.items.filter((item) =>
    spendsBudget(answers.get(item.externalId) ?? null, rules),
  ).length;
  const spentAgain = reply.replayed && protocol.replays_spend ? batch.items.length : 0;
  await store.batches.settle(batch.id, settlements, { at: reply.receivedAt, items: spent + spentAgain });
  crashPoints.reach('batch.settled');
  return null;
}

function toSettlement(
  item: BatchItem,
  answer: ItemResult | null,
  verdict: ItemVerdict,
  former: Pick<RefusalRecord, 'retries' | 'refusedAt'> & { unchangedSince?: Millis | null },
  now: number,
): ItemSettlement {
  const { portal, confirmedDigest, sentUpdatedAt, failureCode, details, warnings, ids, outbox, event } =
    verdict;
  return {
    externalId: item.externalId,
    listing: {
      portal,
      confirmedDigest,
      sentUpdatedAt,
      failureCode,
      ...(portal === 'rejected' ? refusedAgain(former, failureCode, now) : { retryAt: null }),
      ...(verdict.isDoubtful
        ? // The portal called content unchanged that it is not known to show. Time does not resolve that: no retry is scheduled.
          { unchangedSince: former.unchangedSince ?? now, retryAt: null }
        : { unchangedSince: null }),
      details,
      warnings,
      digestAlias: verdict.digestAlias,
      ...(ids?.listingId != null && { listingId: ids.listingId }),
      ...(ids?.candidateId != null && { candidateId: ids.candidateId }),
      ...(ids?.publicUrl != null && { publicUrl: ids.publicUrl }),
    },
    outbox: outbox.kind === 'done' ? outbox : { kind: 'again', notBefore: now + outbox.delayMs },
    event: {
      kind: event,
      data: {
        digest: item.digest,
        result: answer?.result ?? null,
        failure_code: answer?.failure_code ?? null,
      },
    },
  };
}

async function waitFor(
  batch: BatchRecord,
  portalId: string | null,
  { store, clock }: Services,
): Promise<null> {
  const age = clock.now() - batch.createdAt;
  await store.batches.update(batch.id, {
    state: portalId === null ? 'sent' : 'waiting',
    portalId,
    nextAttemptAt: clock.now() + waitAsLongAgain(age, backoffs.runningBatch),
  });
  return null;
}

/**
 * The portal knows the key with other bytes, because of a bug in feedsync or two copies of one store. Only the view shows what was done
 * under the key.
 */
async function stopReusedKey(
  batch: BatchRecord,
  reply: PortalRefusal,
  report: PushReport,
  services: Services,
): Promise<Stop> {
  services.log.error('batch stopped: the portal knows its key with other content', {
    connection: batch.connectionId,
    batch: batch.id,
    request: reply.requestId,
  });
  const { retryAt } = await backoffAfter(reply, batch.connectionId, services);
  const unread = await settleFromView(batch, report, services);
  const reason =
    'the portal knows the key of a batch with other content: two copies of one store are running, or this is a bug in feedsync. The batch is not sent again: what the portal shows of it is settled, and only the rest is sent, under a new key. Stop the other copy, if there is one; otherwise report this';
  return unread ?? { reason, retryAt, expected: false };
}

/** When the connection's next unsettled batch may be tried; null if none is open. */
export async function nextBatchAttemptAt(
  connectionId: ConnectionId,
  { store }: Services,
): Promise<number | null> {
  const open = await store.batches.unsettled(connectionId);
  return open.length === 0 ? null : Math.min(...open.map((batch) => batch.nextAttemptAt));
}

function idsOf(batch: BatchRecord): string[] {
  return batch.items.map((item) => item.externalId);
}

function batchIdOf(details: unknown): string | null {
  const id = ownValue(details, 'batch_id');
  return typeof id === 'string' ? id : null;
}

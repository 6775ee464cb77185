import type { PushReport, Stop } from './reports.js';
import { judgeItem, spendsBudget, type ItemVerdict } from '../core/judge.js';
import { notRefused, refusedAgain, type RefusalRecord } from '../core/retry-policy.js';
import { backoffs, waitAsLongAgain } from '../core/schedule/backoff.js';
import type { PortalRefusal, PortalReply } from '../portal/portal-reply.js';
import type { BatchItem, BatchRow, Millis } from '../store/rows.js';
import type { ItemSettlement } from '../store/store.js';
import { heldRules } from '../wire/protocol.js';
import type { Batch, ItemResult } from '../wire/replies.js';
import { noteTaken, noteTooLarge } from './batch-size.js';
import { dissolveRefused } from './dissolve-refused.js';
import { batchesWaitUntil } from './park-requests.js';

import { expireLimits, readLimits } from './read-limits.js';
import { outcomesSoon } from './read-outcomes.js';
import type { Services } from './services.js';
import { settleFromView } from './settle-from-view.js';
import { stopOf } from './stop-of.js';
import { ownValue } from '../core/own-value.js';

/** A key is remembered for seven days: after six it is not relied on any more, the view decides. */
const sameKeyMs = 6 * 24 * 3_600_000;

/** What was sent and has no known outcome comes before anything new (RULES R74, R76). */
export async function settleOpenBatches(
  connectionId: string,
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
        reason: 'the outcome of a batch is not known yet; it is asked again',
        retryAt: batch.nextAttemptAt,
        ...(isParked ? { expected: true, alone: true } : { expected: false }),
      };
    }
  }
  return alone;
}

/**
 * Sends a stored batch, or sends it again with the same bytes and key, or asks what became of it. Ends settled, dissolved,
 * waiting, or unknown with a time to come back.
 */
export async function settleBatch(
  batch: BatchRow,
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

/** What became of a batch that the portal took. A refusal of the question says nothing of the batch. */
async function askAfter(
  batch: BatchRow,
  portalId: string,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, portal, clock } = services;
  const reply = await portal.getBatch(portalId);
  if (reply.kind !== 'refused') return judgeReply(batch, reply, report, services);
  if (reply.scope === 'not_found') {
    // By this name it is not known any more: its key still stands for it.
    await store.batches.update(batch.id, { state: 'sent', portalId: null, nextAttemptAt: clock.now() });
    return null;
  }
  return tryLater(batch, reply, services);
}

async function judgeReply(
  batch: BatchRow,
  reply: PortalReply<Batch>,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, crashPoints } = services;
  crashPoints.reach('batch.replied');
  if (reply.kind === 'ok') {
    const isProcessed = reply.body.status === 'completed' || reply.body.status === 'failed';
    // Before it is settled: whoever dies then has it followed all the same. Before it is processed the view says nothing of it.
    await store.connections.update(batch.connectionId, {
      backoffStep: 0,
      ...(isProcessed && outcomesSoon(clock.now())),
    });
    await noteTaken(batch, services);
    if (isProcessed) {
      // A later question what became of it needs the portal's name for it.
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
    // Refused this time; an earlier try, whose reply was lost, may have been taken.
    const isOpen = batch.state !== 'stored' && reply.scope !== 'request';
    if (!isOpen) return dissolveRefused(batch, reply, services);
    return (await isNeverTakenAsItIs(batch, reply, services))
      ? settleFromView(batch, report, services)
      : tryLater(batch, reply, services);
  }
  // Never left, or nobody knows: the same bytes under the same key, later.
  return tryLater(batch, reply, services);
}

/** The portal allows less an hour, or smaller bodies, than when it was cut. */
async function isNeverTakenAsItIs(
  batch: BatchRow,
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

async function tryLater(batch: BatchRow, reply: PortalReply<Batch>, services: Services): Promise<Stop> {
  const stop = await stopOf(reply, batch.connectionId, services);
  await services.store.batches.update(batch.id, { nextAttemptAt: stop.retryAt });
  return stop;
}

async function settle(
  batch: BatchRow,
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
        ? // Time changes nothing of what the portal holds.
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

async function waitFor(batch: BatchRow, portalId: string | null, { store, clock }: Services): Promise<null> {
  const age = clock.now() - batch.createdAt;
  await store.batches.update(batch.id, {
    state: portalId === null ? 'sent' : 'waiting',
    portalId,
    nextAttemptAt: clock.now() + waitAsLongAgain(age, backoffs.runningBatch),
  });
  return null;
}

/**
 * The key stands for other bytes: a mistake of ours, or two copies of one store. What was done under it only the view can tell.
 */
async function stopReusedKey(
  batch: BatchRow,
  reply: PortalRefusal,
  report: PushReport,
  services: Services,
): Promise<Stop> {
  services.log.error('batch stopped: the portal knows its key with another content', {
    connection: batch.connectionId,
    batch: batch.id,
    request: reply.requestId,
  });
  const { retryAt } = await stopOf(reply, batch.connectionId, services);
  const unread = await settleFromView(batch, report, services);
  const reason =
    'the portal knows the key of a batch with another content: two copies of one store are at work, or this is a mistake of feedsync. The batch is not sent again; what the portal holds of it was read and counts, and only the rest is sent, under a new key. Stop the other copy, if there is one; otherwise report this';
  return unread ?? { reason, retryAt, expected: false };
}

/** When the next unsettled batch of the connection may be looked at; null when none is open. */
export async function nextBatchAttemptAt(connectionId: string, { store }: Services): Promise<number | null> {
  const open = await store.batches.unsettled(connectionId);
  return open.length === 0 ? null : Math.min(...open.map((batch) => batch.nextAttemptAt));
}

function idsOf(batch: BatchRow): string[] {
  return batch.items.map((item) => item.externalId);
}

function batchIdOf(details: unknown): string | null {
  const id = ownValue(details, 'batch_id');
  return typeof id === 'string' ? id : null;
}

import type { ConnectionId } from '../../model/ids.js';
import { batchIndexOf, readRefusalDetails } from '../../model/refusal-details.js';
import type { WaitReason } from '../../model/wait-cause.js';
import type { PortalReply } from '../../portal/portal-reply.js';
import { storedLimits } from '../../store/facts/portal-limits.js';
import type { BatchItem, BatchRecord } from '../../model/outbox.js';
import { noteTooLarge } from './batch-size.js';
import { batchesWaitUntil } from './park-requests.js';
import { expireLimits } from '../portal-state/read-limits.js';
import type { Stop } from '../reports.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

type Refused = Extract<PortalReply<unknown>, { kind: 'refused' }>;

/** How long a refused item waits. A change of its content queues it again sooner. */
export const parkMs = 24 * 3_600_000;
const bisectWaitMs = 1000;

/**
 * Dissolves a batch after a definite refusal, which had no effect. Its entries return to the outbox with their current content and are sent
 * under a new key. If the refusal is about content, the items that it names are parked with its reason. If it names none, the batch is
 * halved; an only item is parked.
 */
export async function dissolveRefused(
  batch: BatchRecord,
  reply: Refused,
  services: Services,
): Promise<Stop | null> {
  if (reply.scope === 'too_large') {
    await noteTooLarge(batch, services);
    const [only] = batch.items;
    await dissolve(batch, batch.items.length === 1 && only ? { parked: [only], reply } : null, services);
    return null;
  }
  const isAboutContent = reply.scope === 'parked' || (reply.scope === 'request' && reply.status === 422);
  if (!isAboutContent) {
    await dissolve(batch, null, services);
    if (reply.scope === 'connection_items') await fillLedger(batch.connectionId, reply, services);
    return backoffAfter(reply, batch.connectionId, services);
  }
  if (reply.code === 'batch_too_large') {
    await expireLimits(services);
    await dissolve(batch, null, services);
    return backoffAfter(reply, batch.connectionId, services);
  }
  if (reply.scope === 'parked' && (await batchesWaitUntil(batch.connectionId, services)) !== null) {
    await dissolve(batch, null, services);
    return backoffAfter(reply, batch.connectionId, services);
  }
  const named = namedItems(batch, reply.details);
  if (named.length > 0) await dissolve(batch, { parked: named, reply }, services);
  else if (batch.items.length === 1) await dissolve(batch, { parked: batch.items, reply }, services);
  else await halve(batch, services);
  services.log.warn('batch refused', {
    connection: batch.connectionId,
    batch: batch.id,
    code: reply.code,
    listings:
      named.length === 0
        ? null
        : named
            .map(({ externalId }) => externalId)
            .join(' ')
            .slice(0, 300),
    request: reply.requestId,
  });
  return null;
}

/** The reason to park an item: the refusal with the details about this item or about none. @param item null: with all details */
export function reasonFor(reply: Refused, item: BatchItem | null): WaitReason {
  const { code, message, details, scope } = reply;
  const kind =
    scope === 'too_large'
      ? 'too_large'
      : scope === 'not_sendable'
        ? 'not_sendable'
        : scope === 'parked'
          ? 'request_refused'
          : 'item_refused';
  const own =
    item !== null && Array.isArray(details)
      ? details.filter((detail) => [null, item.position].includes(batchIndexOf(detail)))
      : details;
  return { kind, code, message, details: readRefusalDetails(own) };
}

async function dissolve(
  batch: BatchRecord,
  about: { parked: readonly BatchItem[]; reply: Refused } | null,
  { store, clock }: Services,
): Promise<void> {
  const now = clock.now();
  const { connectionId } = batch;
  const reasons = new Map(
    (about?.parked ?? []).map((item) => [item.externalId, about ? reasonFor(about.reply, item) : null]),
  );
  await store.batches.dissolve(batch.id, { now, spent: 0, park: reasons, parkUntil: now + parkMs });
  await store.listings.addEvents(
    [...reasons].map(([externalId, reason]) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'refused_by_name',
      data: {
        batch: batch.id,
        failure_code: reason?.code ?? null,
        field: reason?.details[0]?.pointer ?? null,
      },
    })),
  );
}

async function halve(batch: BatchRecord, { store, clock }: Services): Promise<void> {
  const second = batch.items.slice(Math.ceil(batch.items.length / 2));
  const now = clock.now();
  await store.batches.dissolve(batch.id, {
    ...{ now, spent: 0 },
    park: new Map(second.map(({ externalId }) => [externalId, null])),
    parkUntil: now + bisectWaitMs,
  });
}

/** The items that the details point at: `/listings/<index>/…`. */
function namedItems(batch: BatchRecord, details: unknown): BatchItem[] {
  if (!Array.isArray(details)) return [];
  const indexes = new Set(details.flatMap((detail: unknown) => batchIndexOf(detail) ?? []));
  return [...indexes].flatMap((index) => batch.items[index] ?? []);
}

/**
 * The portal reports the budget as spent, so another installation uses this key's budget too: fills our ledger until the portal's
 * Retry-After has passed.
 */
async function fillLedger(connectionId: ConnectionId, reply: Refused, services: Services): Promise<void> {
  const { store, clock, protocol } = services;
  const limits = await storedLimits(services);
  if (limits === null || reply.retryAfterMs === null) return;
  const leavesAt = clock.now() + reply.retryAfterMs;
  await store.spend.add(connectionId, leavesAt - protocol.item_window_seconds * 1000, limits.itemsPerHour);
}

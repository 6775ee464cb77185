import type { Stop } from './reports.js';
import type { PortalReply } from '../portal/portal-reply.js';
import { storedLimits } from '../store/portal-limits.js';
import type { BatchRow } from '../store/rows.js';

import type { Services } from './services.js';
import { expireLimits } from './read-limits.js';
import { stopOf } from './stop-of.js';

type Refused = Extract<PortalReply<unknown>, { kind: 'refused' }>;

/** A refused item waits this long, or until its content changes, which queues it anew. */
const parkMs = 24 * 3_600_000;

/**
 * A definite refusal had no effect: the batch is dissolved and its rows return with their current content, under a new
 * key (SEMANTICS 6). Where the refusal is about items, these are parked; where it does not say which, the batch is halved.
 */
export async function dissolveRefused(
  batch: BatchRow,
  reply: Refused,
  services: Services,
): Promise<Stop | null> {
  const { store, clock } = services;
  const now = clock.now();
  const dissolve = (park: readonly string[], parkUntil: number): Promise<void> =>
    store.batches.dissolve(batch.id, { now, spent: 0, park, parkUntil });

  if (reply.scope !== 'request' || reply.status !== 422) {
    await dissolve([], now);
    if (reply.scope === 'connection_items') await fillLedger(batch.connectionId, reply, services);
    return stopOf(reply, batch.connectionId, services);
  }
  if (reply.code === 'batch_too_large') {
    await expireLimits(services);
    await dissolve([], now);
    return stopOf(reply, batch.connectionId, services);
  }
  const named = namedItems(batch, reply.details);
  if (named.length > 0) await dissolve(named, now + parkMs);
  else if (batch.items.length === 1)
    await dissolve(
      batch.items.map((item) => item.externalId),
      now + parkMs,
    );
  else
    await dissolve(
      batch.items.slice(Math.ceil(batch.items.length / 2)).map((item) => item.externalId),
      now + 1000,
    );
  services.log.warn('batch refused', {
    connection: batch.connectionId,
    batch: batch.id,
    code: reply.code,
    request: reply.requestId,
  });
  return null;
}

/** Items that the details point at: `/listings/<index>/…`. */
function namedItems(batch: BatchRow, details: unknown): string[] {
  if (!Array.isArray(details)) return [];
  const indexes = details.map((detail: unknown) => {
    const pointer: unknown =
      typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'pointer') : null;
    return typeof pointer === 'string' ? Number(/^\/listings\/(\d+)(\/|$)/.exec(pointer)?.[1] ?? NaN) : NaN;
  });
  return [...new Set(indexes)].flatMap((index) => batch.items[index]?.externalId ?? []);
}

/** Somebody else spends on this key too: our ledger is filled until the portal's Retry-After. */
async function fillLedger(connectionId: string, reply: Refused, services: Services): Promise<void> {
  const { store, clock, protocol } = services;
  const limits = await storedLimits(services);
  if (limits === null || reply.retryAfterMs === null) return;
  const leavesAt = clock.now() + reply.retryAfterMs;
  await store.spend.add(connectionId, leavesAt - protocol.item_window_seconds * 1000, limits.itemsPerHour);
}

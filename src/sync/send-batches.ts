import type { PushReport, Stop } from './reports.js';
import { batchBytesMax, takeBatch } from '../core/batching.js';
import { roomLeft } from '../core/budget.js';
import { updatedAtToSend } from '../core/updated-at.js';
import type { BatchItem, ListingRow, OutboxRow } from '../store/rows.js';
import { settleBatch } from './settle-batches.js';
import type { PortalLimits } from './read-limits.js';

import type { Services } from './services.js';

/** An outbox row with the bytes that will carry it. */
interface Prepared extends OutboxRow {
  json: string;
  bytes: number;
  item: Omit<BatchItem, 'position'>;
}

/** Rows looked at for one batch: enough to fill it even where some must wait. */
const lookAheadFactor = 2;

/** Sends batch after batch until nothing may be sent now. Each is stored before it is sent (SEMANTICS 6). */
export async function sendBatches(
  connectionId: string,
  limits: PortalLimits,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, protocol, crashPoints } = services;
  for (;;) {
    const windowMs = protocol.item_window_seconds * 1000;
    const spends = await store.spend.since(connectionId, clock.now() - 2 * windowMs);
    const room = roomLeft(spends, limits.itemsPerHour, windowMs, clock.now());
    const queued = await store.outbox.sendable(
      connectionId,
      'upsert',
      clock.now(),
      limits.batchItems * lookAheadFactor,
    );
    if (queued.length === 0) return null;
    if (room.items === 0) return budgetSpent(limits, room.moreAt ?? clock.now() + windowMs);

    const chosen = takeBatch(
      await prepare(connectionId, queued, services),
      { items: limits.batchItems, bytes: batchBytesMax },
      room,
    );
    if (chosen.length === 0) return null;
    const batch = await store.batches.create({
      connectionId,
      idempotencyKey: Buffer.from(services.random.bytes(24)).toString('base64url'),
      body: Buffer.from(`{"listings":[${chosen.map((item) => item.json).join(',')}]}`),
      items: chosen.map(({ item }, position) => ({ ...item, position })),
      ownChanges: chosen.filter((item) => item.lane === 'own_change').length,
      now: clock.now(),
    });
    crashPoints.reach('batch.stored');
    const stop = await settleBatch(batch, report, services);
    if (stop !== null) return stop;
  }
}

/** The current content of each row: what is sent is always the latest wish. */
async function prepare(
  connectionId: string,
  queued: readonly OutboxRow[],
  services: Services,
): Promise<Prepared[]> {
  const { store, portal } = services;
  const ids = queued.map((row) => row.externalId);
  const listings = new Map(
    (await store.listings.getMany(connectionId, ids)).map((row) => [row.externalId, row]),
  );
  const payloads = await store.listings.payloads(connectionId, ids);
  const connection = await store.connections.get(connectionId);
  const prepared: Prepared[] = [];
  for (const row of queued) {
    const listing = listings.get(row.externalId);
    const payload = payloads.get(row.externalId);
    if (listing?.wantedDigest == null || payload === undefined) continue;
    const updatedAt = updatedAtToSend({
      // A portal that called our content unchanged by its date must be given a later one than the feed's.
      feed: row.attempts > 0 ? null : listing.feedUpdatedAt,
      lastSent: listing.sentUpdatedAt,
      portalNow: portal.portalTime(),
      knownAbsent: connection?.viewReadAt != null && isUnknownToPortal(listing),
    });
    const json = JSON.stringify(dated(payload, listing.wantedDigest, updatedAt));
    prepared.push({
      ...row,
      json,
      bytes: Buffer.byteLength(json),
      item: { externalId: row.externalId, digest: listing.wantedDigest, updatedAt },
    });
  }
  return prepared;
}

function isUnknownToPortal(listing: ListingRow): boolean {
  return listing.portal === 'none' && listing.owner === 'feed';
}

function dated(payload: Record<string, unknown>, digest: string, updatedAt: number): Record<string, unknown> {
  const source = typeof payload.source === 'object' ? payload.source : {};
  return { ...payload, digest, source: { ...source, updated_at: new Date(updatedAt).toISOString() } };
}

function budgetSpent(limits: PortalLimits, moreAt: number): Stop {
  const reason = `the hour’s budget of ${limits.itemsPerHour} items is used up, the rest follows`;
  return { reason, retryAt: moreAt, expected: true };
}

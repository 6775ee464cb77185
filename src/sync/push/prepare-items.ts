import type { ConnectionId } from '../../model/ids.js';
import { updatedAtToSend } from '../../core/listing/updated-at.js';
import type { BatchItem, OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Services } from '../services/services.js';

/** An outbox entry with the bytes that will be sent for it. */
export interface Prepared extends OutboxEntry {
  listing: ListingRecord;
  payload: Record<string, unknown>;
  json: string;
  bytes: number;
  item: Omit<BatchItem, 'position'>;
}

/** Loads the current content of each entry, so that always the latest content is sent. */
export async function prepareItems(
  connectionId: ConnectionId,
  queued: readonly OutboxEntry[],
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
      // After a first attempt, the feed's date is not used: the portal compared dates and answered earlier content as unchanged, so this attempt
      // needs a later date.
      feed: row.attempts > 0 ? null : listing.feedUpdatedAt,
      lastSent: listing.sentUpdatedAt,
      portalNow: portal.portalTime(),
      knownAbsent: connection?.viewReadAt != null && isUnknownToPortal(listing),
    });
    const json = JSON.stringify(dated(payload, listing.wantedDigest, updatedAt));
    prepared.push({
      ...row,
      listing,
      payload,
      json,
      // The size includes the comma before the next listing.
      bytes: Buffer.byteLength(json) + 1,
      item: { externalId: row.externalId, digest: listing.wantedDigest, updatedAt },
    });
  }
  return prepared;
}

function isUnknownToPortal(listing: ListingRecord): boolean {
  return listing.portal === 'none' && listing.owner === 'feed';
}

function dated(payload: Record<string, unknown>, digest: string, updatedAt: number): Record<string, unknown> {
  const source = typeof payload.source === 'object' ? payload.source : {};
  return { ...payload, digest, source: { ...source, updated_at: new Date(updatedAt).toISOString() } };
}

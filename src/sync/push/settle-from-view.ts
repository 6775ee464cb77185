import { isRemoved } from '../../model/listing-states.js';
import { notRefused, refusedAgain } from '../../core/schedule/retry-policy.js';
import type { BatchItem, BatchRecord } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ItemSettlement } from '../../store/store.js';
import { readViewStatus } from '../../wire/protocol.js';
import type { ViewRecord } from '../../wire/replies.js';
import { readView } from '../portal-state/read-outcomes.js';
import type { PushReport, Stop } from '../reports.js';
import type { Services } from '../services/services.js';

/** The view may lag behind the portal's last write by a moment. */
const restWaitMs = 60_000;

/**
 * Ends a batch that will never get a usable reply: its key is too old or stands for other bytes, the portal failed to process it, or would
 * never accept its bytes. Settles the items that the view shows with the sent digest. All other items are sent again, under a new key.
 */
export async function settleFromView(
  batch: BatchRecord,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, log } = services;
  const { connectionId } = batch;
  const { report: read, records } = await readView(connectionId, services);
  // If the portal refuses only the view, no item is settled, and all are sent again: they must not wait for ever.
  if (read.stop !== null && read.stop.alone !== true) return read.stop;
  const shown = new Map(records.map((record) => [record.external_id, record]));
  const ids = batch.items.map(({ externalId }) => externalId);
  const listings = new Map(
    (await store.listings.getMany(connectionId, ids)).map((row) => [row.externalId, row]),
  );
  const settled = batch.items.flatMap((item) => {
    const record = shown.get(item.externalId);
    return record === undefined
      ? []
      : (settlementOf(item, record, listings.get(item.externalId), services) ?? []);
  });
  for (const { event } of settled) report.results[event.kind] = (report.results[event.kind] ?? 0) + 1;
  const isSettled = new Set(settled.map(({ externalId }) => externalId));
  const rest = ids.filter((id) => !isSettled.has(id));
  const now = clock.now();
  await store.batches.dissolve(batch.id, {
    now,
    spent: batch.items.length,
    park: new Map(rest.map((id) => [id, null])),
    parkUntil: now + restWaitMs,
    settled,
  });
  log.warn('batch settled from the view', {
    connection: connectionId,
    batch: batch.id,
    settled: settled.length,
    sent_again: rest.length,
  });
  return null;
}

/** @returns null if the view does not show the content that was sent */
function settlementOf(
  { externalId, digest, updatedAt }: BatchItem,
  record: ViewRecord,
  listing: ListingRecord | undefined,
  { protocol, clock }: Services,
): ItemSettlement | null {
  const state = readViewStatus(record.status, protocol);
  if (record.digest !== digest || isRemoved(state) || state === 'taken_down') return null;
  const isRefused = state === 'rejected';
  return {
    externalId,
    listing: {
      portal: state === 'unknown' ? 'accepted' : state,
      sentUpdatedAt: updatedAt,
      digestAlias: null,
      unchangedSince: null,
      warnings: record.warnings,
      ...(isRefused
        ? {
            failureCode: record.failure_code,
            details: record.details,
            ...refusedAgain(listing ?? notRefused, record.failure_code, clock.now()),
          }
        : { confirmedDigest: digest, failureCode: null, details: null, retryAt: null }),
      ...(record.listing_id !== null && { listingId: record.listing_id }),
      ...(record.candidate_id !== null && { candidateId: record.candidate_id }),
      ...(record.public_url !== null && { publicUrl: record.public_url }),
    },
    outbox: { kind: 'done' },
    event: { kind: 'found_on_portal', data: { digest, result: null, failure_code: record.failure_code } },
  };
}

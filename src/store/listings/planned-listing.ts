import { urgentPart, type StoredListing } from '../../core/listing/plan.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';

/** The record that owns a listing, as planning names it. */
export function ownerKey(feedId: number, sourceId: string): string {
  return `${feedId}/${sourceId}`;
}

/** What planning must know of a listing. @param former the payload that was wanted last */
export function asPlanned(
  row: ListingRecord,
  outbox: readonly OutboxEntry[],
  former: Record<string, unknown> | undefined,
): StoredListing {
  const queued = outbox.find((o) => o.externalId === row.externalId);
  return {
    owner: row.owner,
    ownedBy: row.feedId === null || row.sourceId === null ? null : ownerKey(row.feedId, row.sourceId),
    intent: row.intent,
    wantedDigest: row.wantedDigest,
    wantedUrgent: former === undefined ? null : urgentPart(former),
    confirmedDigest: row.confirmedDigest,
    portal: row.portal,
    queuedDigest: queued?.op === 'upsert' ? queued.digest : null,
    off: row.offSince !== null,
    removalUnsent: queued?.op === 'remove' && queued.attempts === 0,
  };
}

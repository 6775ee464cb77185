import { readPairId } from '../../core/listing/external-id.js';
import { urgentPart, type StoredListing } from '../../core/listing/plan.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';

/** The name by which planning identifies the owner of a listing: the records of a pair may pass a listing to each other. */
export function ownerKey(feedId: number, sourceId: string): string {
  return `${feedId}/${readPairId(sourceId).sourceId}`;
}

/** The input of planning about a stored listing. @param former its wanted payload; undefined: none */
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

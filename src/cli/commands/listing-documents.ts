import type { Issue } from '../../model/outcome.js';
import type { ListingRow, OutboxRow } from '../../model/records.js';
import type { StoreView } from '../context.js';
import { isoTime } from '../print/times.js';

/** A listing as --json prints it. */
export function listingDocument(
  row: ListingRow,
  outbox: OutboxRow | null,
  { feedName }: Pick<StoreView, 'feedName'>,
): Record<string, unknown> {
  return {
    external_id: row.externalId,
    connection: row.connectionId,
    feed: feedName(row.feedId),
    source_id: row.sourceId,
    owner: row.owner,
    title: row.title,
    presence: row.presence,
    intent: row.intent,
    portal: row.portal,
    failure_code: row.failureCode,
    details: row.details,
    warnings: row.warnings,
    queued: outbox === null ? null : outbox.op,
    wanted_digest: row.wantedDigest,
    confirmed_digest: row.confirmedDigest,
    listing_id: row.listingId,
    public_url: row.publicUrl,
    grace_since: isoTime(row.graceSince),
    pinned_until: isoTime(row.pinnedUntil),
    first_sent_at: isoTime(row.firstSentAt),
    off_since: isoTime(row.offSince),
    last_seen_at: isoTime(row.lastSeenAt),
  };
}

/** An issue of a record, as a line. */
export function issueText({ pointer, message, value }: Issue): string {
  const where = pointer === '' ? '' : `${pointer}: `;
  return `${where}${message}${value === undefined ? '' : ` (the feed has "${value}")`}`;
}

import type { z } from '@hono/zod-openapi';
import type { ListingRecord } from '../model/listing.js';
import type { OutboxEntry } from '../model/outbox.js';
import type { FeedNames } from './feed.js';
import type { ListingSchema } from './schemas.js';
import { maybeIso } from './time.js';

/**
 * A listing and what is queued of it, in the form of `ListingSchema`.
 * @param shown the title as the reader may see it: a title can hold a person's contact
 */
export function listingDocument(
  row: ListingRecord,
  entry: OutboxEntry | null,
  nameOf: FeedNames,
  shown: { title: string | null },
): z.input<typeof ListingSchema> {
  return {
    external_id: row.externalId,
    connection: row.connectionId,
    feed: nameOf(row.feedId),
    source_id: row.sourceId,
    owner: row.owner,
    title: shown.title,
    presence: row.presence,
    intent: row.intent,
    portal: row.portal,
    failure_code: row.failureCode,
    warnings: row.warnings,
    queued: entry?.op ?? null,
    wanted_digest: row.wantedDigest,
    confirmed_digest: row.confirmedDigest,
    listing_id: row.listingId,
    public_url: row.publicUrl,
    grace_since: maybeIso(row.graceSince),
    pinned_until: maybeIso(row.pinnedUntil),
    deactivation: row.deactivation,
    active_until: maybeIso(row.activeUntil),
    first_sent_at: maybeIso(row.firstSentAt),
    off_since: maybeIso(row.offSince),
    last_seen_at: maybeIso(row.lastSeenAt),
  };
}

import { listingDocument } from '../../documents/listing.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Issue } from '../../model/outcome.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { StoreView } from '../context.js';

/** A listing as `--json` gives it: with the portal's own words, which may hold a contact and are not part of the API's form. */
export function listingWithDetails(
  row: ListingRecord,
  entry: OutboxEntry | null,
  { feedName }: Pick<StoreView, 'feedName'>,
): Record<string, unknown> {
  return { ...listingDocument(row, entry, feedName, row), details: row.details };
}

/** An issue of a record, as a line. */
export function issueText({ pointer, message, value }: Issue): string {
  const where = pointer === '' ? '' : `${pointer}: `;
  return `${where}${message}${value === undefined ? '' : ` (the feed has "${value}")`}`;
}

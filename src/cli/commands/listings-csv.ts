import { csvTable } from '../../documents/csv.js';
import type { ListingRecord } from '../../model/listing.js';
import { documentsOf, type Described } from '../../server/api/listing-page.js';
import { consoleLink } from '../../server/api/listings-csv.js';
import type { StoreView } from '../context.js';

/** Listings whose contents are read at once. */
const blockSize = 500;

/** `listings --csv`. Columns are only ever added, at the end. */
export async function listingsCsv(rows: readonly ListingRecord[], view: StoreView): Promise<string> {
  const { store, now, config, feedName } = view;
  const cells = [];
  for (let at = 0; at < rows.length; at += blockSize) {
    const block = rows.slice(at, at + blockSize);
    const documents = await documentsOf(
      block.map((listing) => ({ listing, waiting: null })),
      { store, itemWindowMs: config.portal.protocol.item_window_seconds * 1000 },
      now,
    );
    for (const [index, row] of block.entries())
      cells.push([
        ...[row.externalId, row.connectionId, feedName(row.feedId), row.sourceId, row.presence, row.portal],
        ...[row.failureCode, row.title],
        ...addedCells(documents[index], config.server.publicUrl),
      ]);
  }
  return csvTable([...headings, ...addedHeadings], cells);
}

const headings = ['external_id', 'connection', 'feed', 'source_id', 'presence', 'portal', 'failure', 'title'];
/** Since release 0.1.0. */
const addedHeadings = [
  ...['agency', 'address', 'place', 'price', 'currency', 'state', 'reason', 'since'],
  ...['portal_link', 'console_link'],
];

function addedCells(listing: Described | undefined, base: string | null): (string | number | null)[] {
  if (listing === undefined) return addedHeadings.map(() => null);
  const { agency, card, standing, told, since, public_url: link } = listing;
  return [
    ...[agency, card?.address ?? null, card?.place ?? null],
    ...[card?.price?.amount ?? null, card?.price?.currency ?? null, standing, told.en, since ?? null],
    ...[link, base === null ? null : consoleLink(listing, base)],
  ];
}

import { csvRow } from '../../documents/csv.js';
import type { ListingPageFilter } from '../../store/store.js';
import type { Described, ListingPageDeps } from './listing-page.js';
import { sortedListings, type SortedPosition, type Sorting } from './sorted-listings.js';

const pageSize = 500;

type Cell = string | number | null;
interface Shown {
  language: 'sr' | 'en';
  /** Address of the server, for links to the console. */
  base: string;
}

const columns = {
  code: ({ external_id: id }) => id,
  source_id: ({ source_id: id }) => id,
  agency: ({ agency }) => agency,
  connection: ({ connection }) => connection,
  feed: ({ feed }) => feed,
  title: ({ title }) => title,
  address: ({ card }) => card?.address ?? null,
  place: ({ card }) => card?.place ?? null,
  transaction: ({ card }) => card?.transaction ?? null,
  price: ({ card }) => card?.price?.amount ?? null,
  currency: ({ card }) => card?.price?.currency ?? null,
  period: ({ card }) => card?.price?.period ?? null,
  area_m2: ({ card }) => card?.area_m2 ?? null,
  state: ({ standing }) => standing,
  reason: ({ told }, { language }) => told[language],
  failure: ({ failure_code: code }) => code,
  since: ({ since }) => since,
  first_sent_at: ({ first_sent_at: at }) => at,
  portal_link: ({ public_url: url }) => url,
  console_link: (listing, { base }) => consoleLink(listing, base),
} satisfies Record<string, (listing: Described, shown: Shown) => Cell>;

/** Address of a listing's page in the console. @param base address of the server */
export function consoleLink(
  { connection, external_id: id }: Pick<Described, 'connection' | 'external_id'>,
  base: string,
): string {
  return `${base}/console/listings/${encodeURIComponent(connection)}/${encodeURIComponent(id)}`;
}

/** All listings of a filter as CSV, page by page: the headings, then one text for each page. */
export async function* listingsCsv(
  {
    wanted,
    sorting,
    ...shown
  }: Shown & { wanted: Omit<ListingPageFilter, 'after' | 'limit'>; sorting: Sorting },
  deps: ListingPageDeps,
  now: number,
): AsyncGenerator<string, void> {
  // With this mark, spreadsheets read the file as UTF-8.
  yield `\ufeff${csvRow(Object.keys(columns))}\r\n`;
  let after: SortedPosition | null = null;
  do {
    const page = await sortedListings({ ...wanted, limit: pageSize }, sorting, after, deps, now);
    yield page.listings.map((listing) => `${rowOf(listing, shown)}\r\n`).join('');
    after = page.next;
  } while (after !== null);
}

function rowOf(listing: Described, shown: Shown): string {
  return csvRow(Object.values(columns).map((cell) => cell(listing, shown)));
}

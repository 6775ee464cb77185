import { areMost, priceJump, type PriceChange, type PriceJump } from '../core/price-jump.js';
import { unpackPayload } from '../store/staged-record.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from './services.js';
import { stagedListings } from './staged-listings.js';

/** Fewer prices than this are all looked at. */
const sampleMin = 1_000;
/** Where fewer of a sample moved far, most of all did not. */
const sampleShare = 0.25;

/** @param shared how many listings the file has that the feed had before; null: only what it brings anew is compared */
export async function findPriceJump(
  feed: Feed,
  { newListings }: Pick<Reading, 'newListings'>,
  shared: number | null,
  services: Services,
): Promise<PriceJump | null> {
  if (shared === 0) return null;
  // What its new records do not speak of has not moved: nothing is read of a feed with little news.
  if (shared !== null && !areMost(newListings, shared)) return null;
  const changes: PriceChange[] = [];
  let compared = 0;
  for await (const block of stagedListings(feed.id, services)) {
    const known = block.filter(({ row, listing }) =>
      row.stored.some(
        ({ externalId, feedId, offSince }) =>
          externalId === listing.externalId && feedId === feed.id && offSince === null,
      ),
    );
    const ids = known.map(({ listing }) => listing.externalId);
    const former = await services.store.listings.payloads(feed.connectionId, ids);
    for (const { listing } of known) {
      const from = priceOf(former.get(listing.externalId));
      const to = listing.wanted === null ? null : priceOf(unpackPayload(listing.wanted.packed));
      if (from === null || to === null) continue;
      compared++;
      if (from !== to) changes.push({ externalId: listing.externalId, from, to });
    }
    if (compared >= sampleMin && changes.length < compared * sampleShare) return null;
  }
  return priceJump(changes, Math.max(shared ?? 0, compared));
}

function priceOf(payload: Readonly<Record<string, unknown>> | undefined): number | null {
  const price = payload?.price ?? payload?.rent;
  const amount: unknown = typeof price === 'object' && price !== null ? Reflect.get(price, 'amount') : null;
  return typeof amount === 'number' ? amount : null;
}

import type { SourceId } from '../../model/ids.js';
import type { StagedListing } from '../../model/staged-record.js';
import { keysOf, TokenSearch } from '../../mapping/check/export-token.js';
import { photoUrls } from '../../mapping/check/placeholders.js';
import { photoToken, savePhotoToken, type PhotoToken } from '../../store/facts/photo-token.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import { joined } from './photo-tokens.js';
import type { Feed, Services } from '../services/services.js';

/** After so many changed listings without a sign of such a key, the others are not looked at. */
const firstLook = 20;

/** A listing of a file with what the store has of its record. */
interface StagedListingOf {
  row: { staged: { sourceId: SourceId }; stored: readonly unknown[] };
  listing: StagedListing;
}

/**
 * Finds the query key of photo addresses that changes at each export, where a whole file differs from the last in it, and gives up one that
 * no longer does. Call it before the file is committed (RULES R161).
 * @param staged the new records of a whole file
 * @param known number of records that the file repeats unchanged
 * @returns the feed with the query keys that count no more
 */
export async function settleToken(
  feed: Feed,
  staged: AsyncIterable<readonly StagedListingOf[]>,
  { known: repeated, dryRun, watch }: { known: number; dryRun: boolean; watch: { changesToken: boolean } },
  services: Pick<Services, 'store'>,
): Promise<Feed> {
  const { store } = services;
  const known = await photoToken(feed.id, store);
  const search = new TokenSearch();
  const met = new Set<string>();
  let compared = 0;
  for await (const block of staged)
    for (const part of [block.slice(0, firstLook), block.slice(firstLook)]) {
      compared += await meet(search, part, feed, services, met);
      if (compared >= firstLook && search.tokens === 0) return feed;
    }
  if (search.tokens === 0) return feed;
  const asked = known?.key ?? search.key;
  const isStill =
    asked !== null &&
    (search.isStill(asked) || (repeated > 0 && (await hasUnmet(feed.id, asked, met, services))));
  const found = isStill ? null : (search.result() ?? known);
  if (found?.key !== known?.key) {
    if (!dryRun) await savePhotoToken(feed.id, found, { meta: store.meta });
    watch.changesToken = true;
  }
  return tokenOf(feed, found);
}

function tokenOf(feed: Feed, found: PhotoToken | null): Feed {
  const { photoTokens } = feed.mapping;
  return { ...feed, photoTokens: found === null ? photoTokens : joined(photoTokens, found.key) };
}

async function meet(
  search: TokenSearch,
  block: readonly StagedListingOf[],
  { connectionId }: Feed,
  { store }: Pick<Services, 'store'>,
  met: Set<string>,
): Promise<number> {
  const ids = block.flatMap(({ listing, row }) => (row.stored.length > 0 ? [listing.externalId] : []));
  const formerPayloads = await store.listings.payloads(connectionId, ids);
  for (const { listing, row } of block) {
    met.add(row.staged.sourceId);
    const former = formerPayloads.get(listing.externalId);
    if (former !== undefined && listing.wanted !== null)
      search.meet(former, unpackPayload(listing.wanted.packed));
  }
  return formerPayloads.size;
}

/** Whether a record that this file repeats unchanged has a photo with the key. */
async function hasUnmet(
  feedId: number,
  key: string,
  met: ReadonlySet<string>,
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  for await (const block of store.quality.payloads(feedId))
    for (const { sourceId, payload } of block)
      if (!met.has(sourceId) && photoUrls(payload).some((url) => keysOf(url).includes(key))) return true;
  return false;
}

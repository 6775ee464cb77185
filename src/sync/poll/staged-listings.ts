import type { FeedId } from '../../model/ids.js';
import type { StagedListing } from '../../model/staged-record.js';
import type { StagedWithStored } from '../../store/store.js';
import type { Services } from '../services/services.js';

const blockSize = 500;

export interface StagedListingOf {
  row: StagedWithStored;
  listing: StagedListing;
}

/** The new records of a file with their listings, block by block, before anything is decided about them. */
export async function* stagedListings(
  feedId: FeedId,
  { store }: Pick<Services, 'store'>,
): AsyncGenerator<StagedListingOf[], undefined> {
  for (let after = -1; ;) {
    const block = await store.records.stagedBlock(feedId, after, blockSize);
    const last = block.at(-1);
    if (last === undefined) return;
    after = last.ordinal;
    yield listingsOf(block);
  }
}

const sampleBlocks = 20;

/** About `size` records spread over the whole feed, because recent records may differ from old ones. */
export async function* stagedSample(
  feedId: FeedId,
  { store }: Pick<Services, 'store'>,
  size: number,
): AsyncGenerator<StagedListingOf[], undefined> {
  const ordinals = await store.records.ordinalCount(feedId);
  let after = -1;
  for (let part = 0; part < sampleBlocks; part++) {
    after = Math.max(after, Math.floor((part * ordinals) / sampleBlocks) - 1);
    const block = await store.records.stagedBlock(feedId, after, Math.ceil(size / sampleBlocks));
    after = block.at(-1)?.ordinal ?? ordinals;
    yield listingsOf(block);
  }
}

function listingsOf(block: readonly StagedWithStored[]): StagedListingOf[] {
  return block.flatMap((row) => row.staged.listings.map((listing) => ({ row, listing })));
}

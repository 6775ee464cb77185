import type { StagedListing } from '../store/staged-record.js';
import type { StagedWithStored } from '../store/store.js';
import type { Services } from './services.js';

const blockSize = 500;

export interface StagedListingOf {
  row: StagedWithStored;
  listing: StagedListing;
}

/** What a file brings anew, block by block, before anything of it is decided. */
export async function* stagedListings(
  feedId: number,
  { store }: Pick<Services, 'store'>,
): AsyncGenerator<StagedListingOf[], undefined> {
  for (let after = -1; ;) {
    const block = await store.records.stagedBlock(feedId, after, blockSize);
    const last = block.at(-1);
    if (last === undefined) return;
    after = last.ordinal;
    yield block.flatMap((row) => row.staged.listings.map((listing) => ({ row, listing })));
  }
}

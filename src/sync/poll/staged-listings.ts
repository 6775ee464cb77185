import type { StagedListing } from '../../model/staged-record.js';
import type { StagedWithStored } from '../../store/store.js';
import type { Staging } from '../staging/staging.js';

const blockSize = 500;

export interface StagedListingOf {
  row: StagedWithStored;
  listing: StagedListing;
}

/** The new records of a file with their listings, block by block, before anything is decided about them. */
export async function* stagedListings(staging: Staging): AsyncGenerator<StagedListingOf[], undefined> {
  for (let after = -1; ;) {
    const block = await staging.block(after, blockSize);
    const last = block.at(-1);
    if (last === undefined) return;
    after = last.ordinal;
    yield listingsOf(block);
  }
}

const sampleBlocks = 20;

/** About `size` records spread over the whole feed, because recent records may differ from old ones. */
export async function* stagedSample(
  staging: Staging,
  size: number,
): AsyncGenerator<StagedListingOf[], undefined> {
  const ordinals = staging.ordinalCount;
  let after = -1;
  for (let part = 0; part < sampleBlocks; part++) {
    after = Math.max(after, Math.floor((part * ordinals) / sampleBlocks) - 1);
    const block = await staging.block(after, Math.ceil(size / sampleBlocks));
    after = block.at(-1)?.ordinal ?? ordinals;
    yield listingsOf(block);
  }
}

function listingsOf(block: readonly StagedWithStored[]): StagedListingOf[] {
  return block.flatMap((row) => row.staged.listings.map((listing) => ({ row, listing })));
}

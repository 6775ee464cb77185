import { listingDigest } from '../../core/listing/digest.js';
import type { StagedListing, WantedPayload } from '../../model/staged-record.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { Feed } from '../services/services.js';
import type { FormerPayloads } from './kept-covers.js';

/**
 * Gives listings that differ only in query keys that do not count the digest that they have: they are not sent again. Their new addresses are
 * stored, and sent with the next change (RULES R161).
 * @param digests the stored digests of wanted contents
 */
export function withSameContent<Row extends { staged: { listings: StagedListing[] } }>(
  block: readonly Row[],
  formerPayloads: FormerPayloads,
  digests: ReadonlyMap<string, string | null>,
  { photoTokens }: Pick<Feed, 'photoTokens'>,
): readonly Row[] {
  if (photoTokens.length === 0) return block;
  const settled = (listing: StagedListing): StagedListing => {
    const former = formerPayloads.get(listing.externalId);
    const digest = digests.get(listing.externalId) ?? null;
    const { wanted } = listing;
    if (wanted === null || former === undefined || digest === null || wanted.digest === digest)
      return listing;
    return isSame(wanted, former, photoTokens) ? { ...listing, wanted: { ...wanted, digest } } : listing;
  };
  return block.map((row) => ({
    ...row,
    staged: { ...row.staged, listings: row.staged.listings.map(settled) },
  }));
}

function isSame(
  { packed }: WantedPayload,
  former: Readonly<Record<string, unknown>>,
  tokens: readonly string[],
): boolean {
  return listingDigest(unpackPayload(packed), tokens) === listingDigest(former, tokens);
}

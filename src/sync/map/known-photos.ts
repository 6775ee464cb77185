import { listingDigest } from '../../core/listing/digest.js';
import { photoKeys, withPhotoDigests } from '../../core/listing/photo-digests.js';
import { packPayload, unpackPayload } from '../../store/records/staged-record.js';
import { type StagedListing } from '../../model/staged-record.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Adds the known SHA-256 of photos to staged listings. A mapping sees photo addresses only. Without this, mapping a listing again would
 * drop the digests that were sent to the portal.
 */
export async function withKnownPhotos<Row extends { staged: { listings: StagedListing[] } }>(
  block: readonly Row[],
  { photoCheck, photoTokens }: Pick<Feed, 'photoCheck' | 'photoTokens'>,
  { store }: Pick<Services, 'store'>,
): Promise<readonly Row[]> {
  if (photoCheck === 'off') return block;
  const payloads = new Map<StagedListing, Record<string, unknown>>();
  for (const { staged } of block)
    for (const listing of staged.listings)
      if (listing.wanted !== null) payloads.set(listing, unpackPayload(listing.wanted.packed));
  const keys = [...payloads.values()].flatMap((payload) => photoKeys(payload, photoTokens));
  const rows = await store.photos.get(keys);
  const withDigests = (listing: StagedListing): StagedListing => {
    const payload = payloads.get(listing);
    if (payload === undefined || listing.wanted === null) return listing;
    const digested = withPhotoDigests(payload, photoTokens, (key) => rows.get(key)?.sha256 ?? null);
    if (digested === payload) return listing;
    const digest = listingDigest(digested, photoTokens);
    return { ...listing, wanted: { ...listing.wanted, digest, packed: packPayload(digested) } };
  };
  return block.map((row) => ({
    ...row,
    staged: { ...row.staged, listings: row.staged.listings.map(withDigests) },
  }));
}

import { withKeptCover } from '../../core/listing/cover.js';
import { listingDigest } from '../../core/listing/digest.js';
import { photosOf } from '../../core/listing/photo-digests.js';
import type { StagedListing, WantedPayload } from '../../model/staged-record.js';
import { packPayload, unpackPayload } from '../../store/records/staged-record.js';
import type { Feed, Services } from '../services/services.js';

/** Stored contents of listings, by external id. */
export type FormerPayloads = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Puts the stored cover of listings first where their photos did not change since (RULES R159). */
export async function withKeptCovers<Row extends { staged: { listings: StagedListing[] } }>(
  block: readonly Row[],
  formerPayloads: FormerPayloads,
  { connectionId, photoTokens }: Pick<Feed, 'connectionId' | 'photoTokens'>,
  { store }: Pick<Services, 'store'>,
): Promise<readonly Row[]> {
  const others = block.flatMap(({ staged }) =>
    staged.listings.filter((listing) => hasOtherCover(listing, formerPayloads)),
  );
  if (others.length === 0) return block;
  const ids = others.map(({ externalId }) => externalId);
  const sources = await store.listings.photoSources(connectionId, ids);
  const kept = new Map<StagedListing, StagedListing>();
  for (const listing of others) {
    const former = formerPayloads.get(listing.externalId);
    if (former === undefined || listing.wanted === null) continue;
    const source = sources.get(listing.externalId) ?? null;
    kept.set(listing, { ...listing, wanted: keptCover(listing.wanted, former, source, photoTokens) });
  }
  return block.map((row) => {
    const listings = row.staged.listings.map((listing) => kept.get(listing) ?? listing);
    return { ...row, staged: { ...row.staged, listings } };
  });
}

function hasOtherCover({ externalId, wanted }: StagedListing, formerPayloads: FormerPayloads): boolean {
  if (wanted?.photoMarks === undefined) return false;
  const [cover] = photosOf(formerPayloads.get(externalId) ?? {});
  return cover !== undefined && cover.url !== wanted.photoMarks.cover;
}

function keptCover(
  wanted: WantedPayload,
  former: Readonly<Record<string, unknown>>,
  formerSource: string | null,
  tokens: readonly string[],
): WantedPayload {
  if (wanted.photoMarks === undefined) return wanted;
  const mapped = unpackPayload(wanted.packed);
  const payload = withKeptCover(mapped, wanted.photoMarks, former, formerSource, tokens);
  if (payload === mapped) return wanted;
  return { ...wanted, digest: listingDigest(payload, tokens), packed: packPayload(payload) };
}

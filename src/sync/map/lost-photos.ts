import { lostMarks, lostPhotosIssue, photosLost } from '../../core/listing/lost-photos.js';
import type { Issue } from '../../model/outcome.js';
import type { StagedListing } from '../../model/staged-record.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { Feed, Services } from '../services/services.js';
import type { FormerPayloads } from './kept-covers.js';

/** Warns of listings that lost all their photos, for as long as they have none (RULES R160). */
export async function withLostPhotos<Row extends { staged: { listings: StagedListing[]; issues: Issue[] } }>(
  block: readonly Row[],
  formerPayloads: FormerPayloads,
  { connectionId }: Pick<Feed, 'connectionId'>,
  { store }: Pick<Services, 'store'>,
): Promise<readonly Row[]> {
  const bare = block.flatMap(({ staged }) =>
    staged.listings.filter(
      ({ externalId, wanted }) => wanted?.photoMarks === undefined && formerPayloads.has(externalId),
    ),
  );
  if (bare.length === 0) return block;
  const ids = bare.map(({ externalId }) => externalId);
  const sources = await store.listings.photoSources(connectionId, ids);
  const counts = new Map<StagedListing, number>();
  for (const listing of bare) {
    const { externalId, wanted } = listing;
    const former = formerPayloads.get(externalId);
    if (former === undefined || wanted === null) continue;
    const count = photosLost(unpackPayload(wanted.packed), former, sources.get(externalId) ?? null);
    if (count > 0) counts.set(listing, count);
  }
  return counts.size === 0 ? block : block.map((row) => withWarnings(row, counts));
}

function withWarnings<Row extends { staged: { listings: StagedListing[]; issues: Issue[] } }>(
  row: Row,
  counts: ReadonlyMap<StagedListing, number>,
): Row {
  const found = row.staged.listings.flatMap((listing) => counts.get(listing) ?? []);
  if (found.length === 0) return row;
  const listings = row.staged.listings.map((listing) => {
    const count = counts.get(listing);
    if (count === undefined || listing.wanted === null) return listing;
    return { ...listing, wanted: { ...listing.wanted, photoMarks: lostMarks(count) } };
  });
  // Two listings of one record have the same photos.
  const issues = [...row.staged.issues, lostPhotosIssue(Math.max(...found))];
  return { ...row, staged: { ...row.staged, listings, issues } };
}

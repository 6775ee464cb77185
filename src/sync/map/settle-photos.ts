import type { Issue } from '../../model/outcome.js';
import type { StagedListing } from '../../model/staged-record.js';
import type { Feed, Services } from '../services/services.js';
import { withKeptCovers, type FormerPayloads } from './kept-covers.js';
import { withKnownPhotos } from './known-photos.js';
import { withLostPhotos } from './lost-photos.js';
import { withSameContent } from './same-content.js';

/**
 * Settles what of a listing's photos depends on its former content and on other records: its cover, a
 * warning where it lost all photos, and the digests of the photos.
 * @param formerPayloads the stored contents of these listings
 * @param digests the stored digests of these contents
 */
export async function settlePhotos<Row extends { staged: { listings: StagedListing[]; issues: Issue[] } }>(
  block: readonly Row[],
  formerPayloads: FormerPayloads,
  digests: ReadonlyMap<string, string | null>,
  feed: Pick<Feed, 'connectionId' | 'photoCheck' | 'photoTokens'>,
  services: Pick<Services, 'store'>,
): Promise<readonly Row[]> {
  const covered = await withKeptCovers(block, formerPayloads, feed, services);
  const warned = await withLostPhotos(covered, formerPayloads, feed, services);
  const known = await withKnownPhotos(warned, feed, services);
  return withSameContent(known, formerPayloads, digests, feed);
}

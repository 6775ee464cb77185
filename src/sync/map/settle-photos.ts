import type { StagedOutcome } from '../../model/staged-record.js';
import type { Feed, Services } from '../services/services.js';
import { withoutUnanswered, type AskHosts } from './answered-photos.js';
import { withKeptCovers, type FormerPayloads } from './kept-covers.js';
import { withKnownPhotos } from './known-photos.js';
import { withLostPhotos } from './lost-photos.js';
import { withSameContent } from './same-content.js';

/**
 * Settles what of a listing's photos depends on its former content and on their hosts: which photos are left out, the cover, a warning
 * where all were lost, the digests, and addresses that differ in query keys alone.
 * @param formerPayloads the stored contents of these listings
 * @param digests the stored digests of these contents
 * @param ask tells which hosts answer over https
 */
export async function settlePhotos<
  Row extends { staged: Pick<StagedOutcome, 'listings' | 'issues' | 'uses'> },
>(
  block: readonly Row[],
  formerPayloads: FormerPayloads,
  digests: ReadonlyMap<string, string | null>,
  ask: AskHosts,
  feed: Pick<Feed, 'connectionId' | 'photoCheck' | 'photoTokens'>,
  services: Pick<Services, 'store'>,
): Promise<readonly Row[]> {
  const answered = await withoutUnanswered(block, formerPayloads, ask, feed);
  const covered = await withKeptCovers(answered, formerPayloads, feed, services);
  const warned = await withLostPhotos(covered, formerPayloads, feed, services);
  const known = await withKnownPhotos(warned, feed, services);
  return withSameContent(known, formerPayloads, digests, feed);
}

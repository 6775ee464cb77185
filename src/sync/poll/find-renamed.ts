import { pairRenamed, type DescribedListing } from '../../core/listing/renamed-ids.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { HoldLine } from '../../model/hold.js';
import type { Rename } from '../../store/store.js';
import type { Feed, Services } from '../services/services.js';
import type { Reading } from './reading.js';
import { stagedListings } from './staged-listings.js';

/** Pairs absent listings with new records of the file that describe the same property (RULES R59). */
export async function findRenamed(
  feed: Feed,
  absent: readonly HoldLine[],
  { staging }: Pick<Reading, 'staging'>,
  services: Services,
): Promise<Rename[]> {
  const ids = absent.map(({ externalId }) => externalId);
  const payloads = await services.store.listings.payloads(feed.connectionId, ids);
  const former = [...payloads].map(([id, payload]): DescribedListing => ({ id, payload }));
  const now: DescribedListing[] = [];
  const sourceIds = new Map<string, string>();
  for await (const block of stagedListings(staging))
    for (const { row, listing } of block) {
      const { externalId: id, wanted } = listing;
      const isNew = row.stored.every((known) => known.externalId !== id || known.offSince !== null);
      if (wanted === null || !isNew) continue;
      now.push({ id, payload: unpackPayload(wanted.packed) });
      sourceIds.set(id, row.staged.sourceId);
    }
  return pairRenamed(former, now).flatMap(({ from: externalId, to: ownId }) => {
    const sourceId = sourceIds.get(ownId);
    return sourceId === undefined ? [] : [{ externalId, ownId, sourceId }];
  });
}

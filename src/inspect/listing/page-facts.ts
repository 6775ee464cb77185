import type { ListingCondition } from '../../model/standing.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { Issue } from '../../model/outcome.js';
import { groupBy } from '../../model/group-by.js';
import type { Store } from '../../store/store.js';
import { isUnconfirmed } from '../hold-doubts.js';
import { conditionOf } from './condition.js';
import { connectionWaits, type ConnectionWaits } from './connection-waits.js';
import { factsOfListing, waitOf, type Wait } from './wait.js';

/** What a list says of a listing, from the same facts and rules as its story. */
export interface PageFacts {
  listing: ListingRecord;
  outbox: OutboxEntry | null;
  condition: ListingCondition;
  wait: Wait | null;
  /** Problems of its record, where they decide the condition. */
  issues: readonly Issue[];
  /** Number of its values in doubt. */
  inDoubt: number;
}

/** Reads the facts of the listings of a page, connection by connection. @param itemWindowMs window of the portal's item budget */
export async function pageFacts(
  listings: readonly ListingRecord[],
  store: Store,
  { itemWindowMs, now }: { itemWindowMs: number; now: Millis },
): Promise<PageFacts[]> {
  const pages = [...groupBy(listings, ({ connectionId }) => connectionId)].map(
    async ([connectionId, own]): Promise<PageFacts[]> => {
      const ids = own.map(({ externalId }) => externalId);
      const entries = new Map(
        (await store.outbox.of(connectionId, ids)).map((entry) => [entry.externalId, entry]),
      );
      const doubts = groupBy(
        (await store.content.doubtsOfListings(connectionId, ids)).filter(isUnconfirmed),
        ({ externalId }) => externalId,
      );
      const waits = entries.size === 0 ? null : await connectionWaits(connectionId, itemWindowMs, now, store);
      return Promise.all(
        own.map((listing) => {
          const outbox = entries.get(listing.externalId) ?? null;
          const inDoubt = doubts.get(listing.externalId)?.length ?? 0;
          return factsOf({ listing, outbox, inDoubt, waits, now }, store);
        }),
      );
    },
  );
  return (await Promise.all(pages)).flat();
}

async function factsOf(
  {
    listing,
    outbox,
    inDoubt,
    waits,
    now,
  }: Pick<PageFacts, 'listing' | 'outbox' | 'inDoubt'> & { waits: ConnectionWaits | null; now: Millis },
  store: Store,
): Promise<PageFacts> {
  const record = await recordOf(listing, store);
  const batchId = outbox?.batchId ?? null;
  const batch = batchId === null ? null : await store.batches.get(batchId);
  const known = { listing, record, outbox, hold: null, isInDoubt: inDoubt > 0 };
  return {
    ...{ listing, outbox, inDoubt, issues: record?.issues ?? [] },
    condition: conditionOf(known),
    wait: waitOf({ ...factsOfListing(listing, outbox), ...waits, batch }, now),
  };
}

/** The record, where it decides the condition: it cannot be published, or leaves its listing inactive. */
async function recordOf({ presence, portal, feedId, sourceId }: ListingRecord, { records }: Store) {
  const isDecisive = presence === 'invalid' || portal === 'inactive';
  return isDecisive && feedId !== null && sourceId !== null ? records.get(feedId, sourceId) : null;
}

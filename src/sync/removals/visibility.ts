import { withState } from '../../core/listing/inactive.js';
import { visibilityOf } from '../../core/removals/visibility.js';
import type { ListingRecord } from '../../model/listing.js';
import type { StagedListing } from '../../model/staged-record.js';
import { packPayload, unpackPayload } from '../../store/records/staged-record.js';
import type { ContentChange, StagedWithStored } from '../../store/store.js';
import type { Feed, Services } from '../services/services.js';

type Payload = Readonly<Record<string, unknown>>;

/**
 * Decides the visibility of each listing of a block. One that would become inactive is planned as active with all its other changes: the
 * guard of removals judges it after the commit (RULES R74).
 * @param former payloads last wanted, by external id
 */
export function keepShown(
  block: readonly StagedWithStored[],
  former: ReadonlyMap<string, Payload>,
  { photoTokens }: Pick<Feed, 'photoTokens'>,
): readonly StagedWithStored[] {
  const planned = (listing: StagedListing, stored: readonly ListingRecord[]): StagedListing => {
    const { externalId, wanted } = listing;
    if (wanted === null) return listing;
    const row = stored.find((one) => one.externalId === externalId) ?? null;
    const payload = former.get(externalId);
    const visibility = visibilityOf(wanted.inactive, row, payload === undefined ? null : stateOf(payload));
    if (!visibility.becomesInactive) return { ...listing, visibility };
    const { payload: active, ...kept } = withState(unpackPayload(wanted.packed), 'active', photoTokens);
    return {
      ...listing,
      visibility,
      wanted: { ...wanted, ...kept, packed: packPayload(active), inactive: false },
    };
  };
  return block.map((row) => ({
    ...row,
    staged: { ...row.staged, listings: row.staged.listings.map((listing) => planned(listing, row.stored)) },
  }));
}

function stateOf({ state }: Payload): string {
  return typeof state === 'string' ? state : 'active';
}

/** The contents that make listings inactive, each from the content that is wanted now. Listings without content are left out. */
export async function inactiveContents(
  rows: readonly ListingRecord[],
  connectionId: string,
  feed: Pick<Feed, 'photoTokens'> | null,
  { store }: Pick<Services, 'store'>,
): Promise<ContentChange[]> {
  const payloads = await store.listings.payloads(
    connectionId,
    rows.map(({ externalId }) => externalId),
  );
  return rows.flatMap(({ externalId, wantedDigest }) => {
    const payload = payloads.get(externalId);
    if (payload === undefined || wantedDigest === null) return [];
    const { payload: inactive, digest } = withState(payload, 'inactive', feed?.photoTokens ?? []);
    return [{ externalId, formerDigest: wantedDigest, digest, packed: packPayload(inactive) }];
  });
}

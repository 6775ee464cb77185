import { withState } from '../../core/listing/inactive.js';
import { isKnownUnshown, visibilityOf } from '../../core/removals/visibility.js';
import type { ConnectionId, ExternalId } from '../../model/ids.js';
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
  const planned = (listing: StagedListing, { stored, outbox }: StagedWithStored): StagedListing => {
    const { externalId, wanted } = listing;
    if (wanted === null) return listing;
    const row = stored.find((one) => one.externalId === externalId);
    const isUnderWay = outbox.some((entry) => entry.externalId === externalId && entry.batchId !== null);
    const known = row && { ...row, isUnshown: isKnownUnshown(row) && !isUnderWay };
    const payload = former.get(externalId);
    const formerState = payload === undefined ? null : stateOf(payload);
    const visibility = visibilityOf(wanted.inactive, known ?? null, formerState);
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
    staged: { ...row.staged, listings: row.staged.listings.map((listing) => planned(listing, row)) },
  }));
}

function stateOf({ state }: Payload): string {
  return typeof state === 'string' ? state : 'active';
}

/**
 * The listings that visitors may see, or may soon: those that were sent, less those of which the portal shows nothing and has nothing under
 * way. Only these can leave public view. A line of an open hold stays one: nothing takes it from under the person who reads it.
 */
export async function shownListings(
  rows: readonly ListingRecord[],
  connectionId: ConnectionId,
  { store }: Pick<Services, 'store'>,
): Promise<ReadonlySet<ExternalId>> {
  const isHeld = ({ presence, deactivation }: ListingRecord): boolean =>
    presence === 'held' || deactivation === 'held';
  const unshown = rows.filter((row) => !isHeld(row) && isKnownUnshown(row)).map((row) => row.externalId);
  const entries = unshown.length === 0 ? [] : await store.outbox.of(connectionId, unshown);
  const underWay = new Set(entries.filter(({ batchId }) => batchId !== null).map((one) => one.externalId));
  const known = new Set(unshown);
  const shown = rows.filter(
    ({ externalId, firstSentAt }) =>
      firstSentAt !== null && (!known.has(externalId) || underWay.has(externalId)),
  );
  return new Set(shown.map(({ externalId }) => externalId));
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

import { isOnPortal } from '../../model/listing-states.js';
import { keepsRefusal, notRefused } from '../../core/schedule/retry-policy.js';
import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { loadListings, newForeign, saveListings, type ListingDraft } from '../database/listing-rows.js';
import type { SeenListing } from '../../model/reconcile.js';
import type { Millis } from '../../model/millis.js';
import { deleteEntries, entriesOf } from '../outbox/entries.js';

interface Adoption {
  /** The portal's own date of the last push. */
  pushedAt: Millis;
  now: Millis;
}

/**
 * What the portal holds becomes what we believe it holds: an id that is not known is foreign until a feed names it, and
 * content that is there already is not sent again. Nothing is removed (RULES R100).
 */
export async function adoptListings(
  writer: Writer,
  connectionId: string,
  seen: readonly SeenListing[],
  adoption: Adoption,
): Promise<void> {
  const { pushedAt, now } = adoption;
  const drafts = await loadListings(
    writer,
    connectionId,
    seen.map((listing) => listing.externalId),
  );
  const adopted = seen.map((listing) => {
    const { externalId } = listing;
    return take(drafts.get(externalId) ?? newForeign(connectionId, externalId), listing, adoption);
  });
  await saveListings(writer, adopted);
  await forgetMissing(writer, connectionId, seen);
  await dropFulfilled(writer, connectionId, seen);
  await addEvents(
    writer,
    adopted.map(({ externalId }) => ({ connectionId, externalId, at: now, kind: 'adopted', data: {} })),
  );
  await writer
    .updateTable('connection')
    .set({ adoptingSince: now, lastPushAt: pushedAt, viewReadAt: now })
    .where('id', '=', connectionId)
    .execute();
}

const forgiven = { ...notRefused, failureCode: null, details: null };

/** Dates never go backwards: what the portal holds is as new as its last push. */
function take(draft: ListingDraft, seen: SeenListing, { pushedAt, now }: Adoption): ListingDraft {
  const isHeld = isOnPortal(seen.portal);
  return {
    ...draft,
    ...(!keepsRefusal(draft, seen) && { portal: seen.portal, ...(seen.portal !== 'rejected' && forgiven) }),
    listingId: seen.listingId ?? draft.listingId,
    publicUrl: seen.publicUrl ?? draft.publicUrl,
    confirmedDigest: isHeld ? seen.digest : null,
    firstSentAt: isHeld ? (draft.firstSentAt ?? now) : draft.firstSentAt,
    sentUpdatedAt: Math.max(draft.sentUpdatedAt ?? 0, pushedAt),
  };
}

/** Listings that the store believed on the portal, and that are not there. */
async function forgetMissing(
  writer: Writer,
  connectionId: string,
  seen: readonly SeenListing[],
): Promise<void> {
  const shown = new Set(seen.map((listing) => listing.externalId));
  const believed = await writer
    .selectFrom('listing')
    .select(['externalId', 'portal'])
    .where('connectionId', '=', connectionId)
    .execute();
  const missing = believed.filter(({ externalId, portal }) => isOnPortal(portal) && !shown.has(externalId));
  const drafts = await loadListings(
    writer,
    connectionId,
    missing.map((listing) => listing.externalId),
  );
  for (const draft of drafts.values()) Object.assign(draft, { portal: 'removed', confirmedDigest: null });
  await saveListings(writer, drafts.values());
}

/** Deletes entries for exactly what the portal holds already. What a batch carries is settled with its batch. */
async function dropFulfilled(
  writer: Writer,
  connectionId: string,
  seen: readonly SeenListing[],
): Promise<void> {
  const held = new Map(
    seen.filter(({ portal }) => isOnPortal(portal)).map(({ externalId, digest }) => [externalId, digest]),
  );
  const entries = [...(await entriesOf(writer, connectionId, [...held.keys()])).values()];
  const fulfilled = entries.filter(
    ({ externalId, op, batchId, digest }) =>
      op === 'upsert' && batchId === null && digest !== null && digest === held.get(externalId),
  );
  await deleteEntries(
    writer,
    connectionId,
    fulfilled.map((entry) => entry.externalId),
  );
}

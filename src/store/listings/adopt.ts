import { isOnPortal } from '../../model/listing-states.js';
import { keepsRefusal, notRefused } from '../../core/schedule/retry-policy.js';
import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import {
  idsOf,
  loadListings,
  newForeign,
  saveListings,
  type ListingDraft,
} from '../database/listing-rows.js';
import type { SeenListing } from '../../model/reconcile.js';
import type { Millis } from '../../model/millis.js';
import { deleteEntries, entriesOf } from '../outbox/entries.js';

interface Adoption {
  /** The portal's date of the last push. */
  pushedAt: Millis;
  now: Millis;
}

/**
 * Adopts the portal's view: its states and digests are stored as confirmed. An unknown id becomes a foreign listing until a feed yields it.
 * Content that the portal holds already is not sent again. Nothing is removed (RULES R128).
 */
export async function adoptListings(
  writer: Writer,
  connectionId: string,
  seen: readonly SeenListing[],
  adoption: Adoption,
): Promise<void> {
  const { pushedAt, now } = adoption;
  const drafts = await loadListings(writer, connectionId, idsOf(seen));
  const adopted = seen.map((listing) => {
    const { externalId } = listing;
    return adopt(drafts.get(externalId) ?? newForeign(connectionId, externalId), listing, adoption);
  });
  await saveListings(writer, adopted, now);
  await forgetMissing(writer, connectionId, seen, now);
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

const withoutRefusal = { ...notRefused, failureCode: null, details: null };

/**
 * The listing as the portal shows it. The portal's date of the last push counts as sent by this store, because a later push must not state
 * an earlier date.
 */
function adopt(draft: ListingDraft, seen: SeenListing, { pushedAt, now }: Adoption): ListingDraft {
  const isHeld = isOnPortal(seen.portal);
  return {
    ...draft,
    ...(!keepsRefusal(draft, seen) && {
      portal: seen.portal,
      ...(seen.portal !== 'rejected' && withoutRefusal),
    }),
    listingId: seen.listingId ?? draft.listingId,
    publicUrl: seen.publicUrl ?? draft.publicUrl,
    confirmedDigest: isHeld ? seen.digest : null,
    firstSentAt: isHeld ? (draft.firstSentAt ?? now) : draft.firstSentAt,
    sentUpdatedAt: Math.max(draft.sentUpdatedAt ?? 0, pushedAt),
  };
}

/** Marks listings that the store believed on the portal, but that the view lacks, as removed. */
async function forgetMissing(
  writer: Writer,
  connectionId: string,
  seen: readonly SeenListing[],
  now: Millis,
): Promise<void> {
  const shown = new Set(idsOf(seen));
  const believed = await writer
    .selectFrom('listing')
    .select(['externalId', 'portal'])
    .where('connectionId', '=', connectionId)
    .execute();
  const missing = believed.filter(({ externalId, portal }) => isOnPortal(portal) && !shown.has(externalId));
  const drafts = await loadListings(writer, connectionId, idsOf(missing));
  for (const draft of drafts.values()) Object.assign(draft, { portal: 'removed', confirmedDigest: null });
  await saveListings(writer, drafts.values(), now);
}

/** Deletes outbox entries for content that the portal holds already. Entries in a batch are settled with the batch. */
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
  await deleteEntries(writer, connectionId, idsOf(fulfilled));
}

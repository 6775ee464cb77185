import { isRemoved } from '../../model/listing-states.js';
import { replanClaims } from './claims.js';
import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { idsOf, type ListingDraft } from '../database/listing-rows.js';
import type { RemoveReason } from '../../model/outcome.js';
import { forgetRecords } from './forget-records.js';
import { closeDoubts } from './save-content.js';
import { markGone } from './raw-records.js';
import type { Millis } from '../../model/millis.js';
import { carriedItems, deleteEntries, putEntries, removalEntry } from '../outbox/entries.js';

export interface Removal {
  draft: ListingDraft;
  reason: RemoveReason;
  /** A user keeps the listing off: the reason is what the portal gets, not what happened. */
  isSuppression?: true;
}

/**
 * Removes listings, in the caller's transaction: changes the drafts (the caller saves them), queues the removals, and deletes the
 * fingerprints of their records, so that a record that comes back is read again (RULES R29).
 */
export async function queueRemovals(
  writer: Writer,
  connectionId: string,
  removals: readonly Removal[],
  now: Millis,
): Promise<void> {
  const carried = await carriedItems(writer, connectionId);
  const isSent = ({ draft }: Removal): boolean => carried.has(draft.externalId) || isKnownToPortal(draft);
  const drafts = removals.map(({ draft }) => draft);
  const unsent = removals.filter((removal) => !isSent(removal)).map(({ draft }) => draft);
  for (const { draft, reason } of removals) {
    draft.presence = 'gone';
    draft.intent = 'remove';
    draft.removeReason = reason;
    draft.offSince = now;
    draft.deactivation = null;
    draft.activeUntil = null;
  }
  await putEntries(
    writer,
    connectionId,
    removals.filter(isSent).map(({ draft, reason }) => removalEntry(draft, reason, now)),
  );
  await deleteEntries(writer, connectionId, idsOf(unsent));
  await forgetFingerprints(writer, drafts);
  await closeDoubts(writer, connectionId, idsOf(drafts));
  await markGone(writer, drafts, now);
  await replanClaims(writer, connectionId, idsOf(drafts));
  await addEvents(
    writer,
    removals.map(({ draft: { externalId }, reason, isSuppression }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'removal_wanted',
      data: { reason, ...(isSuppression && { intent: 'suppressed' }) },
    })),
  );
}

/** Whether the portal may have the listing, so that a removal has to be sent. */
function isKnownToPortal({ portal, firstSentAt }: ListingDraft): boolean {
  if (isRemoved(portal)) return false;
  return portal !== 'none' || firstSentAt !== null;
}

/** Has the records of listings read again when they come back (RULES R29). */
export async function forgetFingerprints(writer: Writer, drafts: readonly ListingDraft[]): Promise<void> {
  for (const feedId of new Set(drafts.map((draft) => draft.feedId))) {
    if (feedId === null) continue;
    const ofFeed = drafts.filter((draft) => draft.feedId === feedId);
    await forgetRecords(
      writer,
      feedId,
      ofFeed.flatMap(({ sourceId }) => sourceId ?? []),
    );
  }
}

import { isRemoved } from '../../model/listing-states.js';
import { blocksOf, type Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import type { ListingDraft } from '../database/listing-rows.js';
import type { RemoveReason } from '../../model/outcome.js';
import { markGone } from './raw-records.js';
import type { Millis } from '../../model/millis.js';
import { carriedItems, deleteEntries, putEntries } from '../outbox/entries.js';

export interface Removal {
  draft: ListingDraft;
  reason: RemoveReason;
}

/**
 * Takes listings off, in the caller's transaction: the drafts are changed (the caller saves them), their removals queued,
 * and the fingerprints of their records deleted, so that a record that comes back is read again (RULES R21).
 */
export async function queueRemovals(
  writer: Writer,
  connectionId: string,
  removals: readonly Removal[],
  now: Millis,
): Promise<void> {
  const carried = await carriedItems(writer, connectionId);
  const isThere = ({ draft }: Removal): boolean => carried.has(draft.externalId) || isKnownToPortal(draft);
  const toSend = removals.filter(isThere);
  const toForget = removals.filter((removal) => !isThere(removal));
  for (const { draft, reason } of removals) {
    draft.presence = 'gone';
    draft.intent = 'remove';
    draft.removeReason = reason;
    draft.offSince = now;
  }
  await putEntries(
    writer,
    connectionId,
    toSend.map(({ draft, reason }) => ({
      connectionId,
      externalId: draft.externalId,
      op: 'remove',
      lane: 'removal',
      digest: null,
      removeReason: reason,
      queuedAt: now,
      notBefore: now,
    })),
  );
  await deleteEntries(
    writer,
    connectionId,
    toForget.map(({ draft }) => draft.externalId),
  );
  await forgetFingerprints(writer, removals);
  await markGone(
    writer,
    removals.map(({ draft }) => draft),
    now,
  );
  await addEvents(
    writer,
    removals.map(({ draft: { externalId }, reason }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'removal_wanted',
      data: { reason },
    })),
  );
}

/** Whether the portal has, or had, the listing; if not, there is nothing to take off. */
function isKnownToPortal({ portal, firstSentAt }: ListingDraft): boolean {
  if (isRemoved(portal)) return false;
  return portal !== 'none' || firstSentAt !== null;
}

async function forgetFingerprints(writer: Writer, removals: readonly Removal[]): Promise<void> {
  const sourceIds = new Map<number, string[]>();
  for (const { feedId, sourceId } of removals.map(({ draft }) => draft)) {
    if (feedId === null || sourceId === null) continue;
    const ofFeed = sourceIds.get(feedId) ?? [];
    ofFeed.push(sourceId);
    sourceIds.set(feedId, ofFeed);
  }
  for (const [feedId, ids] of sourceIds) await forgetRecords(writer, feedId, ids);
}

export async function forgetRecords(
  writer: Writer,
  feedId: number,
  sourceIds: readonly string[],
): Promise<void> {
  for (const ids of blocksOf(sourceIds))
    await writer
      .updateTable('record')
      .set({ fingerprint: null })
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .execute();
}

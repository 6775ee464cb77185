import { idsOf, loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import type { Writer } from '../database/database.js';
import { noteExpected } from './expectations.js';
import { transferListings, type Transfer } from './transfer.js';
import type { Millis } from '../../model/millis.js';
import type { AbsenceDecision } from '../store.js';
import { queueRemovals, type Removal } from '../records/queue-removals.js';
import { cancelEntries, entriesOf, freeLeaving } from '../outbox/entries.js';

/** See ListingStore.applyAbsences. */
export async function applyAbsences(
  writer: Writer,
  connectionId: string,
  feedId: number,
  decisions: readonly AbsenceDecision[],
  now: Millis,
): Promise<void> {
  const drafts = await loadListings(writer, connectionId, idsOf(decisions));
  const lastCompleteAt = await lastCompletePoll(writer, feedId, now);
  const removals: Removal[] = [];
  const changed: ListingDraft[] = [];
  const transfers: Transfer[] = [];
  const returned: ListingDraft[] = [];
  for (const decision of decisions) {
    const draft = drafts.get(decision.externalId);
    if (draft?.feedId !== feedId) continue;
    if (draft.graceSince === null && decision.graceSince !== null)
      draft.lastSeenAt = Math.max(draft.lastSeenAt ?? 0, lastCompleteAt) || null;
    draft.presence = decision.presence;
    draft.graceSince = decision.graceSince;
    draft.gracePolls = decision.gracePolls;
    const { presence } = decision;
    if (presence === 'present' || presence === 'invalid' || presence === 'gone') draft.pinnedUntil = null;
    if (decision.giveTo !== undefined) transfers.push({ draft, ...decision.giveTo });
    else if (decision.queueRemoval === 'cancel') returned.push(draft);
    else if (decision.queueRemoval !== null) removals.push({ draft, reason: decision.queueRemoval });
    changed.push(draft);
  }
  const expectations = new Map(decisions.map((one) => [one.externalId, one.expectationId]));
  await noteExpected(
    writer,
    feedId,
    removals.map(({ draft: { externalId } }) => ({
      externalId,
      expectationId: expectations.get(externalId) ?? null,
    })),
  );
  await cancelRemovals(writer, connectionId, returned);
  await freeLeaving(writer, connectionId, idsOf(returned), now);
  await queueRemovals(writer, connectionId, removals, now);
  await transferListings(writer, transfers, now);
  await saveListings(writer, changed, now);
}

/**
 * Cancels removals that were never tried. A removal that was tried may have reached the portal: it stays queued, and its listing stays
 * removed.
 */
async function cancelRemovals(
  writer: Writer,
  connectionId: string,
  drafts: readonly ListingDraft[],
): Promise<void> {
  const entries = await entriesOf(writer, connectionId, idsOf(drafts));
  const unsent = drafts.filter(({ externalId }) => {
    const entry = entries.get(externalId);
    return entry?.op === 'remove' && entry.attempts === 0;
  });
  await cancelEntries(writer, connectionId, new Map(unsent.map((draft) => [draft.externalId, draft])));
  for (const draft of unsent) {
    draft.offSince = null;
    draft.removeReason = null;
    if (draft.intent === 'remove') draft.intent = 'publish';
  }
}

/**
 * Time of the complete poll before this one; 0 if there was none. Listings of unchanged records were last seen then: their `lastSeenAt` is
 * not written at every poll.
 */
async function lastCompletePoll(writer: Writer, feedId: number, now: Millis): Promise<Millis> {
  const feed = await writer
    .selectFrom('feed')
    .select('lastCompleteAt')
    .where('id', '=', feedId)
    .executeTakeFirst();
  const at = feed?.lastCompleteAt ?? 0;
  return at < now ? at : 0;
}

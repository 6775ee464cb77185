import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { idsOf, loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import type { ContentChange, ListingStore } from '../store.js';
import { cancelEntries, entriesOf, putEntries, upsertEntry } from '../outbox/entries.js';

/** See ListingStore.settleDeactivations. */
export async function settleDeactivations(
  writer: Writer,
  connectionId: string,
  { held, changes }: Parameters<ListingStore['settleDeactivations']>[1],
  now: Millis,
): Promise<number> {
  const drafts = [...(await loadListings(writer, connectionId, held)).values()].filter(isWaiting);
  for (const draft of drafts) {
    draft.deactivation = 'held';
    draft.activeUntil = null;
  }
  await saveListings(writer, drafts, now);
  return deactivate(writer, connectionId, changes, now);
}

/**
 * Makes listings inactive in the caller's transaction and queues their content.
 * @returns how many of them had nothing queued before and have now
 */
export async function deactivate(
  writer: Writer,
  connectionId: string,
  changes: readonly ContentChange[],
  now: Millis,
): Promise<number> {
  return makeInactive(writer, connectionId, changes, { isDue: isWaiting, until: null }, now);
}

/**
 * Makes listings that their feed lacks inactive in the caller's transaction, and queues their content.
 * @param until when a person wants to be asked about them again; it marks them as hidden
 */
export async function hide(
  writer: Writer,
  connectionId: string,
  { changes, until }: { changes: readonly ContentChange[]; until: Millis },
  now: Millis,
): Promise<void> {
  const isDue = ({ presence, offSince }: ListingDraft): boolean => presence === 'held' && offSince === null;
  await makeInactive(writer, connectionId, changes, { isDue, until }, now);
}

/** Makes the content of listings inactive, unless it is another one by now. */
async function makeInactive(
  writer: Writer,
  connectionId: string,
  changes: readonly ContentChange[],
  { isDue, until }: { isDue: (draft: ListingDraft) => boolean; until: Millis | null },
  now: Millis,
): Promise<number> {
  const drafts = await loadListings(writer, connectionId, idsOf(changes));
  const changed = changes.flatMap((change) => {
    const draft = drafts.get(change.externalId);
    return draft !== undefined && isDue(draft) && draft.wantedDigest === change.formerDigest
      ? [{ draft, change }]
      : [];
  });
  for (const { draft, change } of changed) {
    Object.assign(draft, {
      ...{ intent: 'inactive', inactiveSince: now, deactivation: null, activeUntil: until },
      ...{ wantedDigest: change.digest, retries: 0 },
    } satisfies Partial<ListingDraft>);
    await writer
      .updateTable('payload')
      .set({ content: change.packed })
      .where('connectionId', '=', connectionId)
      .where('externalId', '=', change.externalId)
      .execute();
  }
  const all = changed.map(({ draft }) => draft);
  await saveListings(writer, all, now);
  const queued = await queueContent(writer, connectionId, all, now);
  await addEvents(
    writer,
    all.map(({ externalId, wantedDigest }) => ({
      ...{ connectionId, externalId, at: now, kind: 'inactive_wanted' },
      data: { digest: wantedDigest },
    })),
  );
  return queued;
}

/** Queues the wanted content, or drops the entry of a listing whose content the portal holds. */
async function queueContent(
  writer: Writer,
  connectionId: string,
  drafts: readonly ListingDraft[],
  now: Millis,
): Promise<number> {
  const isThere = (draft: ListingDraft): boolean => draft.confirmedDigest === draft.wantedDigest;
  await cancelEntries(
    writer,
    connectionId,
    new Map(drafts.filter(isThere).map((draft) => [draft.externalId, draft])),
  );
  const missing = drafts.filter((draft) => !isThere(draft));
  const before = await entriesOf(writer, connectionId, idsOf(missing));
  await putEntries(
    writer,
    connectionId,
    missing.map((draft) =>
      upsertEntry(draft, { lane: 'state_or_price', digest: draft.wantedDigest ?? '' }, now),
    ),
  );
  return missing.filter(({ externalId }) => !before.has(externalId)).length;
}

/** Keeps listings active in the caller's transaction: their deactivation was rejected. */
export function keepActive(drafts: readonly ListingDraft[], until: Millis): void {
  for (const draft of drafts) {
    draft.deactivation = 'pinned';
    draft.activeUntil = until;
  }
}

/** Whether the record still calls the listing inactive, and the listing is not removed. */
function isWaiting({ deactivation, offSince }: ListingDraft): boolean {
  return deactivation !== null && offSince === null;
}

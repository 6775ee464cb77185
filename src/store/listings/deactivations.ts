import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { idsOf, loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import { isHidden } from '../../core/removals/visibility.js';
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
  return restate(writer, connectionId, changes, { isDue: isWaiting, to: inactive(now) }, now);
}

/** Makes listings that their feed lacks inactive until a time, in the caller's transaction, and queues their content. */
export async function hide(
  writer: Writer,
  connectionId: string,
  { changes, until }: { changes: readonly ContentChange[]; until: Millis },
  now: Millis,
): Promise<void> {
  const isDue = ({ presence, offSince }: ListingDraft): boolean => presence === 'held' && offSince === null;
  const to = { ...inactive(now), activeUntil: until };
  await restate(writer, connectionId, changes, { isDue, to }, now);
}

/** See ListingStore.showAgain. */
export async function showAgain(
  writer: Writer,
  connectionId: string,
  changes: readonly ContentChange[],
  now: Millis,
): Promise<number> {
  const to = { intent: 'publish', inactiveSince: null, activeUntil: null } as const;
  return restate(writer, connectionId, changes, { isDue: isHidden, to }, now);
}

type Restated = Pick<ListingDraft, 'intent' | 'inactiveSince' | 'activeUntil'>;

function inactive(now: Millis): Restated {
  return { intent: 'inactive', inactiveSince: now, activeUntil: null };
}

/** Changes the state in the content of listings, unless their content is another one by now. */
async function restate(
  writer: Writer,
  connectionId: string,
  changes: readonly ContentChange[],
  { isDue, to }: { isDue: (draft: ListingDraft) => boolean; to: Restated },
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
      ...{ ...to, deactivation: null },
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
      ...{
        connectionId,
        externalId,
        at: now,
        kind: to.intent === 'inactive' ? 'inactive_wanted' : 'active_wanted',
      },
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

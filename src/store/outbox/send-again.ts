import type { Lane } from '../../model/listing-states.js';
import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import { putEntries, upsertEntry } from './entries.js';

/** See OutboxStore.sendAgain. */
export async function sendAgain(
  writer: Writer,
  connectionId: string,
  externalIds: readonly string[],
  lane: Lane,
  now: Millis,
): Promise<number> {
  const drafts = [...(await loadListings(writer, connectionId, externalIds)).values()].filter(isWanted);
  await putEntries(
    writer,
    connectionId,
    drafts.map((draft) => ({
      ...upsertEntry(draft, { lane, digest: draft.wantedDigest }, now),
      queuedAt: draft.refusedAt ?? now,
    })),
  );
  for (const draft of drafts) {
    draft.retries++;
    draft.retryAt = null;
  }
  await saveListings(writer, drafts, now);
  await addEvents(
    writer,
    drafts.map(({ externalId, retries, failureCode }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'sent_again',
      data: { retry: retries, failure_code: failureCode },
    })),
  );
  return drafts.length;
}

function isWanted({ offSince, wantedDigest, presence, intent }: ListingDraft): boolean {
  const isPublished = intent === 'publish' || intent === 'inactive' || intent === 'manual';
  return offSince === null && wantedDigest !== null && presence === 'present' && isPublished;
}

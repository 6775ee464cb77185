import { blocksOf, type Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import type { ListingDraft } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import { forgetOvertaken } from '../records/raw-records.js';
import { newRecord, nextOrdinal } from '../records/staging.js';
import { recordCodec } from '../database/tables.js';
import { forgetRecords } from '../records/queue-removals.js';

/** A listing that passes to a record of another feed of its connection. */
export interface Transfer {
  draft: ListingDraft;
  feedId: number;
  sourceId: string;
}

/**
 * Changes the owner of listings, in the caller's transaction: the drafts are changed (the caller saves them). Both records are read
 * again, and the new owner is polled at once from its last file, even where its source has nothing new.
 */
export async function transferListings(
  writer: Writer,
  gifts: readonly Transfer[],
  now: Millis,
): Promise<void> {
  for (const { draft } of gifts)
    if (draft.feedId !== null && draft.sourceId !== null)
      await forgetRecords(writer, draft.feedId, [draft.sourceId]);
  for (const feedId of new Set(gifts.map((gift) => gift.feedId))) {
    const received = gifts.filter((gift) => gift.feedId === feedId);
    await expectRecords(
      writer,
      feedId,
      received.map(({ sourceId }) => sourceId),
    );
    for (const ids of blocksOf(received.map(({ draft }) => draft.externalId)))
      await writer.deleteFrom('claim').where('feedId', '=', feedId).where('externalId', 'in', ids).execute();
    await writer
      .updateTable('feed')
      .set({ context: null, nextPollAt: now })
      .where('id', '=', feedId)
      .execute();
  }
  const names = new Map(
    (await writer.selectFrom('feed').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const nameOf = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
  await addEvents(
    writer,
    gifts.map(({ draft: { connectionId, externalId, feedId: from }, feedId: to }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'passed_on',
      data: { from: nameOf(from), to: nameOf(to) },
    })),
  );
  for (const { draft, feedId, sourceId } of gifts) {
    pass(draft, feedId, sourceId);
    await shareOf(writer, draft, feedId);
  }
}

/** Its wish counts on the share of the feed that has it now. */
async function shareOf(
  writer: Writer,
  { connectionId, externalId }: ListingDraft,
  feedId: number,
): Promise<void> {
  await writer
    .updateTable('outbox')
    .set({ feedId })
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .execute();
}

function pass(draft: ListingDraft, feedId: number, sourceId: string): void {
  draft.feedId = feedId;
  draft.sourceId = sourceId;
  draft.presence = 'present';
  draft.offered = true;
  draft.graceSince = null;
  draft.gracePolls = 0;
  draft.pinnedUntil = null;
  draft.removeReason = null;
  if (draft.intent === 'remove') draft.intent = 'publish';
}

/** A listing counts as absent through its record: the new owner has one, if only to be missed. */
export async function expectRecords(
  writer: Writer,
  feedId: number,
  sourceIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(sourceIds)];
  await forgetRecords(writer, feedId, wanted);
  await forgetOvertaken(writer, feedId, wanted);
  const next = await nextOrdinal(writer, feedId);
  const rows = wanted.map((sourceId, index) =>
    recordCodec.encode({ ...newRecord(feedId, sourceId, next + index), kind: 'keep' }),
  );
  for (const block of blocksOf(rows))
    await writer
      .insertInto('record')
      .values(block)
      .onConflict((conflict) => conflict.columns(['feedId', 'sourceId']).doNothing())
      .execute();
}

import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { idsOf, type ListingDraft } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import { forgetOvertaken } from '../records/raw-records.js';
import { newRecord, nextOrdinal } from '../records/places.js';
import { recordCodec } from '../database/tables.js';
import { closeDoubts } from '../records/save-content.js';
import { forgetRecords } from '../records/forget-records.js';

/** The transfer of a listing to a record of another feed of its connection. */
export interface Transfer {
  draft: ListingDraft;
  feedId: number;
  sourceId: string;
}

/**
 * Changes the owner of listings, in the caller's transaction: changes the drafts (the caller saves them). Former and new record are read
 * again. The new owner is polled at once, and plans its last file again if the source has no new one.
 */
export async function transferListings(
  writer: Writer,
  transfers: readonly Transfer[],
  now: Millis,
): Promise<void> {
  for (const { draft } of transfers)
    if (draft.feedId !== null && draft.sourceId !== null)
      await forgetRecords(writer, draft.feedId, [draft.sourceId]);
  for (const { draft } of transfers) await closeDoubts(writer, draft.connectionId, [draft.externalId]);
  for (const feedId of new Set(transfers.map((transfer) => transfer.feedId))) {
    const received = transfers.filter((transfer) => transfer.feedId === feedId);
    await expectRecords(
      writer,
      feedId,
      received.map(({ sourceId }) => sourceId),
    );
    await inBlocks(idsOf(received.map(({ draft }) => draft)), (ids) =>
      writer.deleteFrom('claim').where('feedId', '=', feedId).where('externalId', 'in', ids),
    );
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
    transfers.map(({ draft: { connectionId, externalId, feedId: from }, feedId: to }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'passed_on',
      data: { from: nameOf(from), to: nameOf(to) },
    })),
  );
  for (const { draft, feedId, sourceId } of transfers) {
    changeOwner(draft, feedId, sourceId);
    // From now on the listing's outbox entry uses the new feed's share of the budget.
    await writer
      .updateTable('outbox')
      .set({ feedId })
      .where('connectionId', '=', draft.connectionId)
      .where('externalId', '=', draft.externalId)
      .execute();
  }
}

function changeOwner(draft: ListingDraft, feedId: number, sourceId: string): void {
  Object.assign(draft, {
    feedId,
    sourceId,
    ...keptPresent,
    deactivation: null,
    activeUntil: null,
    removeReason: null,
    intent: draft.intent === 'remove' ? 'publish' : draft.intent,
  } satisfies Partial<ListingDraft>);
}

/** Fields of a listing that another record yields from now on: as if the listing had never been absent. */
export const keptPresent = {
  presence: 'present',
  offered: true,
  graceSince: null,
  gracePolls: 0,
  pinnedUntil: null,
} as const satisfies Partial<ListingDraft>;

/**
 * Adds missing records and has existing ones read again. A listing is found absent through its record, so its new owner needs a record even
 * if no file of the feed contains one.
 */
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
  await inBlocks(rows, (block) =>
    writer
      .insertInto('record')
      .values(block)
      .onConflict((conflict) => conflict.columns(['feedId', 'sourceId']).doNothing()),
  );
}

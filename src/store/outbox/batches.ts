import { waitsAgain, type WaitReason } from '../../model/wait-cause.js';
import { assertStore } from '../database/errors.js';
import type { Database, Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { changeListings, idsOf, loadListings, saveListings } from '../database/listing-rows.js';
import { inBlocks, writeOne } from '../database/queries.js';
import type { BatchItem, BatchRecord, OutboxEntry } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';
import { fixSpend, reserveSpend } from './spend.js';
import type { BatchStore, ItemSettlement } from '../store.js';
import { batchCodec, outboxCodec } from '../database/tables.js';
import { carriedItems, deleteEntries, saveEntries, unsettledStates, entriesOf } from './entries.js';

export function createBatches({ db, write }: Database): BatchStore {
  return {
    create: (batch) => write((writer) => createBatch(writer, batch)),
    unsettled: (connectionId) =>
      batchCodec.all(
        db
          .selectFrom('batch')
          .selectAll()
          .where('connectionId', '=', connectionId)
          .where('state', 'in', unsettledStates)
          .orderBy('id'),
      ),
    get: (id) => batchCodec.first(db.selectFrom('batch').selectAll().where('id', '=', id)),
    async update(id, change) {
      const columns = batchCodec.encodePart(change);
      if (Object.keys(columns).length > 0)
        await writeOne(write, (writer) => writer.updateTable('batch').set(columns).where('id', '=', id));
    },
    settle: (id, settlements, spend) =>
      write(async (writer) => {
        const batch = await loadUnsettled(writer, id);
        await applySettlements(writer, batch, settlements, spend.at);
        await freeDissolved(writer, batch, new Map(), { until: spend.at, now: spend.at });
        await fixSpend(writer, id, spend.at, spend.items);
        await endBatch(writer, id, 'settled');
      }),
    dissolve: (id, { now, spent, park, parkUntil, settled = [] }) =>
      write(async (writer) => {
        const batch = await loadUnsettled(writer, id);
        await correctSent(writer, batch, spent > 0, now);
        await applySettlements(writer, batch, settled, now);
        await freeDissolved(writer, batch, park, { until: parkUntil, now });
        await fixSpend(writer, id, now, spent);
        await endBatch(writer, id, 'dissolved');
      }),
    settleRemoval: (connectionId, externalId, state, now) =>
      write(async (writer) => {
        await changeListings(
          writer,
          connectionId,
          [{ externalId, portal: state, confirmedDigest: null }],
          now,
        );
        // An upsert is newer than the removal and stays: the listing came back while its removal was under way.
        const entry = (await entriesOf(writer, connectionId, [externalId])).get(externalId);
        if (entry?.op === 'remove') await deleteEntries(writer, connectionId, [externalId]);
        const listing = (await loadListings(writer, connectionId, [externalId])).get(externalId);
        const isSuppressed = listing?.intent === 'suppressed';
        const data = { reason: entry?.removeReason ?? null, ...(isSuppressed && { intent: 'suppressed' }) };
        await addEvents(writer, [{ connectionId, externalId, at: now, kind: state, data }]);
      }),
  };
}

async function applySettlements(
  writer: Writer,
  batch: BatchRecord,
  settlements: readonly ItemSettlement[],
  at: Millis,
): Promise<void> {
  await addSettledEvents(writer, batch, settlements, at);
  await changeListings(
    writer,
    batch.connectionId,
    settlements.map(({ externalId, listing }) => ({ ...listing, externalId })),
    at,
  );
  await freeSettled(writer, batch, settlements);
}

/** Adds the portal's answers to the timelines of the listings, with the times at which they were queued and sent. */
async function addSettledEvents(
  writer: Writer,
  { id, connectionId, createdAt }: BatchRecord,
  settlements: readonly ItemSettlement[],
  at: Millis,
): Promise<void> {
  const entries = await entriesOf(writer, connectionId, idsOf(settlements));
  // If the entry was replaced by a newer one, its own queue time is lost: the batch's creation counts.
  const queuedAt = (externalId: string): Millis =>
    Math.min(entries.get(externalId)?.queuedAt ?? createdAt, createdAt);
  await addEvents(
    writer,
    settlements.map(({ externalId, event: { kind, data } }) => ({
      connectionId,
      externalId,
      at,
      kind,
      data: { ...data, batch: id, queued_at: queuedAt(externalId), sent_at: createdAt },
    })),
  );
}

async function createBatch(writer: Writer, batch: Parameters<BatchStore['create']>[0]): Promise<BatchRecord> {
  const { connectionId, idempotencyKey, body, items, ownChanges, now } = batch;
  const carried = await carriedItems(writer, connectionId);
  for (const { externalId } of items)
    assertStore(
      !carried.has(externalId),
      `${externalId} is in batch ${carried.get(externalId)?.batchId ?? '?'} already`,
    );
  const row: Omit<BatchRecord, 'id'> = {
    connectionId,
    idempotencyKey,
    body,
    items,
    state: 'stored',
    portalId: null,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: now,
  };
  const { id } = await writer
    .insertInto('batch')
    .values({ ...row, items: JSON.stringify(items) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inBlocks(idsOf(items), (ids) =>
    writer
      .updateTable('outbox')
      .set({ batchId: id })
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids),
  );
  await markSent(writer, connectionId, items, now);
  await reserveSpend(writer, { id, connectionId, items: items.length, ownChanges });
  return { ...row, id };
}

/** Dates the first sending of listings and feeds. From now on the portal may have them, even if no reply arrives. */
async function markSent(
  writer: Writer,
  connectionId: string,
  items: readonly BatchItem[],
  now: Millis,
): Promise<void> {
  const drafts = await loadListings(writer, connectionId, idsOf(items));
  const first = [...drafts.values()].filter((draft) => draft.firstSentAt === null);
  for (const draft of first) draft.firstSentAt = now;
  await saveListings(writer, first, now);
  const feedIds = [...new Set(first.map((draft) => draft.feedId))].filter((id) => id !== null);
  if (feedIds.length > 0)
    await writer
      .updateTable('feed')
      .set({ firstPushAt: now })
      .where('id', 'in', feedIds)
      .where('firstPushAt', 'is', null)
      .execute();
}

/**
 * Corrects the listings of a dissolved batch. If the batch may have reached the portal, its dates count as sent, since dates sent later must
 * not be earlier. Else first sendings with this batch are undated.
 */
async function correctSent(
  writer: Writer,
  batch: BatchRecord,
  mayHaveArrived: boolean,
  now: Millis,
): Promise<void> {
  const drafts = await loadListings(writer, batch.connectionId, idsOf(batch.items));
  for (const { externalId, updatedAt } of batch.items) {
    const draft = drafts.get(externalId);
    if (draft === undefined) continue;
    if (mayHaveArrived) draft.sentUpdatedAt = Math.max(draft.sentUpdatedAt ?? updatedAt, updatedAt);
    else if (draft.firstSentAt === batch.createdAt) draft.firstSentAt = null;
  }
  await saveListings(writer, drafts.values(), now);
}

/** Frees the outbox entries of settled items: deletes fulfilled ones, and lets the others be sent again. A newer entry keeps its own time. */
async function freeSettled(
  writer: Writer,
  batch: BatchRecord,
  settlements: readonly ItemSettlement[],
): Promise<void> {
  const verdicts = new Map(settlements.map((settlement) => [settlement.externalId, settlement.outbox]));
  const fulfilled: string[] = [];
  const free: OutboxEntry[] = [];
  for (const { row, isSame } of await boundRows(writer, batch)) {
    const verdict = verdicts.get(row.externalId);
    if (verdict === undefined) continue;
    if (!isSame) free.push(row);
    else if (verdict.kind === 'done') fulfilled.push(row.externalId);
    else free.push({ ...row, notBefore: verdict.notBefore, attempts: row.attempts + 1, waits: null });
  }
  await deleteEntries(writer, batch.connectionId, fulfilled);
  await saveEntries(writer, free.map(unbound));
}

/** Frees the outbox entries that are still bound to the batch, and defers those in `park`. */
async function freeDissolved(
  writer: Writer,
  batch: BatchRecord,
  park: ReadonlyMap<string, WaitReason | null>,
  { until, now }: { until: Millis; now: Millis },
): Promise<void> {
  const rows = (await boundRows(writer, batch)).map(({ row, isSame }): OutboxEntry => {
    const reason = isSame ? park.get(row.externalId) : undefined;
    if (reason === undefined) return row;
    return {
      ...row,
      notBefore: until,
      waits: reason === null ? row.waits : waitsAgain(row.waits, reason, now),
    };
  });
  await saveEntries(writer, rows.map(unbound));
}

/** Outbox entries bound to the batch. `isSame`: the entry still wants the digest that the batch carries. */
async function boundRows(
  writer: Writer,
  batch: BatchRecord,
): Promise<{ row: OutboxEntry; isSame: boolean }[]> {
  const carried = new Map(batch.items.map((item) => [item.externalId, item.digest]));
  const rows = await outboxCodec.all(writer.selectFrom('outbox').selectAll().where('batchId', '=', batch.id));
  return rows.map((row) => ({
    row,
    isSame: row.op === 'upsert' && row.digest === carried.get(row.externalId),
  }));
}

function unbound(row: OutboxEntry): OutboxEntry {
  return { ...row, batchId: null };
}

async function loadUnsettled(writer: Writer, id: number): Promise<BatchRecord> {
  const batch = await batchCodec.first(writer.selectFrom('batch').selectAll().where('id', '=', id));
  assertStore(batch !== null, `there is no batch ${id}`);
  assertStore(
    batch.state !== 'settled' && batch.state !== 'dissolved',
    `batch ${id} is ${batch.state} already`,
  );
  return batch;
}

/** Ends a batch and deletes its body, which is not sent again. */
async function endBatch(writer: Writer, id: number, state: 'settled' | 'dissolved'): Promise<void> {
  await writer.updateTable('batch').set({ state, body: new Uint8Array() }).where('id', '=', id).execute();
}

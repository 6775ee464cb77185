import { waitsAgain, type WaitReason } from '../../model/wait-cause.js';
import { assertStore } from '../database/errors.js';
import { blocksOf, type Database, type Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { changeListings, loadListings, saveListings } from '../database/listing-rows.js';
import type { BatchItem, BatchRecord, OutboxEntry } from '../../model/outbox.js';
import type { Millis } from '../../model/millis.js';
import { fixSpend, reserveSpend } from './spend.js';
import type { BatchStore, ItemSettlement } from '../store.js';
import { batchCodec, outboxCodec } from '../database/tables.js';
import { carriedItems, deleteEntries, saveEntries, unsettledStates, entriesOf } from './entries.js';

export function createBatches({ db, write }: Database): BatchStore {
  return {
    create: (batch) => write((writer) => createBatch(writer, batch)),
    async unsettled(connectionId) {
      const rows = await db
        .selectFrom('batch')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .where('state', 'in', unsettledStates)
        .orderBy('id')
        .execute();
      return rows.map((row) => batchCodec.decode(row));
    },
    async get(id) {
      const row = await db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : batchCodec.decode(row);
    },
    async update(id, change) {
      const columns = batchCodec.encodePart(change);
      if (Object.keys(columns).length === 0) return;
      await write(async (writer) => {
        await writer.updateTable('batch').set(columns).where('id', '=', id).execute();
      });
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
        await correctSent(writer, batch, spent > 0);
        await applySettlements(writer, batch, settled, now);
        await freeDissolved(writer, batch, park, { until: parkUntil, now });
        await fixSpend(writer, id, now, spent);
        await endBatch(writer, id, 'dissolved');
      }),
    settleRemoval: (connectionId, externalId, state, now) =>
      write(async (writer) => {
        await changeListings(writer, connectionId, [{ externalId, portal: state, confirmedDigest: null }]);
        // A newer wish than the removal stays: the listing came back while its removal was under way.
        const wish = (await entriesOf(writer, connectionId, [externalId])).get(externalId);
        if (wish?.op === 'remove') await deleteEntries(writer, connectionId, [externalId]);
        const data = { reason: wish?.removeReason ?? null };
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
  await tellSettled(writer, batch, settlements, at);
  await changeListings(
    writer,
    batch.connectionId,
    settlements.map(({ externalId, listing }) => ({ ...listing, externalId })),
  );
  await freeSettled(writer, batch, settlements);
}

/** Each listing's story goes on: what the portal answered, and when that was queued and sent. */
async function tellSettled(
  writer: Writer,
  { id, connectionId, createdAt }: BatchRecord,
  settlements: readonly ItemSettlement[],
  at: Millis,
): Promise<void> {
  const ids = settlements.map((settlement) => settlement.externalId);
  const wishes = await entriesOf(writer, connectionId, ids);
  // Where the outbox has a newer wish by now, nobody remembers since when this one waited.
  const queuedAt = (externalId: string): Millis =>
    Math.min(wishes.get(externalId)?.queuedAt ?? createdAt, createdAt);
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
  for (const block of blocksOf(items))
    await writer
      .updateTable('outbox')
      .set({ batchId: id })
      .where('connectionId', '=', connectionId)
      .where(
        'externalId',
        'in',
        block.map((item) => item.externalId),
      )
      .execute();
  await markSent(writer, connectionId, items, now);
  await reserveSpend(writer, { id, connectionId, items: items.length, ownChanges });
  return { ...row, id };
}

/** From here on the portal may have them, whatever becomes of the reply. */
async function markSent(
  writer: Writer,
  connectionId: string,
  items: readonly BatchItem[],
  now: Millis,
): Promise<void> {
  const drafts = await loadListings(
    writer,
    connectionId,
    items.map((item) => item.externalId),
  );
  const first = [...drafts.values()].filter((draft) => draft.firstSentAt === null);
  for (const draft of first) draft.firstSentAt = now;
  await saveListings(writer, first);
  const feedIds = [...new Set(first.map((draft) => draft.feedId))].filter((id) => id !== null);
  if (feedIds.length > 0)
    await writer
      .updateTable('feed')
      .set({ firstPushAt: now })
      .where('id', 'in', feedIds)
      .where('firstPushAt', 'is', null)
      .execute();
}

/** A definite refusal means that a first sending never was; otherwise its dates may have arrived, and never go backwards. */
async function correctSent(writer: Writer, batch: BatchRecord, mayHaveArrived: boolean): Promise<void> {
  const ids = batch.items.map((item) => item.externalId);
  const drafts = await loadListings(writer, batch.connectionId, ids);
  for (const { externalId, updatedAt } of batch.items) {
    const draft = drafts.get(externalId);
    if (draft === undefined) continue;
    if (mayHaveArrived) draft.sentUpdatedAt = Math.max(draft.sentUpdatedAt ?? updatedAt, updatedAt);
    else if (draft.firstSentAt === batch.createdAt) draft.firstSentAt = null;
  }
  await saveListings(writer, drafts.values());
}

/** Of the items that were settled: fulfilled wishes leave the outbox; the others may be sent again, a newer one at its own time. */
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

/** Outbox rows bound to the batch, and whether each still asks for what the batch carries. */
async function boundRows(
  writer: Writer,
  batch: BatchRecord,
): Promise<{ row: OutboxEntry; isSame: boolean }[]> {
  const carried = new Map(batch.items.map((item) => [item.externalId, item.digest]));
  const rows = await writer.selectFrom('outbox').selectAll().where('batchId', '=', batch.id).execute();
  return rows.map((row) => ({
    row: outboxCodec.decode(row),
    isSame: row.op === 'upsert' && row.digest === carried.get(row.externalId),
  }));
}

function unbound(row: OutboxEntry): OutboxEntry {
  return { ...row, batchId: null };
}

async function loadUnsettled(writer: Writer, id: number): Promise<BatchRecord> {
  const row = await writer.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst();
  assertStore(row !== undefined, `there is no batch ${id}`);
  const batch = batchCodec.decode(row);
  assertStore(
    batch.state !== 'settled' && batch.state !== 'dissolved',
    `batch ${id} is ${batch.state} already`,
  );
  return batch;
}

/** The bytes are needed only while they may have to be sent again. */
async function endBatch(writer: Writer, id: number, state: 'settled' | 'dissolved'): Promise<void> {
  await writer.updateTable('batch').set({ state, body: new Uint8Array() }).where('id', '=', id).execute();
}

import { waitsAgain, type WaitReason } from '../../model/wait-cause.js';
import type { BatchItem, OutboxEntry } from '../../model/outbox.js';
import { blocksOf, excluded, listingKey, type Reader, type Writer } from '../database/database.js';
import { upsertMany } from '../database/insert-many.js';
import { outboxCodec } from '../database/tables.js';

/** A wanted change, before the outbox knows whether a batch carries the listing already. */
export type NewEntry = Omit<OutboxEntry, 'batchId' | 'attempts' | 'feedId' | 'waits'>;

/** Columns of indexes, and of the conditions under which rows are in them. */
export const entryIndexed = ['op', 'lane', 'queuedAt', 'notBefore', 'batchId', 'waits'] as const;

/** What an unsettled batch carries of a listing. */
export interface Carried {
  batchId: number;
  item: BatchItem;
}

/**
 * Puts wishes into the outbox: one row per listing, the latest wish wins. A row keeps the batch that carries it, and the
 * age of the first wish of its kind, so that a listing that changes at each poll gets its turn.
 */
export async function putEntries(
  writer: Writer,
  connectionId: string,
  wishes: readonly NewEntry[],
): Promise<void> {
  if (wishes.length === 0) return;
  const latest = [...new Map(wishes.map((wish) => [wish.externalId, wish])).values()];
  const waiting = await entriesOf(
    writer,
    connectionId,
    latest.map((wish) => wish.externalId),
  );
  const carried =
    waiting.size === latest.length ? new Map<string, Carried>() : await carriedItems(writer, connectionId);
  const feedIds = await feedsOf(
    writer,
    connectionId,
    latest.map((wish) => wish.externalId),
  );
  const rows = latest.map((wish): OutboxEntry => {
    const feedId = feedIds.get(wish.externalId) ?? null;
    const former = waiting.get(wish.externalId);
    const batchId = former === undefined ? (carried.get(wish.externalId)?.batchId ?? null) : former.batchId;
    if (former?.op !== wish.op) return { ...wish, batchId, attempts: 0, feedId, waits: null };
    const isSame = former.digest === wish.digest;
    const attempts = isSame ? former.attempts : 0;
    const queuedAt = Math.min(former.queuedAt, wish.queuedAt);
    // One that is due already stays where it is found.
    const notBefore = Math.min(former.notBefore, wish.notBefore);
    const waits = isSame && notBefore === former.notBefore ? former.waits : null;
    return { ...wish, queuedAt, notBefore, batchId, attempts, feedId, waits };
  });
  await saveEntries(writer, rows, waiting);
}

/**
 * Drops wishes that nobody has sent. Where a batch carries the listing, the portal may come to hold what the batch says:
 * the wish becomes the wanted state instead, and is sent if it turns out to be another. A removal that was tried may have
 * reached the portal and stays.
 */
export async function cancelEntries(
  writer: Writer,
  connectionId: string,
  cancelled: ReadonlyMap<string, { wantedDigest: string | null }>,
): Promise<void> {
  const waiting = [...(await entriesOf(writer, connectionId, [...cancelled.keys()])).values()];
  const rows = waiting.filter((row) => row.op === 'upsert' || row.attempts === 0);
  const unsent = rows.filter((row) => row.batchId === null);
  await deleteEntries(
    writer,
    connectionId,
    unsent.map((row) => row.externalId),
  );
  const underWay = rows.filter((row) => row.batchId !== null);
  await saveEntries(
    writer,
    underWay.map((row) => ({
      ...row,
      op: 'upsert',
      lane: row.op === 'remove' ? 'state_or_price' : row.lane,
      waits: null,
      digest: cancelled.get(row.externalId)?.wantedDigest ?? row.digest,
      removeReason: null,
    })),
  );
}

/** On whose share each counts; what nobody's feed has is left out. */
async function feedsOf(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, number | null>> {
  const feedIds = new Map<string, number | null>();
  for (const ids of blocksOf(externalIds)) {
    const rows = await reader
      .selectFrom('listing')
      .select(['externalId', 'feedId'])
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .execute();
    for (const row of rows) feedIds.set(row.externalId, row.feedId);
  }
  return feedIds;
}

export async function entriesOf(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, OutboxEntry>> {
  const wishes = new Map<string, OutboxEntry>();
  for (const ids of blocksOf(externalIds)) {
    const rows = await reader
      .selectFrom('outbox')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .execute();
    for (const row of rows) wishes.set(row.externalId, outboxCodec.decode(row));
  }
  return wishes;
}

/** Keeps these back until then; a reason that lasts goes on counting. */
export async function parkEntries(
  writer: Writer,
  connectionId: string,
  reasons: ReadonlyMap<string, WaitReason>,
  { until, now }: { until: number; now: number },
): Promise<void> {
  const waiting = await entriesOf(writer, connectionId, [...reasons.keys()]);
  const parked = [...waiting.values()].map((row): OutboxEntry => {
    const reason = reasons.get(row.externalId);
    return { ...row, notBefore: until, waits: reason ? waitsAgain(row.waits, reason, now) : null };
  });
  await saveEntries(writer, parked, waiting);
}

/** @param former as they were read in this transaction, by external id */
export async function saveEntries(
  writer: Writer,
  rows: readonly OutboxEntry[],
  former: ReadonlyMap<string, OutboxEntry> = new Map(),
): Promise<void> {
  const changes = rows.map((row) => {
    const known = former.get(row.externalId);
    return { row: outboxCodec.encode(row), former: known && outboxCodec.encode(known) };
  });
  await upsertMany(writer, changes, {
    name: 'outbox',
    key: listingKey,
    indexed: entryIndexed,
    of: (some, row, kept) =>
      writer
        .insertInto('outbox')
        .values(some)
        .onConflict((conflict) => conflict.columns(listingKey).doUpdateSet(excluded(row, kept))),
  });
}

export async function deleteEntries(
  writer: Writer,
  connectionId: string,
  externalIds: readonly string[],
): Promise<void> {
  for (const ids of blocksOf(externalIds))
    await writer
      .deleteFrom('outbox')
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .execute();
}

export const unsettledStates = ['stored', 'sent', 'waiting'] as const;

/** By external id: what the unsettled batches of a connection carry. A listing is in at most one of them. */
export async function carriedItems(reader: Reader, connectionId: string): Promise<Map<string, Carried>> {
  const batches = await reader
    .selectFrom('batch')
    .select(['id', 'items'])
    .where('connectionId', '=', connectionId)
    .where('state', 'in', unsettledStates)
    .execute();
  const carried = new Map<string, Carried>();
  for (const batch of batches)
    for (const item of JSON.parse(batch.items) as BatchItem[])
      carried.set(item.externalId, { batchId: batch.id, item });
  return carried;
}

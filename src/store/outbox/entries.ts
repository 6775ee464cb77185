import { waitsAgain, type WaitReason } from '../../model/wait-cause.js';
import type { Millis } from '../../model/millis.js';
import type { BatchItem, OutboxEntry } from '../../model/outbox.js';
import type { RemoveReason } from '../../model/outcome.js';
import { excluded, listingKey, type Reader, type Writer } from '../database/database.js';
import { upsertMany } from '../database/insert-many.js';
import { idsOf } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import { outboxCodec } from '../database/tables.js';

/** A change to queue. `putEntries` adds the other fields. */
export type NewEntry = Omit<OutboxEntry, 'batchId' | 'attempts' | 'feedId' | 'waits'>;

type ListingKey = Pick<OutboxEntry, 'connectionId' | 'externalId'>;

/** An entry that sends a listing's wanted content. It may be sent at once. */
export function upsertEntry(
  { connectionId, externalId }: ListingKey,
  { lane, digest }: Pick<NewEntry, 'lane' | 'digest'>,
  now: Millis,
): NewEntry {
  const due = { queuedAt: now, notBefore: now };
  return { connectionId, externalId, op: 'upsert', lane, digest, removeReason: null, ...due };
}

/** An entry that removes a listing from the portal. It may be sent at once. */
export function removalEntry(
  { connectionId, externalId }: ListingKey,
  removeReason: RemoveReason,
  now: Millis,
): NewEntry {
  const due = { queuedAt: now, notBefore: now };
  return { connectionId, externalId, op: 'remove', lane: 'removal', digest: null, removeReason, ...due };
}

/** Columns of `outbox` in indexes and in the conditions of partial indexes. */
export const entryIndexed = ['op', 'lane', 'queuedAt', 'notBefore', 'batchId', 'waits'] as const;

/** A listing in an unsettled batch. */
export interface Carried {
  batchId: number;
  item: BatchItem;
}

/**
 * Queues entries. An entry replaces the listing's former one, but stays bound to the batch that carries the listing. If both have the same
 * operation the age of the former one stays, so that a listing that changes at every poll gets its turn, and of their two
 * `notBefore` the earlier one counts. If the digest is the same too, the number of attempts stays.
 */
export async function putEntries(
  writer: Writer,
  connectionId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const latest = [...new Map(entries.map((entry) => [entry.externalId, entry])).values()];
  const waiting = await entriesOf(writer, connectionId, idsOf(latest));
  const carried =
    waiting.size === latest.length ? new Map<string, Carried>() : await carriedItems(writer, connectionId);
  const feedIds = await feedsOf(writer, connectionId, idsOf(latest));
  const rows = latest.map((entry): OutboxEntry => {
    const feedId = feedIds.get(entry.externalId) ?? null;
    const former = waiting.get(entry.externalId);
    const batchId = former === undefined ? (carried.get(entry.externalId)?.batchId ?? null) : former.batchId;
    if (former?.op !== entry.op) return { ...entry, batchId, attempts: 0, feedId, waits: null };
    const isSame = former.digest === entry.digest;
    const attempts = isSame ? former.attempts : 0;
    const queuedAt = Math.min(former.queuedAt, entry.queuedAt);
    // An entry that may be sent already is not deferred again.
    const notBefore = Math.min(former.notBefore, entry.notBefore);
    const waits = isSame && notBefore === former.notBefore ? former.waits : null;
    return { ...entry, queuedAt, notBefore, batchId, attempts, feedId, waits };
  });
  await saveEntries(writer, rows, waiting);
}

/**
 * Deletes entries that no batch carries. If a batch carries the listing, the portal may receive the batch's content. The entry becomes an
 * upsert of the wanted digest, which is sent only if the batch carried another digest. A removal that was tried may have reached the portal
 * and stays.
 */
export async function cancelEntries(
  writer: Writer,
  connectionId: string,
  cancelled: ReadonlyMap<string, { wantedDigest: string | null }>,
): Promise<void> {
  const waiting = [...(await entriesOf(writer, connectionId, [...cancelled.keys()])).values()];
  const rows = waiting.filter((row) => row.op === 'upsert' || row.attempts === 0);
  await deleteEntries(writer, connectionId, idsOf(rows.filter((row) => row.batchId === null)));
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

/** The feed whose share of the budget each listing uses. Unknown listings are left out. */
async function feedsOf(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, number | null>> {
  const rows = await inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('listing')
      .select(['externalId', 'feedId'])
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids),
  );
  return new Map(rows.map(({ externalId, feedId }) => [externalId, feedId]));
}

/** Outbox entries of these listings, by external id. */
export async function entriesOf(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, OutboxEntry>> {
  const rows = await inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('outbox')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids),
  );
  return new Map(rows.map((row) => [row.externalId, outboxCodec.decode(row)]));
}

/** Defers entries until `until`, each with its reason. An entry that waited for the same reason before keeps the count and start of its wait. */
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

/** Makes entries sendable that waited because their listings were leaving. */
export async function freeLeaving(
  writer: Writer,
  connectionId: string,
  externalIds: readonly string[],
  now: Millis,
): Promise<void> {
  const waiting = await entriesOf(writer, connectionId, externalIds);
  const leaving = [...waiting.values()].filter(({ waits }) => waits?.kind === 'leaving');
  const free = leaving.map((row): OutboxEntry => ({ ...row, notBefore: now, waits: null }));
  await saveEntries(writer, free, waiting);
}

/** Writes entries. @param former the entries as read in this transaction, by external id; missing ones are written with all indexes */
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
  await inBlocks(externalIds, (ids) =>
    writer.deleteFrom('outbox').where('connectionId', '=', connectionId).where('externalId', 'in', ids),
  );
}

export const unsettledStates = ['stored', 'sent', 'waiting'] as const;

/** Listings in unsettled batches of the connection, by external id. A listing is in at most one of them. */
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

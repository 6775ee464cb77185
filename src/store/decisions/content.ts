import type { Confirmation, OpenDoubt, PastValue } from '../../model/content.js';
import type { Millis } from '../../model/millis.js';
import type { ConfirmedDoubt, ContentStore, DecidedDoubts, KnownValues } from '../contract/content.js';
import { addAudit } from '../database/audit.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { firstOf, inBlocks } from '../database/queries.js';
import { doubtCodec } from '../database/tables.js';
import { forgetRecords } from '../records/forget-records.js';
import { decideHold, loadOpen } from './holds.js';
import { waitingCounts, waitingListings } from './waiting-listings.js';

export function createContent({ db, read, write }: Database): ContentStore {
  return {
    known: (connectionId, externalIds) => read((reader) => knownValues(reader, connectionId, externalIds)),
    doubts: (feedId) => doubtsWhere(db, { feedId }),
    doubtsIn: (feedIds) =>
      inBlocks(feedIds, (ids) => ({
        execute: () => doubtCodec.all(db.selectFrom('contentDoubt').selectAll().where('feedId', 'in', ids)),
      })),
    doubtsOf: (externalId, connectionId) =>
      doubtsWhere(db, { externalId, ...(connectionId !== undefined && { connectionId }) }),
    doubtsOfListings: (connectionId, externalIds) =>
      inBlocks(externalIds, (ids) => ({
        execute: () =>
          doubtCodec.all(
            db
              .selectFrom('contentDoubt')
              .selectAll()
              .where('connectionId', '=', connectionId)
              .where('externalId', 'in', ids),
          ),
      })),
    waiting: (filter) => read((reader) => waitingListings(reader, filter)),
    waitingCounts: () => waitingCounts(db),
    async feeds() {
      const rows = await db
        .selectFrom('contentDoubt')
        .select('feedId')
        .distinct()
        .orderBy('feedId')
        .execute();
      return rows.map(({ feedId }) => feedId);
    },
    closeAll: (feedId) =>
      write(async (writer) => {
        const closed = await doubtsWhere(writer, { feedId });
        await forgetRecords(writer, feedId, [...new Set(closed.map(({ sourceId }) => sourceId))]);
        await writer.deleteFrom('contentDoubt').where('feedId', '=', feedId).execute();
      }),
    confirm: (feedId, doubts, of) => write((writer) => confirm(writer, feedId, doubts, of)),
    confirmInFeeds: (decided, of) =>
      write(async (writer) => {
        const confirmed: OpenDoubt[] = [];
        for (const { feedId, doubts } of decided)
          confirmed.push(...(await confirm(writer, feedId, doubts, of)));
        return confirmed;
      }),
    reject: (feedId, doubts, of) => write((writer) => reject(writer, feedId, doubts, of)),
    takeBack: (of, by, now) => write((writer) => takeBack(writer, of, by, now)),
    forgetPast: (before) => write((writer) => forgetPast(writer, before)),
  };
}

/** A mark of the present value has no time of its own: it goes with its listing. */
async function forgetPast(writer: Writer, before: Millis): Promise<void> {
  await writer.deleteFrom('pastValue').where('until', '<', before).execute();
  await writer
    .deleteFrom('pastValue')
    .where('until', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('listing')
            .select('listing.externalId')
            .whereRef('listing.connectionId', '=', 'pastValue.connectionId')
            .whereRef('listing.externalId', '=', 'pastValue.externalId')
            .where((of) => of.or([of('listing.offSince', 'is', null), of('listing.offSince', '>=', before)])),
        ),
      ),
    )
    .execute();
}

/** All listings without values share this. */
function noValues(): KnownValues {
  return { history: [], confirmations: [] };
}

async function knownValues(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, KnownValues>> {
  const known = new Map<string, KnownValues>();
  const of = (externalId: string): KnownValues => {
    const values = known.get(externalId) ?? noValues();
    known.set(externalId, values);
    return values;
  };
  const past = await inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('pastValue')
      .select(['externalId', 'field', 'offer', 'value', 'until', 'isBase'])
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .orderBy('id'),
  );
  for (const { externalId, isBase, ...value } of past)
    of(externalId).history.push({ ...value, isBase: isBase === 1 } satisfies PastValue);
  const confirmed = await inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('confirmation')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', 'in', ids)
      .orderBy('at'),
  );
  for (const row of confirmed) of(row.externalId).confirmations.push(asConfirmation(row));
  return known;
}

function asConfirmation(row: {
  field: Confirmation['field'];
  offer: Confirmation['offer'];
  value: string;
  byWhom: string;
  at: Millis;
  beforeValue: string | null;
  takenBackAt: Millis | null;
}): Confirmation {
  const { field, offer, value, byWhom: by, at, beforeValue: before, takenBackAt } = row;
  return { field, offer, value, by, at, before, takenBackAt };
}

function doubtsWhere(
  reader: Reader,
  { feedId, connectionId, externalId }: { feedId?: number; connectionId?: string; externalId?: string },
): Promise<OpenDoubt[]> {
  let query = reader.selectFrom('contentDoubt').selectAll();
  for (const column of ['openedAt', 'ordinal', 'externalId', 'field'] as const) query = query.orderBy(column);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  if (connectionId !== undefined) query = query.where('connectionId', '=', connectionId);
  if (externalId !== undefined) query = query.where('externalId', '=', externalId);
  return doubtCodec.all(query);
}

/**
 * Has records mapped again, since the guard judges what they say by then. A full feed has no context until then, so that its next poll reads
 * the kept file where the source has no new one; the kept records of a delta feed are found by their missing fingerprints.
 */
async function mapAgain(
  writer: Writer,
  feedId: number,
  sourceIds: readonly string[],
  now: Millis,
): Promise<void> {
  await forgetRecords(writer, feedId, [...new Set(sourceIds)]);
  await writer.updateTable('feed').set({ remapAskedAt: now }).where('id', '=', feedId).execute();
  await writer
    .updateTable('feed')
    .set({ context: null })
    .where('id', '=', feedId)
    .where('kind', '=', 'full')
    .execute();
}

/** The doubts whose value is still the one that was decided about. */
async function stillOpen(
  writer: Writer,
  feedId: number,
  decided: readonly ConfirmedDoubt[],
): Promise<OpenDoubt[]> {
  const values = new Map(decided.map(({ externalId, field, value }) => [`${externalId} ${field}`, value]));
  const doubts = await doubtsWhere(writer, { feedId });
  return doubts.filter(({ externalId, field, value }) => values.get(`${externalId} ${field}`) === value);
}

async function confirm(
  writer: Writer,
  feedId: number,
  decided: readonly ConfirmedDoubt[],
  { by, now, holdId }: DecidedDoubts,
): Promise<OpenDoubt[]> {
  if (holdId !== undefined) await decideHold(writer, holdId, { kind: 'approved', remove: [] }, by, now);
  const confirmed = await stillOpen(writer, feedId, decided);
  if (confirmed.length === 0) return [];
  for (const doubt of confirmed) {
    const { connectionId, externalId, field, offer, value, live } = doubt;
    const decision = { byWhom: by, at: now, beforeValue: live, takenBackAt: null };
    await writer
      .insertInto('confirmation')
      .values({ connectionId, externalId, field, offer, value, ...decision })
      .onConflict((conflict) =>
        conflict.columns(['connectionId', 'externalId', 'field', 'offer', 'value']).doUpdateSet(decision),
      )
      .execute();
    await changeDoubt(writer, doubt, { confirmedAt: now });
    await auditDoubt(writer, 'content.confirmed', doubt, by, now);
  }
  const sourceIds = confirmed.map(({ sourceId }) => sourceId);
  await mapAgain(writer, feedId, sourceIds, now);
  return confirmed;
}

async function reject(
  writer: Writer,
  feedId: number,
  decided: readonly ConfirmedDoubt[],
  { until, by, now, holdId }: Parameters<ContentStore['reject']>[2],
): Promise<void> {
  if (holdId !== undefined) {
    const { cause } = await loadOpen(writer, holdId);
    await decideHold(writer, holdId, { kind: 'rejected', pinnedUntil: until }, by, now);
    if (cause === 'first_file')
      await writer
        .updateTable('feed')
        .set({ context: null, remapAskedAt: now })
        .where('id', '=', feedId)
        .execute();
  }
  for (const doubt of await stillOpen(writer, feedId, decided)) {
    await changeDoubt(writer, doubt, { rejectedUntil: until });
    await auditDoubt(writer, 'content.rejected', doubt, by, now);
  }
}

async function changeDoubt(
  writer: Writer,
  { feedId, externalId, field }: OpenDoubt,
  change: Partial<Pick<OpenDoubt, 'confirmedAt' | 'rejectedUntil'>>,
): Promise<void> {
  await writer
    .updateTable('contentDoubt')
    .set(change)
    .where('feedId', '=', feedId)
    .where('externalId', '=', externalId)
    .where('field', '=', field)
    .execute();
}

function auditDoubt(
  writer: Writer,
  action: string,
  { connectionId, externalId, field, value, live }: OpenDoubt,
  author: string,
  at: Millis,
): Promise<void> {
  const data = { connection: connectionId, listing: externalId, field, value, live };
  return addAudit(writer, { at, author, action, subject: externalId, data });
}

async function takeBack(
  writer: Writer,
  { feedId, connectionId, externalId, field }: Parameters<ContentStore['takeBack']>[0],
  by: string,
  now: Millis,
): Promise<Confirmation | null> {
  const row = await firstOf(
    writer
      .selectFrom('confirmation')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', '=', externalId)
      .where('field', '=', field)
      .where('takenBackAt', 'is', null)
      .where('beforeValue', 'is not', null)
      .orderBy('at', 'desc'),
  );
  if (row === null) return null;
  const { offer, value } = row;
  await writer
    .updateTable('confirmation')
    .set({ takenBackAt: now })
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .where('field', '=', field)
    .where('offer', '=', offer)
    .where('value', '=', value)
    .execute();
  const data = { connection: connectionId, listing: externalId, field, value, before: row.beforeValue };
  await addAudit(writer, { at: now, author: by, action: 'content.taken_back', subject: externalId, data });
  const listing = await firstOf(
    writer
      .selectFrom('listing')
      .select('sourceId')
      .where('connectionId', '=', connectionId)
      .where('externalId', '=', externalId),
  );
  await mapAgain(writer, feedId, listing?.sourceId == null ? [] : [listing.sourceId], now);
  return asConfirmation(row);
}

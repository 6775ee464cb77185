import { addAudit } from '../database/audit.js';
import { claimsOn } from '../records/claims.js';
import { listingKey, type Database, type Reader, type Writer } from '../database/database.js';
import { assertStore } from '../database/errors.js';
import { loadListings, saveListings } from '../database/listing-rows.js';
import { firstOf } from '../database/queries.js';
import { markPresent } from '../records/raw-records.js';
import type { Millis } from '../../model/millis.js';
import type { Suppression } from '../../model/daemon-request.js';
import type { SuppressionStore } from '../store.js';
import { forgetRecords } from '../records/forget-records.js';
import { queueRemovals } from '../records/queue-removals.js';

export function createSuppressions({ db, write }: Database): SuppressionStore {
  return {
    add: (suppression) => write((writer) => suppress(writer, suppression)),
    lift: (connectionId, externalId, author, now) =>
      write((writer) => lift(writer, { connectionId, externalId }, author, now)),
    get: (connectionId, externalId) => find(db, { connectionId, externalId }),
    all: () => sorted(db).execute(),
    ended: (now) => sorted(db).where('until', '<=', now).execute(),
  };
}

function sorted(db: Reader) {
  return db.selectFrom('suppression').selectAll().orderBy('connectionId').orderBy('externalId');
}

type Id = Pick<Suppression, 'connectionId' | 'externalId'>;

async function suppress(writer: Writer, suppression: Suppression): Promise<void> {
  const { connectionId, externalId, reason, until, author, at } = suppression;
  const drafts = await loadListings(writer, connectionId, [externalId]);
  const draft = drafts.get(externalId);
  assertStore(draft?.owner === 'feed', `${externalId} belongs to no feed and was suppressed`);
  if (draft.offSince === null)
    await queueRemovals(writer, connectionId, [{ draft, reason: 'withdrawn', isSuppression: true }], at);
  await markPresent(writer, draft);
  draft.intent = 'suppressed';
  await saveListings(writer, [draft], at);
  await writer
    .insertInto('suppression')
    .values(suppression)
    .onConflict((conflict) => conflict.columns(listingKey).doUpdateSet({ reason, until, author, at }))
    .execute();
  await addAudit(writer, { at, author, action: 'suppress', subject: externalId, data: { ...suppression } });
}

/** Ends a suppression. The listing counts as removed, and its record is read again: the feed decides whether it is published. */
async function lift(writer: Writer, id: Id, author: string, now: Millis): Promise<boolean> {
  const suppression = await find(writer, id);
  if (suppression === null) return false;
  await writer
    .deleteFrom('suppression')
    .where('connectionId', '=', id.connectionId)
    .where('externalId', '=', id.externalId)
    .execute();
  const draft = (await loadListings(writer, id.connectionId, [id.externalId])).get(id.externalId);
  if (draft !== undefined) {
    draft.intent = 'remove';
    draft.presence = 'gone';
    // It did not leave its feed: whether the feed has it is not known before its record is read.
    draft.removeReason = null;
    await saveListings(writer, [draft], now);
    if (draft.feedId !== null && draft.sourceId !== null)
      await readAgain(writer, draft.feedId, draft.sourceId);
    // The listing may have moved to another feed while it was suppressed: a feed that claims it may own it now.
    for (const claim of await claimsOn(writer, draft.feedId))
      if (claim.externalId === id.externalId) await readAgain(writer, claim.feedId, claim.sourceId);
  }
  const data = { connection: id.connectionId };
  await addAudit(writer, { at: now, author, action: 'unsuppress', subject: id.externalId, data });
  return true;
}

/** Makes the next poll of the feed read this record again. Without a new file, the poll plans the last snapshot again. */
async function readAgain(writer: Writer, feedId: number, sourceId: string): Promise<void> {
  await forgetRecords(writer, feedId, [sourceId]);
  await writer.updateTable('feed').set({ context: null }).where('id', '=', feedId).execute();
}

function find(reader: Reader, { connectionId, externalId }: Id): Promise<Suppression | null> {
  return firstOf(
    reader
      .selectFrom('suppression')
      .selectAll()
      .where('connectionId', '=', connectionId)
      .where('externalId', '=', externalId),
  );
}

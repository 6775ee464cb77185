import { addAudit } from '../database/audit.js';
import { claimsOn } from '../records/claims.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { assertStore } from '../database/errors.js';
import { loadListings, saveListings } from '../database/listing-rows.js';
import { markPresent } from '../records/raw-records.js';
import type { Millis } from '../../model/millis.js';
import type { Suppression } from '../../model/daemon-request.js';
import type { SuppressionStore } from '../store.js';
import { forgetRecords, queueRemovals } from '../records/queue-removals.js';

export function createSuppressions({ db, write }: Database): SuppressionStore {
  return {
    add: (suppression) => write((writer) => suppress(writer, suppression)),
    lift: (connectionId, externalId, author, now) =>
      write((writer) => lift(writer, { connectionId, externalId }, author, now)),
    get: (connectionId, externalId) => find(db, { connectionId, externalId }),
    all: () =>
      db.selectFrom('suppression').selectAll().orderBy('connectionId').orderBy('externalId').execute(),
    ended: (now) =>
      db
        .selectFrom('suppression')
        .selectAll()
        .where('until', '<=', now)
        .orderBy('connectionId')
        .orderBy('externalId')
        .execute(),
  };
}

type Id = Pick<Suppression, 'connectionId' | 'externalId'>;

async function suppress(writer: Writer, suppression: Suppression): Promise<void> {
  const { connectionId, externalId, reason, until, author, at } = suppression;
  const drafts = await loadListings(writer, connectionId, [externalId]);
  const draft = drafts.get(externalId);
  assertStore(draft?.owner === 'feed', `${externalId} belongs to no feed and was suppressed`);
  if (draft.offSince === null)
    await queueRemovals(writer, connectionId, [{ draft, reason: 'withdrawn' }], at);
  await markPresent(writer, draft.feedId, draft.sourceId);
  draft.intent = 'suppressed';
  await saveListings(writer, [draft]);
  await writer
    .insertInto('suppression')
    .values(suppression)
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'externalId']).doUpdateSet({ reason, until, author, at }),
    )
    .execute();
  await addAudit(writer, { at, author, action: 'suppress', subject: externalId, data: { ...suppression } });
}

/** The listing is off like any other from now on. Its record is read again, so that the feed alone says what comes. */
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
    await saveListings(writer, [draft]);
    if (draft.feedId !== null && draft.sourceId !== null)
      await readAgain(writer, draft.feedId, draft.sourceId);
    // It may have moved meanwhile: who has it too may have it now.
    for (const claim of await claimsOn(writer, draft.feedId))
      if (claim.externalId === id.externalId) await readAgain(writer, claim.feedId, claim.sourceId);
  }
  const data = { connection: id.connectionId };
  await addAudit(writer, { at: now, author, action: 'unsuppress', subject: id.externalId, data });
  return true;
}

/** Its last snapshot is planned again from disk at the next poll, even where the source has nothing new. */
async function readAgain(writer: Writer, feedId: number, sourceId: string): Promise<void> {
  await forgetRecords(writer, feedId, [sourceId]);
  await writer.updateTable('feed').set({ context: null }).where('id', '=', feedId).execute();
}

async function find(reader: Reader, { connectionId, externalId }: Id): Promise<Suppression | null> {
  const row = await reader
    .selectFrom('suppression')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('externalId', '=', externalId)
    .executeTakeFirst();
  return row ?? null;
}

import { acceptRenames, renamesOf, saveRenames } from '../listings/aliases.js';
import { addAudit } from '../database/audit.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { blocksOf } from '../database/database.js';
import { claimsOn, dropClaims } from '../records/claims.js';
import { StoreError, assertStore } from '../database/errors.js';
import { transferListings, type Transfer } from '../listings/transfer.js';
import { loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import type { HoldLine, Hold } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, HoldStore } from '../store.js';
import { queueRemovals } from '../records/queue-removals.js';

export function createHolds({ db, read, write }: Database): HoldStore {
  return {
    raise: (hold, now) => write((writer) => raise(writer, hold, now)),
    async open({ feedId, kind }) {
      let query = db.selectFrom('hold').selectAll().where('state', '=', 'open').orderBy('id');
      if (feedId !== undefined) query = query.where('feedId', '=', feedId);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      return query.execute();
    },
    all: ({ feedId } = {}) => {
      const query = db.selectFrom('hold').selectAll().orderBy('id', 'desc');
      return (feedId === undefined ? query : query.where('feedId', '=', feedId)).execute();
    },
    get: (id) =>
      read(async (reader) => {
        const hold = await reader.selectFrom('hold').selectAll().where('id', '=', id).executeTakeFirst();
        if (hold === undefined) return null;
        return { hold, lines: await linesOf(reader, id), renames: await renamesOf(reader, id) };
      }),
    release: (id, externalIds, now) =>
      write(async (writer) => {
        if ((await takeLines(writer, id, externalIds)) === 0) await close(writer, id, now);
      }),
    close: (id, now) => write((writer) => close(writer, id, now)),
    noteReminder: (id, now) =>
      write(async (writer) => {
        await writer.updateTable('hold').set({ remindedAt: now }).where('id', '=', id).execute();
      }),
    decide: (id, decision, by, now) =>
      write(async (writer) => {
        const hold = await loadOpen(writer, id);
        if (decision.kind === 'approved') {
          await removeLines(writer, hold, decision.remove, now);
          await passOn(writer, hold, decision.passOn ?? [], now);
        } else if (decision.kind === 'rekeyed')
          await acceptRenames(writer, feedOf(hold), await renamesOf(writer, id), now);
        else if (decision.kind === 'given') await giveLines(writer, hold, decision.toFeedId, now);
        else await pinLines(writer, hold, decision.pinnedUntil);
        if (decision.kind === 'approved' || decision.kind === 'rekeyed')
          await takeFileOver(writer, hold, now);
        if (hold.kind === 'orphan' && hold.feedId !== null && decision.kind !== 'rejected')
          await dropClaims(writer, hold.feedId);
        await endHold(writer, id, decision.kind === 'rejected' ? 'rejected' : 'approved', by, now);
        const data = auditData(hold, decision);
        await addAudit(writer, { at: now, author: by, action: decision.kind, subject: `hold ${id}`, data });
      }),
  };
}

type Raised = Parameters<HoldStore['raise']>[0];
type HoldHead = Omit<Raised, 'lines' | 'renames' | 'cause'>;

/** The numbers of a sentence, in order. A release may word a reason differently: the same numbers are the same question. */
function figuresOf(reason: string): string {
  return (reason.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
}

/** The open hold shows what would be decided: a further line, or other figures in its reason, is another revision. */
async function raise(writer: Writer, raised: Raised, now: Millis): Promise<Hold> {
  const { lines, renames = [], cause = null, ...hold } = raised;
  const open = await findOpen(writer, hold);
  const id = open?.id ?? (await insertHold(writer, hold, now));
  await saveRenames(writer, id, renames);
  const former = new Set(open === null ? [] : (await linesOf(writer, id)).map((line) => line.externalId));
  const isRevised =
    open !== null &&
    (figuresOf(open.reason) !== figuresOf(hold.reason) || lines.some((line) => !former.has(line.externalId)));
  await writer.deleteFrom('holdLine').where('holdId', '=', id).execute();
  const rows = lines.map(({ externalId, title, lastSeenAt, reason }, position) => ({
    holdId: id,
    position,
    externalId,
    title,
    lastSeenAt,
    reason,
  }));
  for (const block of blocksOf(rows)) await writer.insertInto('holdLine').values(block).execute();
  return writer
    .updateTable('hold')
    .set({
      reason: hold.reason,
      snapshotId: hold.snapshotId,
      cause,
      lineCount: lines.length,
      revision: open === null ? 1 : open.revision + (isRevised ? 1 : 0),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function findOpen(reader: Reader, hold: HoldHead): Promise<Hold | null> {
  const found = await reader
    .selectFrom('hold')
    .selectAll()
    .where('state', '=', 'open')
    .where('connectionId', '=', hold.connectionId)
    .where('kind', '=', hold.kind)
    .where('feedId', hold.feedId === null ? 'is' : '=', hold.feedId)
    .executeTakeFirst();
  return found ?? null;
}

async function insertHold(writer: Writer, hold: HoldHead, now: Millis): Promise<number> {
  const row = await writer
    .insertInto('hold')
    .values({
      ...hold,
      state: 'open',
      revision: 1,
      openedAt: now,
      decidedAt: null,
      decidedBy: null,
      lineCount: 0,
      cause: null,
      remindedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function endHold(
  writer: Writer,
  id: number,
  state: 'approved' | 'rejected',
  by: string,
  now: Millis,
): Promise<void> {
  await writer
    .updateTable('hold')
    .set({ state, decidedAt: now, decidedBy: by })
    .where('id', '=', id)
    .execute();
}

export async function loadOpen(writer: Writer, id: number): Promise<Hold> {
  const hold = await writer.selectFrom('hold').selectAll().where('id', '=', id).executeTakeFirst();
  if (hold === undefined) throw new StoreError('wrong_state', `There is no hold ${id}; nothing was changed.`);
  if (hold.state !== 'open')
    throw new StoreError('wrong_state', `Hold ${id} is ${hold.state} already; nothing was changed.`);
  return hold;
}

/** The file that was held is planned from disk at the next poll. What the source has now may be another one: it is asked for whole. */
async function takeFileOver(writer: Writer, hold: Hold, now: Millis): Promise<void> {
  const { kind, snapshotId, feedId } = hold;
  if (kind !== 'plan' || snapshotId === null || feedId === null) return;
  await writer.updateTable('snapshot').set({ state: 'approved' }).where('id', '=', snapshotId).execute();
  await writer
    .updateTable('feed')
    .set({ deferredSnapshotId: snapshotId, nextPollAt: now, etag: null, lastModified: null, parts: null })
    .where('id', '=', feedId)
    .execute();
}

/** Closed because its reason is gone; decided by no one. */
async function close(writer: Writer, id: number, now: Millis): Promise<void> {
  await writer
    .updateTable('hold')
    .set({ state: 'closed', decidedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

export async function linesOf(reader: Reader, holdId: number): Promise<HoldLine[]> {
  return reader
    .selectFrom('holdLine')
    .select(['externalId', 'title', 'lastSeenAt', 'reason'])
    .where('holdId', '=', holdId)
    .orderBy('position')
    .execute();
}

/** Takes lines off a hold. @returns how many are left */
export async function takeLines(
  writer: Writer,
  holdId: number,
  externalIds: readonly string[],
): Promise<number> {
  for (const ids of blocksOf(externalIds))
    await writer.deleteFrom('holdLine').where('holdId', '=', holdId).where('externalId', 'in', ids).execute();
  const lineCount = (await linesOf(writer, holdId)).length;
  await writer.updateTable('hold').set({ lineCount }).where('id', '=', holdId).execute();
  return lineCount;
}

async function removeLines(
  writer: Writer,
  hold: Hold,
  lines: readonly HoldLine[],
  now: Millis,
): Promise<void> {
  const shown = new Set((await linesOf(writer, hold.id)).map((line) => line.externalId));
  for (const { externalId } of lines)
    assertStore(shown.has(externalId), `${externalId} is no line of hold ${hold.id}`);
  const drafts = await loadListings(
    writer,
    hold.connectionId,
    lines.map((line) => line.externalId),
  );
  const removals = lines.flatMap(({ externalId, reason }) => {
    const draft = drafts.get(externalId);
    return draft?.offSince === null ? [{ draft, reason }] : [];
  });
  await queueRemovals(writer, hold.connectionId, removals, now);
  await saveListings(
    writer,
    removals.map(({ draft }) => draft),
  );
}

async function pinLines(writer: Writer, hold: Hold, pinnedUntil: Millis): Promise<void> {
  const lines = await linesOf(writer, hold.id);
  const drafts = await loadListings(
    writer,
    hold.connectionId,
    lines.map((line) => line.externalId),
  );
  // What reconcile would archive is off, and stays off: it is only not asked about until then.
  const pinned = [...drafts.values()].filter(
    (draft) => draft.offSince === null || hold.kind === 'confirmation',
  );
  for (const draft of pinned) {
    if (draft.offSince === null) draft.presence = 'pinned';
    draft.pinnedUntil = pinnedUntil;
  }
  await saveListings(writer, pinned);
}

/** Where the new owner names the id already, its record is the one that owns it; else the record is looked for under the same id. */
async function giveLines(writer: Writer, hold: Hold, toFeedId: number, now: Millis): Promise<void> {
  const claims = (await claimsOn(writer, hold.feedId)).filter(({ feedId }) => feedId === toFeedId);
  await giveOwned(writer, hold, now, (draft) => {
    const claim = claims.find(({ externalId }) => externalId === draft.externalId);
    const sourceId = claim?.sourceId ?? draft.sourceId;
    return sourceId === null ? null : { draft, feedId: toFeedId, sourceId };
  });
}

/** Lines that other feeds have pass to their records. */
async function passOn(writer: Writer, hold: Hold, claims: readonly Claim[], now: Millis): Promise<void> {
  if (claims.length === 0) return;
  await giveOwned(writer, hold, now, (draft) => {
    const claim = claims.find(({ externalId }) => externalId === draft.externalId);
    return claim === undefined ? null : { draft, feedId: claim.feedId, sourceId: claim.sourceId };
  });
}

/** Of the lines that the hold's feed still owns, those that another feed receives. */
async function giveOwned(
  writer: Writer,
  hold: Hold,
  now: Millis,
  giftOf: (draft: ListingDraft) => Transfer | null,
): Promise<void> {
  const lines = await linesOf(writer, hold.id);
  const drafts = await loadListings(
    writer,
    hold.connectionId,
    lines.map((line) => line.externalId),
  );
  const gifts = [...drafts.values()]
    .filter((draft) => draft.feedId === hold.feedId && draft.offSince === null)
    .flatMap((draft) => giftOf(draft) ?? []);
  await transferListings(writer, gifts, now);
  await saveListings(
    writer,
    gifts.map(({ draft }) => draft),
  );
}

function feedOf({ id, connectionId, feedId }: Hold): { connectionId: string; feedId: number } {
  assertStore(feedId !== null, `hold ${id} is of no feed`);
  return { connectionId, feedId };
}

function auditData(hold: Hold, decision: Parameters<HoldStore['decide']>[1]): Record<string, unknown> {
  const { kind, revision, lineCount } = hold;
  if (decision.kind === 'given') return { kind, revision, lineCount, toFeedId: decision.toFeedId };
  if (decision.kind === 'rekeyed') return { kind, revision, lineCount };
  return decision.kind === 'approved'
    ? { kind, revision, lineCount, removed: decision.remove.map((line) => line.externalId) }
    : { kind, revision, lineCount, pinnedUntil: decision.pinnedUntil };
}

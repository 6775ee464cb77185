import { acceptRenames, renamesOf, saveRenames } from '../listings/aliases.js';
import { addAudit } from '../database/audit.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { claimsOn, dropClaims } from '../records/claims.js';
import { countOf, firstOf, inBlocks, writeOne } from '../database/queries.js';
import { StoreError, assertStore } from '../database/errors.js';
import { transferListings, type Transfer } from '../listings/transfer.js';
import { idsOf, loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import { isRemovalLine, type HoldLine, type Hold, type RemovalLine } from '../../model/hold.js';
import { isHidden } from '../../core/removals/visibility.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, ContentChange, HoldStore } from '../store.js';
import { deactivate, hide, keepActive } from '../listings/deactivations.js';
import { forgetFingerprints, queueRemovals } from '../records/queue-removals.js';

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
        const hold = await holdOf(reader, id);
        if (hold === null) return null;
        return { hold, lines: await linesOf(reader, id), renames: await renamesOf(reader, id) };
      }),
    close: (id, now) => write((writer) => close(writer, id, now)),
    noteReminder: (id, now) =>
      writeOne(write, (writer) => writer.updateTable('hold').set({ remindedAt: now }).where('id', '=', id)),
    decide: (id, decision, by, now) => write((writer) => decideHold(writer, id, decision, by, now)),
  };
}

type HoldDecision = Parameters<HoldStore['decide']>[1];
type Raised = Parameters<HoldStore['raise']>[0];
type HoldHead = Omit<Raised, 'lines' | 'renames' | 'cause' | 'doubts'>;

/**
 * The numbers in a hold's reason, in order. A reason counts as changed only if its numbers differ, because another release may word the
 * same reason differently.
 */
function figuresOf(reason: string): string {
  return (reason.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
}

/** See HoldStore.decide. */
export async function decideHold(
  writer: Writer,
  id: number,
  decision: HoldDecision,
  by: string,
  now: Millis,
): Promise<void> {
  const hold = await loadOpen(writer, id);
  if (decision.kind === 'approved') {
    await removeLines(writer, hold, decision.remove, now);
    await deactivateLines(writer, hold, decision.deactivate ?? [], now);
    await transferToClaims(writer, hold, decision.passOn ?? [], now);
  } else if (decision.kind === 'rekeyed')
    await acceptRenames(writer, feedOf(hold), await renamesOf(writer, id), now);
  else if (decision.kind === 'hidden') await hideLines(writer, hold, decision, now);
  else if (decision.kind === 'given') await giveLines(writer, hold, decision.toFeedId, now);
  else await pinLines(writer, hold, decision.pinnedUntil, now);
  if (decision.kind === 'approved' || decision.kind === 'rekeyed') await approveFile(writer, hold, now);
  if (hold.kind === 'orphan' && hold.feedId !== null && decision.kind !== 'rejected')
    await dropClaims(writer, hold.feedId);
  await endHold(writer, id, decision.kind === 'rejected' ? 'rejected' : 'approved', by, now);
  const data = auditData(hold, decision);
  await addAudit(writer, { at: now, author: by, action: decision.kind, subject: `hold ${id}`, data });
}

/** See HoldStore.raise. A new revision makes sure that a person decides on exactly the lines that were shown. */
async function raise(writer: Writer, raised: Raised, now: Millis): Promise<Hold> {
  const { lines, renames = [], cause = null, doubts, ...hold } = raised;
  const open = await findOpen(writer, hold);
  const id = open?.id ?? (await insertHold(writer, hold, now));
  await saveRenames(writer, id, renames);
  const former = new Set(open === null ? [] : idsOf(await linesOf(writer, id)));
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
  await inBlocks(rows, (block) => writer.insertInto('holdLine').values(block));
  return writer
    .updateTable('hold')
    .set({
      reason: hold.reason,
      snapshotId: hold.snapshotId,
      cause,
      lineCount: doubts ?? lines.length,
      inactiveCount: lines.filter((line) => !isRemovalLine(line)).length,
      revision: open === null ? 1 : open.revision + (isRevised ? 1 : 0),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function findOpen(reader: Reader, hold: HoldHead): Promise<Hold | null> {
  return firstOf(
    reader
      .selectFrom('hold')
      .selectAll()
      .where('state', '=', 'open')
      .where('connectionId', '=', hold.connectionId)
      .where('kind', '=', hold.kind)
      .where('feedId', hold.feedId === null ? 'is' : '=', hold.feedId),
  );
}

function holdOf(reader: Reader, id: number): Promise<Hold | null> {
  return firstOf(reader.selectFrom('hold').selectAll().where('id', '=', id));
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
      inactiveCount: 0,
      cause: null,
      remindedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores that a hold was decided. */
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

/** The hold, to decide it. @throws StoreError `wrong_state` if the hold is unknown or not open */
export async function loadOpen(writer: Writer, id: number): Promise<Hold> {
  const hold = await holdOf(writer, id);
  if (hold === null) throw new StoreError('wrong_state', `There is no hold ${id}; nothing was changed.`);
  if (hold.state !== 'open')
    throw new StoreError('wrong_state', `Hold ${id} is ${hold.state} already; nothing was changed.`);
  return hold;
}

/**
 * Approves the file of a hold of kind `plan`. The feed's next poll plans the file from disk. The feed's validators are deleted, so that a
 * later poll fetches the source's current file in full: it may not be the approved one.
 */
async function approveFile(writer: Writer, hold: Hold, now: Millis): Promise<void> {
  const { kind, snapshotId, feedId } = hold;
  if (kind !== 'plan' || snapshotId === null || feedId === null) return;
  await writer.updateTable('snapshot').set({ state: 'approved' }).where('id', '=', snapshotId).execute();
  await writer
    .updateTable('feed')
    .set({ deferredSnapshotId: snapshotId, nextPollAt: now, etag: null, lastModified: null, parts: null })
    .where('id', '=', feedId)
    .execute();
}

/** Closes an open hold whose reason is gone, without a decision. */
async function close(writer: Writer, id: number, now: Millis): Promise<void> {
  await writer
    .updateTable('hold')
    .set({ state: 'closed', decidedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** The lines of a hold, in their order. */
async function linesOf(reader: Reader, holdId: number): Promise<HoldLine[]> {
  return reader
    .selectFrom('holdLine')
    .select(['externalId', 'title', 'lastSeenAt', 'reason'])
    .where('holdId', '=', holdId)
    .orderBy('position')
    .execute();
}

/** Deletes lines of a hold. @returns the number of remaining lines */
export async function takeLines(
  writer: Writer,
  holdId: number,
  externalIds: readonly string[],
): Promise<number> {
  await inBlocks(externalIds, (ids) =>
    writer.deleteFrom('holdLine').where('holdId', '=', holdId).where('externalId', 'in', ids),
  );
  const lineCount = await countOf(writer.selectFrom('holdLine').where('holdId', '=', holdId));
  await writer.updateTable('hold').set({ lineCount }).where('id', '=', holdId).execute();
  return lineCount;
}

async function removeLines(
  writer: Writer,
  hold: Hold,
  lines: readonly RemovalLine[],
  now: Millis,
): Promise<void> {
  await requireLines(writer, hold.id, idsOf(lines));
  const drafts = await loadListings(writer, hold.connectionId, idsOf(lines));
  const removals = lines.flatMap(({ externalId, reason }) => {
    const draft = drafts.get(externalId);
    return draft?.offSince === null ? [{ draft, reason }] : [];
  });
  await queueRemovals(writer, hold.connectionId, removals, now);
  await saveListings(
    writer,
    removals.map(({ draft }) => draft),
    now,
  );
}

async function deactivateLines(
  writer: Writer,
  hold: Hold,
  changes: readonly ContentChange[],
  now: Millis,
): Promise<void> {
  await requireLines(writer, hold.id, idsOf(changes));
  await deactivate(writer, hold.connectionId, changes, now);
}

async function hideLines(
  writer: Writer,
  hold: Hold,
  { until, missing }: Extract<HoldDecision, { kind: 'hidden' }>,
  now: Millis,
): Promise<void> {
  await requireLines(writer, hold.id, idsOf(missing));
  await hide(writer, hold.connectionId, { changes: missing, until }, now);
  const drafts = [...(await loadListings(writer, hold.connectionId, idsOf(missing))).values()].filter(
    isHidden,
  );
  for (const draft of drafts) {
    draft.presence = 'pinned';
    draft.pinnedUntil = until;
  }
  await saveListings(writer, drafts, now);
  await forgetFingerprints(writer, drafts);
}

/** @throws if an id is no line of the hold */
export async function requireLines(
  writer: Writer,
  holdId: number,
  externalIds: readonly string[],
): Promise<void> {
  const shown = new Set(idsOf(await linesOf(writer, holdId)));
  for (const id of externalIds) assertStore(shown.has(id), `${id} is no line of hold ${holdId}`);
}

/** Listings of the hold's lines. */
async function draftsOf(writer: Writer, hold: Hold): Promise<ListingDraft[]> {
  const ids = idsOf(await linesOf(writer, hold.id));
  return [...(await loadListings(writer, hold.connectionId, ids)).values()];
}

async function pinLines(writer: Writer, hold: Hold, pinnedUntil: Millis, now: Millis): Promise<void> {
  const lines = await linesOf(writer, hold.id);
  const inactive = new Set(idsOf(lines.filter((line) => !isRemovalLine(line))));
  const drafts = await draftsOf(writer, hold);
  // Lines of a confirmation hold are removed and stay removed. A pin only stops reconciling from asking about them until the pin expires.
  const pinned = drafts.filter(
    ({ externalId, offSince }) =>
      !inactive.has(externalId) && (offSince === null || hold.kind === 'confirmation'),
  );
  const active = drafts.filter(
    ({ externalId, deactivation }) => inactive.has(externalId) && deactivation !== null,
  );
  keepActive(active, pinnedUntil);
  await saveListings(writer, active, now);
  for (const draft of pinned) {
    if (draft.offSince === null) draft.presence = 'pinned';
    draft.pinnedUntil = pinnedUntil;
  }
  await saveListings(writer, pinned, now);
}

/** Transfers the hold's listings to another feed: to its record that claims the listing, else to its record of the same source id. */
async function giveLines(writer: Writer, hold: Hold, toFeedId: number, now: Millis): Promise<void> {
  const claims = (await claimsOn(writer, hold.feedId)).filter(({ feedId }) => feedId === toFeedId);
  await transferOwned(writer, hold, now, (draft) => {
    const claim = claims.find(({ externalId }) => externalId === draft.externalId);
    const sourceId = claim?.sourceId ?? draft.sourceId;
    return sourceId === null ? null : { draft, feedId: toFeedId, sourceId };
  });
}

/** Transfers the hold's listings to the records that claim them. */
async function transferToClaims(
  writer: Writer,
  hold: Hold,
  claims: readonly Claim[],
  now: Millis,
): Promise<void> {
  if (claims.length === 0) return;
  await transferOwned(writer, hold, now, (draft) => {
    const claim = claims.find(({ externalId }) => externalId === draft.externalId);
    return claim === undefined ? null : { draft, feedId: claim.feedId, sourceId: claim.sourceId };
  });
}

/** Transfers listings of the hold that its feed still owns. @param transferOf null: the listing stays with its feed */
async function transferOwned(
  writer: Writer,
  hold: Hold,
  now: Millis,
  transferOf: (draft: ListingDraft) => Transfer | null,
): Promise<void> {
  const transfers = (await draftsOf(writer, hold))
    .filter((draft) => draft.feedId === hold.feedId && draft.offSince === null)
    .flatMap((draft) => transferOf(draft) ?? []);
  await transferListings(writer, transfers, now);
  await saveListings(
    writer,
    transfers.map(({ draft }) => draft),
    now,
  );
}

function feedOf({ id, connectionId, feedId }: Hold): { connectionId: string; feedId: number } {
  assertStore(feedId !== null, `hold ${id} is of no feed`);
  return { connectionId, feedId };
}

function auditData(hold: Hold, decision: Parameters<HoldStore['decide']>[1]): Record<string, unknown> {
  const { kind, revision, lineCount } = hold;
  const data = { kind, revision, lineCount };
  if (decision.kind === 'given') return { ...data, toFeedId: decision.toFeedId };
  if (decision.kind === 'rekeyed') return data;
  if (decision.kind === 'hidden')
    return {
      ...data,
      until: decision.until,
      hidden: idsOf(decision.missing),
    };
  return decision.kind === 'approved'
    ? { ...data, removed: idsOf(decision.remove), inactive: idsOf(decision.deactivate ?? []) }
    : { ...data, pinnedUntil: decision.pinnedUntil };
}

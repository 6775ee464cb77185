import { addAudit } from '../database/audit.js';
import { listingKey, type Database, type Reader, type Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { adoptListings } from '../listings/adopt.js';
import { endHold, loadOpen, requireLines, takeLines } from './holds.js';
import { changeListings, idsOf, loadListings, saveListings } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import type { ReconcileListing, ReconcilePlan } from '../../model/reconcile.js';
import type { Millis } from '../../model/millis.js';
import type { ReconcileStore } from '../store.js';
import type { ReconcileTable } from '../database/tables.js';
import { queueRemovals } from '../records/queue-removals.js';
import { putEntries, removalEntry, upsertEntry, type NewEntry } from '../outbox/entries.js';

export function createReconciles(database: Database): ReconcileStore {
  return { ...plans(database), ...changes(database), ...decisions(database) };
}

function plans({ db, write }: Database) {
  return {
    listings: (connectionId) => reconcileListings(db, connectionId),
    plan: (plan) =>
      write(async (writer) => {
        const { connectionId, plannedAt, ...data } = plan;
        return { ...plan, id: await insert(writer, 'stored', { connectionId, at: plannedAt, data }) };
      }),
    async unfinished(connectionId) {
      const [row] = await rowsIn(db, connectionId, 'stored');
      if (row === undefined) return null;
      const { id, startedAt: plannedAt, data } = row;
      return { ...(JSON.parse(data) as PlanData), id, connectionId, plannedAt };
    },
    finish: (plan, now) =>
      write(async (writer) => {
        const { connectionId, archive } = plan;
        await changeListings(
          writer,
          connectionId,
          archive.map((externalId) => ({ externalId, portal: 'archived', confirmedDigest: null })),
          now,
        );
        await addEvents(
          writer,
          archive.map((externalId) => ({ connectionId, externalId, at: now, kind: 'archived', data: {} })),
        );
        await end(writer, plan.id, 'done', now);
        await useApprovals(writer, connectionId, now);
      }),
    drop: (id, now) => write((writer) => end(writer, id, 'dropped', now)),
    async approved(connectionId) {
      const rows = await rowsIn(db, connectionId, 'approved');
      return rows.flatMap((row) => (JSON.parse(row.data) as ApprovedData).archive);
    },
  } satisfies Partial<ReconcileStore>;
}

function changes({ write }: Database) {
  return {
    removeOneByOne: (connectionId, externalIds, now) =>
      write(async (writer) => {
        const drafts = await loadListings(writer, connectionId, externalIds);
        const removed = [...drafts.values()].filter((draft) => draft.offSince !== null);
        await putEntries(
          writer,
          connectionId,
          removed.map((draft) => removalEntry(draft, draft.removeReason ?? 'withdrawn', now)),
        );
        await useApprovals(writer, connectionId, now);
      }),
    archiveForeign: (connectionId, externalIds, now) =>
      write((writer) => removeForeign(writer, connectionId, externalIds, now)),
    adopt: (connectionId, seen, change) =>
      write((writer) => adoptListings(writer, connectionId, seen, change)),
    repair: (connectionId, drifts, now) =>
      write((writer) => repairListings(writer, connectionId, drifts, now)),
  } satisfies Partial<ReconcileStore>;
}

function decisions({ write }: Database) {
  return {
    decideForeign: (holdId, { archive, adopt }, by, now) =>
      write(async (writer) => {
        const { connectionId } = await loadOpen(writer, holdId);
        await requireLines(writer, holdId, [...archive, ...adopt]);
        await removeForeign(writer, connectionId, archive, now);
        await changeListings(
          writer,
          connectionId,
          adopt.map((externalId) => ({ externalId, owner: 'manual', intent: 'manual', offered: true })),
          now,
        );
        const left = await takeLines(writer, holdId, [...archive, ...adopt]);
        if (left === 0) await endHold(writer, holdId, archive.length > 0 ? 'approved' : 'rejected', by, now);
        const subject = `hold ${holdId}`;
        await addAudit(writer, { at: now, author: by, action: 'foreign', subject, data: { archive, adopt } });
      }),
    approveArchive: (holdId, archive, by, now) =>
      write(async (writer) => {
        const { connectionId } = await loadOpen(writer, holdId);
        await requireLines(writer, holdId, archive);
        await insert(writer, 'approved', { connectionId, at: now, data: { archive } });
        await writer
          .updateTable('connection')
          .set({ nextReconcileAt: now })
          .where('id', '=', connectionId)
          .execute();
        await endHold(writer, holdId, 'approved', by, now);
        const subject = `hold ${holdId}`;
        await addAudit(writer, { at: now, author: by, action: 'approved', subject, data: { archive } });
      }),
  } satisfies Partial<ReconcileStore>;
}

type PlanData = Pick<ReconcilePlan, 'idempotencyKey' | 'keep' | 'archive' | 'confirm'>;
interface ApprovedData {
  archive: readonly string[];
}

async function reconcileListings(reader: Reader, connectionId: string): Promise<ReconcileListing[]> {
  const rows = await reader
    .selectFrom('listing')
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.connectionId', '=', 'listing.connectionId')
        .onRef('outbox.externalId', '=', 'listing.externalId'),
    )
    .leftJoin('drift', (join) =>
      join
        .onRef('drift.connectionId', '=', 'listing.connectionId')
        .onRef('drift.externalId', '=', 'listing.externalId'),
    )
    .where('listing.connectionId', '=', connectionId)
    .orderBy('listing.externalId')
    .select([
      'listing.externalId',
      'listing.owner',
      'listing.presence',
      'listing.offered',
      'listing.intent',
      'listing.portal',
      'listing.pinnedUntil',
      'listing.wantedDigest',
      'listing.confirmedDigest',
      'listing.digestAlias',
      'listing.firstSentAt',
      'listing.offSince',
      'listing.lastSeenAt',
      'listing.title',
      'listing.unchangedSince',
      'outbox.op as queued',
      'drift.repairs',
      'drift.missed',
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    offered: row.offered === 1,
    repairs: row.repairs ?? 0,
    missed: row.missed ?? 0,
  }));
}

function rowsIn(
  reader: Reader,
  connectionId: string,
  state: ReconcileTable['state'],
): Promise<{ id: number; startedAt: Millis; data: string }[]> {
  return reader
    .selectFrom('reconcile')
    .select(['id', 'startedAt', 'data'])
    .where('connectionId', '=', connectionId)
    .where('state', '=', state)
    .orderBy('id')
    .execute();
}

async function insert(
  writer: Writer,
  state: ReconcileTable['state'],
  row: { connectionId: string; at: Millis; data: PlanData | ApprovedData },
): Promise<number> {
  const { connectionId, at: startedAt, data } = row;
  const { id } = await writer
    .insertInto('reconcile')
    .values({ connectionId, startedAt, endedAt: null, state, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a call or an approval and deletes its ids, which are not sent again. */
async function end(writer: Writer, id: number, state: 'done' | 'dropped', now: Millis): Promise<void> {
  await writer
    .updateTable('reconcile')
    .set({ state, endedAt: now, data: '{}' })
    .where('id', '=', id)
    .execute();
}

async function useApprovals(writer: Writer, connectionId: string, now: Millis): Promise<void> {
  for (const { id } of await rowsIn(writer, connectionId, 'approved')) await end(writer, id, 'done', now);
}

/** Queues the removal of listings that are still foreign. Listings that belong to a feed or a person by now are skipped. */
async function removeForeign(
  writer: Writer,
  connectionId: string,
  externalIds: readonly string[],
  now: Millis,
): Promise<void> {
  const drafts = [...(await loadListings(writer, connectionId, externalIds)).values()].filter(
    (draft) => draft.owner === 'foreign' && draft.offSince === null,
  );
  await queueRemovals(
    writer,
    connectionId,
    drafts.map((draft) => ({ draft, reason: 'withdrawn' })),
    now,
  );
  await saveListings(writer, drafts, now);
}

async function repairListings(
  writer: Writer,
  connectionId: string,
  drifts: Parameters<ReconcileStore['repair']>[1],
  now: Millis,
): Promise<void> {
  const drafts = await loadListings(writer, connectionId, idsOf(drifts));
  const entries: NewEntry[] = [];
  for (const { externalId, action, heldDigest } of drifts) {
    const draft = drafts.get(externalId);
    if (draft === undefined) continue;
    if (action === 'taken_down') {
      draft.portal = 'taken_down';
      continue;
    }
    draft.confirmedDigest = heldDigest;
    if (heldDigest === null) draft.portal = 'unknown';
    entries.push(upsertEntry(draft, { lane: 'own_change', digest: draft.wantedDigest }, now));
  }
  await saveListings(writer, drafts.values(), now);
  await putEntries(writer, connectionId, entries);
  await countDrift(writer, connectionId, drifts);
  await addEvents(
    writer,
    drifts.map(({ externalId, kind, action }) => ({
      connectionId,
      externalId,
      at: now,
      kind: action === 'repair' ? 'drift_repaired' : 'taken_down',
      data: { drift: kind },
    })),
  );
}

async function countDrift(
  writer: Writer,
  connectionId: string,
  drifts: Parameters<ReconcileStore['repair']>[1],
): Promise<void> {
  const rows = drifts.map(({ externalId, action, missed }) => ({
    connectionId,
    externalId,
    repairs: action === 'repair' ? 1 : 0,
    missed,
  }));
  await inBlocks(rows, (block) =>
    writer
      .insertInto('drift')
      .values(block)
      .onConflict((conflict) =>
        conflict.columns(listingKey).doUpdateSet((eb) => ({
          repairs: eb('drift.repairs', '+', eb.ref('excluded.repairs')),
          missed: eb.ref('excluded.missed'),
        })),
      ),
  );
}

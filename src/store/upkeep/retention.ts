import { sql } from 'kysely';
import { currentFence } from '../../platform/fence.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import type { KeptSince, RetentionStore, UpgradeCopy } from '../contract/retention.js';
import { idsOf, onPortal } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import { findUpgradeCopies, removeUpgradeCopies } from './upgrade-copy.js';

export function createRetention({ db, write, file }: Database): RetentionStore {
  return {
    forgetListings: (before, limit) => write((writer) => forgetListings(writer, before, limit)),
    forgetRecords: (feedId) => write((writer) => forgetRecords(writer, feedId)),
    forgetNotes: (since) => write((writer) => forgetNotes(writer, since)),
    upgradeCopies: () => upgradeCopies(db, file),
    async forgetUpgradeCopies(before) {
      if (file === null) return [];
      const copies = await upgradeCopies(db, file);
      const old = copies.filter(({ upgradedAt }) => upgradedAt !== null && upgradedAt < before);
      currentFence()?.check();
      removeUpgradeCopies(file, old);
      return old;
    },
  };
}

async function upgradeCopies(db: Reader, file: string | null): Promise<UpgradeCopy[]> {
  if (file === null) return [];
  const { rows } = await sql<{
    version: number;
    appliedAt: number;
  }>`select version, applied_at from schema_version`.execute(db);
  return findUpgradeCopies(file, new Map(rows.map(({ version, appliedAt }) => [version, appliedAt])));
}

async function forgetListings(writer: Writer, before: Millis, limit: number): Promise<number> {
  const { rows } = await sql<{ connectionId: string; externalId: string }>`
    select connection_id, external_id from listing
    where presence = 'gone' and off_since < ${before} and portal not in (${sql.join([...onPortal])})
      and not exists (select 1 from outbox
        where outbox.connection_id = listing.connection_id and outbox.external_id = listing.external_id)
      and not exists (select 1 from suppression
        where suppression.connection_id = listing.connection_id and suppression.external_id = listing.external_id)
      and not exists (select 1 from claim
        where claim.connection_id = listing.connection_id and claim.external_id = listing.external_id)
      and not exists (select 1 from hold_line join hold on hold.id = hold_line.hold_id
        where hold.state = 'open' and hold.connection_id = listing.connection_id
          and hold_line.external_id = listing.external_id)
    limit ${limit}`.execute(writer);
  for (const connectionId of new Set(rows.map((row) => row.connectionId))) {
    const ids = idsOf(rows.filter((row) => row.connectionId === connectionId));
    // The table of payloads is not named: the database deletes the payload together with its listing.
    for (const table of ['event', 'drift', 'listing'] as const)
      await inBlocks(ids, (block) =>
        writer.deleteFrom(table).where('connectionId', '=', connectionId).where('externalId', 'in', block),
      );
  }
  return rows.length;
}

async function forgetRecords(writer: Writer, feedId: number): Promise<void> {
  for (const table of ['staged', 'rawRecord', 'rawSurroundings', 'record', 'usedWord'] as const)
    await writer.deleteFrom(table).where('feedId', '=', feedId).execute();
  await writer
    .updateTable('feed')
    .set({
      etag: null,
      lastModified: null,
      parts: null,
      changes: null,
      lastFullFetchAt: null,
      context: null,
      committedSnapshotId: null,
      deferredSnapshotId: null,
    })
    .where('id', '=', feedId)
    .execute();
}

async function forgetNotes(writer: Writer, { history, logs }: KeptSince): Promise<void> {
  await writer
    .deleteFrom('run')
    .where('endedAt', '<', logs)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('run as newest')
        .select((of) => of.fn.max('newest.id').as('id'))
        .groupBy(['newest.kind', 'newest.feedId', 'newest.connectionId']),
    )
    .execute();
  await writer.deleteFrom('intent').where('doneAt', '<', logs).execute();
  await writer.deleteFrom('notice').where('overAt', '<', logs).execute();
  await writer
    .deleteFrom('reconcile')
    .where('endedAt', '<', logs)
    .where('state', 'in', ['done', 'dropped'])
    .execute();
  await writer.deleteFrom('hold').where('state', '!=', 'open').where('decidedAt', '<', history).execute();
  await writer
    .deleteFrom('batch')
    .where('state', 'in', ['settled', 'dissolved'])
    .where('createdAt', '<', history)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('spend').select('spend.id').whereRef('spend.batchId', '=', 'batch.id'))),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('outbox').select('outbox.externalId').whereRef('outbox.batchId', '=', 'batch.id'),
        ),
      ),
    )
    .execute();
}

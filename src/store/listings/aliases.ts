import type { Alias, AliasStore, Rename } from '../contract/renames.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { expectRecords, keptPresent } from './transfer.js';
import { foldIds, idsOf, loadListings, saveListings } from '../database/listing-rows.js';
import { firstOf, inBlocks } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import { forgetRecords } from '../records/forget-records.js';

export function createAliases({ db }: Database): AliasStore {
  return {
    ofFeed: (feedId) =>
      db.selectFrom('alias').selectAll().where('feedId', '=', feedId).orderBy('externalId').execute(),
    of: (connectionId, externalId) =>
      firstOf(
        db
          .selectFrom('alias')
          .selectAll()
          .where('connectionId', '=', connectionId)
          .where('externalId', '=', externalId),
      ),
  };
}

/** Renames that a hold proposes. */
export async function renamesOf(reader: Reader, holdId: number): Promise<Rename[]> {
  return reader
    .selectFrom('rename')
    .select(['externalId', 'ownId', 'sourceId'])
    .where('holdId', '=', holdId)
    .orderBy('externalId')
    .execute();
}

/** Replaces the renames that a hold proposes. */
export async function saveRenames(writer: Writer, holdId: number, renames: readonly Rename[]): Promise<void> {
  await writer.deleteFrom('rename').where('holdId', '=', holdId).execute();
  const rows = renames.map(({ externalId, ownId, sourceId }) => ({ holdId, externalId, ownId, sourceId }));
  await inBlocks(rows, (block) => writer.insertInto('rename').values(block));
}

/**
 * Accepts renames in the caller's transaction: each listing passes from its former record to the new one, and an alias is stored. Listings
 * that are removed or belong to another feed by now are left out.
 * @returns external ids of the passed listings
 */
export async function acceptRenames(
  writer: Writer,
  { connectionId, feedId }: { connectionId: string; feedId: number },
  renames: readonly Rename[],
  now: Millis,
): Promise<string[]> {
  const drafts = await loadListings(writer, connectionId, idsOf(renames));
  const accepted = renames.flatMap((rename) => {
    const draft = drafts.get(rename.externalId);
    const isOwned = draft?.owner === 'feed' && draft.feedId === feedId && draft.offSince === null;
    return isOwned ? [{ ...rename, draft, formerSourceId: draft.sourceId }] : [];
  });
  const former = accepted.flatMap(({ formerSourceId }) => formerSourceId ?? []);
  await forgetRecords(writer, feedId, former);
  await expectRecords(
    writer,
    feedId,
    accepted.map(({ sourceId }) => sourceId),
  );
  for (const { draft, ...rename } of accepted) {
    const { externalId, sourceId, formerSourceId } = rename;
    await putAlias(writer, { ...rename, connectionId, feedId, at: now });
    Object.assign(draft, {
      sourceId,
      ...keptPresent,
      foldedIds: foldIds([externalId, sourceId, ...(formerSourceId === null ? [] : [formerSourceId])]),
    } satisfies Partial<typeof draft>);
  }
  await saveListings(
    writer,
    accepted.map(({ draft }) => draft),
    now,
  );
  await addEvents(
    writer,
    accepted.map(({ externalId, sourceId, formerSourceId }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'renamed',
      data: { from: formerSourceId, to: sourceId },
    })),
  );
  return idsOf(accepted);
}

/** Stores an alias in place of any with the same external id or the same own id: agencies reuse ids, and the latest decision counts. */
async function putAlias(writer: Writer, alias: Alias): Promise<void> {
  await writer
    .deleteFrom('alias')
    .where((eb) =>
      eb.or([
        eb.and([eb('connectionId', '=', alias.connectionId), eb('externalId', '=', alias.externalId)]),
        eb.and([eb('feedId', '=', alias.feedId), eb('ownId', '=', alias.ownId)]),
      ]),
    )
    .execute();
  await writer.insertInto('alias').values(alias).execute();
}

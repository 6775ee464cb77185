import type { Alias, AliasStore, Rename } from '../contract/renames.js';
import { blocksOf, type Database, type Reader, type Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { expectRecords } from './transfer.js';
import { foldIds, loadListings, saveListings } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import { forgetRecords } from '../records/queue-removals.js';

export function createAliases({ db }: Database): AliasStore {
  return {
    ofFeed: (feedId) =>
      db.selectFrom('alias').selectAll().where('feedId', '=', feedId).orderBy('externalId').execute(),
    async of(connectionId, externalId) {
      const row = await db
        .selectFrom('alias')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .where('externalId', '=', externalId)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

export async function renamesOf(reader: Reader, holdId: number): Promise<Rename[]> {
  return reader
    .selectFrom('rename')
    .select(['externalId', 'ownId', 'sourceId'])
    .where('holdId', '=', holdId)
    .orderBy('externalId')
    .execute();
}

/** What the hold proposes now, and nothing of what it proposed before. */
export async function saveRenames(writer: Writer, holdId: number, renames: readonly Rename[]): Promise<void> {
  await writer.deleteFrom('rename').where('holdId', '=', holdId).execute();
  const rows = renames.map(({ externalId, ownId, sourceId }) => ({ holdId, externalId, ownId, sourceId }));
  for (const block of blocksOf(rows)) await writer.insertInto('rename').values(block).execute();
}

/**
 * Lets records under new ids have the listings that they had under their former ones, in the caller's transaction. What another
 * record has taken meanwhile, or is off, is left out. @returns ids of the listings that changed hands
 */
export async function acceptRenames(
  writer: Writer,
  { connectionId, feedId }: { connectionId: string; feedId: number },
  renames: readonly Rename[],
  now: Millis,
): Promise<string[]> {
  const drafts = await loadListings(
    writer,
    connectionId,
    renames.map(({ externalId }) => externalId),
  );
  const taken = renames.flatMap((rename) => {
    const draft = drafts.get(rename.externalId);
    const isFree = draft?.owner === 'feed' && draft.feedId === feedId && draft.offSince === null;
    return isFree ? [{ rename, draft, formerSourceId: draft.sourceId }] : [];
  });
  const former = taken.flatMap(({ formerSourceId }) => formerSourceId ?? []);
  await forgetRecords(writer, feedId, former);
  await expectRecords(
    writer,
    feedId,
    taken.map(({ rename }) => rename.sourceId),
  );
  for (const { rename, draft, formerSourceId } of taken) {
    const { externalId, ownId, sourceId } = rename;
    const alias: Alias = { connectionId, externalId, feedId, ownId, sourceId, formerSourceId, at: now };
    await putAlias(writer, alias);
    Object.assign(draft, {
      sourceId,
      presence: 'present',
      offered: true,
      graceSince: null,
      gracePolls: 0,
      pinnedUntil: null,
      foldedIds: foldIds([externalId, sourceId, ...(formerSourceId === null ? [] : [formerSourceId])]),
    } satisfies Partial<typeof draft>);
  }
  await saveListings(
    writer,
    taken.map(({ draft }) => draft),
  );
  await addEvents(
    writer,
    taken.map(({ rename: { externalId, sourceId }, formerSourceId }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'renamed',
      data: { from: formerSourceId, to: sourceId },
    })),
  );
  return taken.map(({ rename }) => rename.externalId);
}

/** Ids come again one day: the latest decision counts, in both directions. */
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

import { blocksOf, excluded, type Database, type Writer } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import { loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import type { PhotoDigestChange, PhotoRecord, PhotoStore } from '../store.js';
import { cancelEntries, putEntries } from '../outbox/entries.js';

export function createPhotos({ db, write }: Database): PhotoStore {
  return {
    async get(keys) {
      const found = new Map<string, PhotoRecord>();
      for (const block of blocksOf([...new Set(keys)])) {
        const rows = await db.selectFrom('photo').selectAll().where('url', 'in', block).execute();
        for (const row of rows) found.set(row.url, row);
      }
      return found;
    },
    save: (rows) =>
      write((writer) =>
        insertMany(writer, rows, {
          name: 'photo',
          of: (some, row) =>
            writer
              .insertInto('photo')
              .values(some)
              .onConflict((conflict) => conflict.column('url').doUpdateSet(excluded(row, ['url']))),
        }),
      ),
    putDigests: (connectionId, changes, now) =>
      write((writer) => putDigests(writer, connectionId, changes, now)),
    forget: (before) =>
      write(async (writer) => {
        await writer.deleteFrom('photo').where('checkedAt', '<', before).execute();
      }),
  };
}

async function putDigests(
  writer: Writer,
  connectionId: string,
  changes: readonly PhotoDigestChange[],
  now: Millis,
): Promise<string[]> {
  const drafts = await loadListings(
    writer,
    connectionId,
    changes.map((change) => change.externalId),
  );
  const put = changes.flatMap((change) => {
    const draft = drafts.get(change.externalId);
    return draft !== undefined && isStillWanted(draft, change) ? [{ draft, change }] : [];
  });
  for (const { draft, change } of put) {
    draft.wantedDigest = change.digest;
    draft.retries = 0;
    await writer
      .updateTable('payload')
      .set({ content: change.packed })
      .where('connectionId', '=', connectionId)
      .where('externalId', '=', change.externalId)
      .execute();
  }
  await saveListings(
    writer,
    put.map(({ draft }) => draft),
  );
  const held = put.filter(({ draft }) => draft.confirmedDigest === draft.wantedDigest);
  await cancelEntries(writer, connectionId, new Map(held.map(({ draft }) => [draft.externalId, draft])));
  await putEntries(
    writer,
    connectionId,
    put
      .filter(({ draft }) => draft.confirmedDigest !== draft.wantedDigest)
      .map(({ draft, change }) => ({
        connectionId,
        externalId: draft.externalId,
        op: 'upsert' as const,
        lane: draft.portal === 'none' ? ('new' as const) : change.lane,
        digest: change.digest,
        removeReason: null,
        queuedAt: now,
        notBefore: now,
      })),
  );
  return put.map(({ draft }) => draft.externalId);
}

/** Its record may have changed, or its removal been decided, while its pictures were read. */
function isStillWanted(draft: ListingDraft, { formerDigest }: PhotoDigestChange): boolean {
  const { wantedDigest, offSince, presence, intent } = draft;
  return (
    wantedDigest === formerDigest &&
    offSince === null &&
    presence === 'present' &&
    (intent === 'publish' || intent === 'inactive')
  );
}

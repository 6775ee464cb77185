import { excluded, type Database, type Writer } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import { idsOf, loadListings, saveListings, type ListingDraft } from '../database/listing-rows.js';
import { inBlocks, writeOne } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import type { PhotoDigestChange, PhotoStore } from '../store.js';
import { cancelEntries, putEntries, upsertEntry } from '../outbox/entries.js';

export function createPhotos({ db, write }: Database): PhotoStore {
  return {
    async get(keys) {
      const rows = await inBlocks([...new Set(keys)], (urls) =>
        db.selectFrom('photo').selectAll().where('url', 'in', urls),
      );
      return new Map(rows.map((row) => [row.url, row]));
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
      writeOne(write, (writer) => writer.deleteFrom('photo').where('checkedAt', '<', before)),
  };
}

async function putDigests(
  writer: Writer,
  connectionId: string,
  changes: readonly PhotoDigestChange[],
  now: Millis,
): Promise<string[]> {
  const drafts = await loadListings(writer, connectionId, idsOf(changes));
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
    now,
  );
  const isHeld = ({ draft }: (typeof put)[number]): boolean => draft.confirmedDigest === draft.wantedDigest;
  const held = put.filter(isHeld).map(({ draft }) => [draft.externalId, draft] as const);
  await cancelEntries(writer, connectionId, new Map(held));
  const entries = put
    .filter((one) => !isHeld(one))
    .map(({ draft, change: { digest, lane } }) =>
      upsertEntry(draft, { lane: draft.portal === 'none' ? 'new' : lane, digest }, now),
    );
  await putEntries(writer, connectionId, entries);
  return idsOf(put.map(({ draft }) => draft));
}

/** Whether the listing is still to be published with the checked content: while its photos were read, it may have changed or been removed. */
function isStillWanted(draft: ListingDraft, { formerDigest }: PhotoDigestChange): boolean {
  const { wantedDigest, offSince, presence, intent } = draft;
  return (
    wantedDigest === formerDigest &&
    offSince === null &&
    presence === 'present' &&
    (intent === 'publish' || intent === 'inactive')
  );
}

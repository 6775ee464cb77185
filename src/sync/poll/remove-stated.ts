import { Bitmap } from '../../core/removals/bitmap.js';
import type { ListingRecord } from '../../model/listing.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { StagedWithStored } from '../../store/store.js';
import { settleAbsences } from '../removals/settle-absences.js';
import type { AbsenceReport } from '../reports.js';
import type { Poll } from './poll.js';
import type { Reading } from './reading.js';
import { doubtLastFile } from './same-records.js';

/** What is gone from the market, whatever else a file says. */
const final: readonly (RemoveReason | null)[] = ['sold', 'rented'];
const blockSize = 500;

/**
 * Judges what a held file calls sold or rented at once, by the guard of removals (RULES R63). Nothing else of the file counts. The records
 * are read again with the next file: the source may go back to one that still offers them.
 * @returns null if the file calls no listing of the feed sold or rented, or is mapped again under a changed mapping
 */
export async function removeStated(
  poll: Poll,
  { conflicts, ownChange, staging }: Reading,
): Promise<AbsenceReport | null> {
  const { feed, balance, services } = poll;
  const { store } = services;
  // Under a changed mapping the statement is ours, not the feed's.
  if (ownChange) return null;
  const stated: (ListingRecord & { stated: RemoveReason })[] = [];
  for (let after = -1; ;) {
    const block = await staging.block(after, blockSize);
    const last = block.at(-1);
    if (last === undefined) break;
    after = last.ordinal;
    for (const row of block) if (!conflicts.has(row.ordinal)) stated.push(...statedOff(row, feed.id));
  }
  if (stated.length === 0) return null;
  await doubtLastFile(poll);
  await store.records.forget(
    feed.id,
    stated.flatMap(({ sourceId }) => sourceId ?? []),
  );
  await store.listings.update(
    feed.connectionId,
    stated.map(({ externalId, stated: removeReason }) => ({ externalId, intent: 'remove', removeReason })),
    services.clock.now(),
  );
  const nothingElse = {
    seen: new Bitmap(0),
    fileKind: 'delta',
    weak: false,
    doubt: null,
    unidentified: 0,
  } as const;
  return settleAbsences(feed, nothingElse, balance, services, false);
}

function statedOff(
  { staged, stored }: StagedWithStored,
  feedId: number,
): (ListingRecord & { stated: RemoveReason })[] {
  const { kind, removeReason, sourceId } = staged;
  if (kind !== 'remove' || removeReason === null || !final.includes(removeReason)) return [];
  return stored
    .filter(
      (row) =>
        row.owner === 'feed' && row.feedId === feedId && row.sourceId === sourceId && row.offSince === null,
    )
    .map((row) => ({ ...row, stated: removeReason }));
}

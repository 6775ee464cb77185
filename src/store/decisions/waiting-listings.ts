import { fold } from '../../model/fold.js';
import { groupBy } from '../../model/group-by.js';
import type { FeedId } from '../../model/ids.js';
import type { WaitingFilter, WaitingListing } from '../contract/content.js';
import type { Reader } from '../database/database.js';
import { inBlocks } from '../database/queries.js';
import { doubtCodec } from '../database/tables.js';

/** See ContentStore.waiting. */
export async function waitingListings(reader: Reader, filter: WaitingFilter): Promise<WaitingListing[]> {
  const { connectionIds, feedId, text, after, limit } = filter;
  if (connectionIds?.length === 0) return [];
  let query = waitingDoubts(reader)
    .select((eb) => [
      'connectionId',
      'externalId',
      eb.fn.min('feedId').as('feedId'),
      eb.fn.min('sourceId').as('sourceId'),
      eb.fn.min('title').as('title'),
    ])
    .groupBy(['connectionId', 'externalId'])
    .orderBy('connectionId')
    .orderBy('externalId');
  if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('connectionId', 'externalId'), '>', eb.tuple(after.connectionId, after.externalId)),
    );
  // The texts of doubts are not folded in the store, and only few listings wait.
  if (text === undefined) query = query.limit(limit);
  const rows = await query.execute();
  const found = text === undefined ? rows : rows.filter((row) => hasWords(row, text)).slice(0, limit);
  return withDoubts(reader, found);
}

/** See ContentStore.waitingCounts. */
export async function waitingCounts(reader: Reader): Promise<Map<FeedId, number>> {
  const rows = await waitingDoubts(reader)
    .select((eb) => ['feedId', eb.fn.count<number>('externalId').distinct().as('count')])
    .groupBy('feedId')
    .execute();
  return new Map(rows.map(({ feedId, count }) => [feedId, count]));
}

/** Doubts with which a listing waits. A new listing goes out without a doubtful area, so an area alone makes none wait. */
function waitingDoubts(reader: Reader) {
  return reader
    .selectFrom('contentDoubt')
    .where('field', 'in', ['price', 'state'])
    .where('live', 'is', null)
    .where('confirmedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('listing')
            .select('listing.externalId')
            .whereRef('listing.connectionId', '=', 'contentDoubt.connectionId')
            .whereRef('listing.externalId', '=', 'contentDoubt.externalId')
            .where('listing.offSince', 'is', null)
            // One that was removed, and comes back with a doubt, publishes nothing yet.
            .where((row) =>
              row.or([
                row('listing.presence', '!=', 'invalid'),
                row('listing.portal', 'not in', ['none', 'removed', 'archived']),
              ]),
            ),
        ),
      ),
    );
}

function hasWords(
  { externalId, sourceId, title }: Pick<WaitingListing, 'externalId' | 'sourceId' | 'title'>,
  text: string,
): boolean {
  const folded = fold([externalId, sourceId, title ?? ''].join('\n'));
  return fold(text)
    .split(' ')
    .every((word) => folded.includes(word));
}

async function withDoubts(
  reader: Reader,
  rows: readonly Omit<WaitingListing, 'doubts'>[],
): Promise<WaitingListing[]> {
  const doubts = new Map<string, WaitingListing['doubts']>();
  for (const [connectionId, ofConnection] of groupBy(rows, (row) => row.connectionId)) {
    const ids = ofConnection.map(({ externalId }) => externalId);
    const found = await inBlocks(ids, (block) =>
      reader
        .selectFrom('contentDoubt')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .where('externalId', 'in', block)
        .where('confirmedAt', 'is', null)
        .orderBy('openedAt')
        .orderBy('field'),
    );
    for (const doubt of found.map(doubtCodec.decode)) {
      const key = keyOf(doubt);
      doubts.set(key, [...(doubts.get(key) ?? []), doubt]);
    }
  }
  return rows.map((row) => ({ ...row, doubts: doubts.get(keyOf(row)) ?? [] }));
}

function keyOf({ connectionId, externalId }: { connectionId: string; externalId: string }): string {
  return `${connectionId}\n${externalId}`;
}

import { blocksOf, type Reader, type Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, RecordDecision } from '../store.js';

/**
 * On listings that this feed owns, the oldest feed's first: of feeds that are polled, or will be again, and after them of those that left
 * the configuration, until a person has decided what becomes of their listings.
 */
export async function claimsOn(reader: Reader, feedId: number | null): Promise<Claim[]> {
  const claims = await reader
    .selectFrom('claim')
    .innerJoin('listing', (join) =>
      join
        .onRef('listing.connectionId', '=', 'claim.connectionId')
        .onRef('listing.externalId', '=', 'claim.externalId'),
    )
    .innerJoin('feed', 'feed.id', 'claim.feedId')
    .select(['claim.externalId', 'claim.feedId', 'claim.sourceId', 'feed.life'])
    .where('listing.feedId', '=', feedId)
    .where('listing.owner', '=', 'feed')
    .where('claim.feedId', '!=', feedId)
    .where('feed.life', 'in', ['active', 'stalled', 'paused', 'orphaned'])
    .orderBy('claim.feedId')
    .execute();
  const told = claims.map(({ life, ...claim }): Claim => ({ ...claim, isOrphaned: life === 'orphaned' }));
  return [...told.filter(({ isOrphaned }) => !isOrphaned), ...told.filter(({ isOrphaned }) => isOrphaned)];
}

/** A person decided what becomes of its listings. */
export async function dropClaims(writer: Writer, feedId: number): Promise<void> {
  await writer.deleteFrom('claim').where('feedId', '=', feedId).execute();
}

/** Replaces what these records claim, and tells the owners' listings of a claim that is new. */
export async function saveClaims(
  writer: Writer,
  connectionId: string,
  feedId: number,
  decisions: readonly RecordDecision[],
  now: Millis,
): Promise<void> {
  const former = new Set<string>();
  for (const sourceIds of blocksOf(decisions.map((decision) => decision.sourceId))) {
    const gone = await writer
      .deleteFrom('claim')
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', sourceIds)
      .returning('externalId')
      .execute();
    for (const { externalId } of gone) former.add(externalId);
  }
  const rows = decisions.flatMap(({ sourceId, claims }) =>
    claims.map((externalId) => ({ connectionId, externalId, feedId, sourceId })),
  );
  if (rows.length === 0) return;
  for (const block of blocksOf(rows))
    await writer
      .insertInto('claim')
      .values(block)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const { name } = await writer
    .selectFrom('feed')
    .select('name')
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow();
  const fresh = rows.filter(({ externalId }) => !former.has(externalId));
  await addEvents(
    writer,
    fresh.map(({ externalId }) => ({
      connectionId,
      externalId,
      at: now,
      kind: 'also_in',
      data: { feed: name },
    })),
  );
}

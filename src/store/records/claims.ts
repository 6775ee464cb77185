import type { Reader, Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { idsOf } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, RecordDecision } from '../store.js';

/**
 * Claims of other feeds on listings that this feed owns. Claims of feeds in the configuration come first, then those of orphaned feeds;
 * within each group, claims of the feed that the store has known longest come first. Claims of an orphaned feed exist until a user has
 * decided on its listings. Claims of retired feeds are left out.
 */
export async function claimsOn(reader: Reader, feedId: number | null): Promise<Claim[]> {
  const rows = await reader
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
  const claims = rows.map(({ life, ...claim }): Claim => ({ ...claim, isOrphaned: life === 'orphaned' }));
  return claims.sort((a, b) => Number(a.isOrphaned) - Number(b.isOrphaned));
}

/** Deletes the claims of an orphaned feed, once a person has decided on its listings. */
export async function dropClaims(writer: Writer, feedId: number): Promise<void> {
  await writer.deleteFrom('claim').where('feedId', '=', feedId).execute();
}

/** Replaces the claims of these records. Each new claim adds an event to the listing's timeline. */
export async function saveClaims(
  writer: Writer,
  connectionId: string,
  feedId: number,
  decisions: readonly RecordDecision[],
  now: Millis,
): Promise<void> {
  const sourceIds = decisions.map((decision) => decision.sourceId);
  const deleted = await inBlocks(sourceIds, (ids) =>
    writer
      .deleteFrom('claim')
      .where('feedId', '=', feedId)
      .where('sourceId', 'in', ids)
      .returning('externalId'),
  );
  const rows = decisions.flatMap(({ sourceId, claims }) =>
    claims.map((externalId) => ({ connectionId, externalId, feedId, sourceId })),
  );
  if (rows.length === 0) return;
  await inBlocks(rows, (block) =>
    writer
      .insertInto('claim')
      .values(block)
      .onConflict((conflict) => conflict.doNothing()),
  );
  const { name } = await writer
    .selectFrom('feed')
    .select('name')
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow();
  const former = new Set(idsOf(deleted));
  const event = { connectionId, at: now, kind: 'also_in', data: { feed: name } };
  const fresh = rows.filter(({ externalId }) => !former.has(externalId));
  await addEvents(
    writer,
    fresh.map(({ externalId }) => ({ ...event, externalId })),
  );
}

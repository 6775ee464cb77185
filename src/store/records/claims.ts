import type { Reader, Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { idsOf } from '../database/listing-rows.js';
import { inBlocks } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import type { Claim, RecordDecision } from '../store.js';
import type { StoredFeed } from '../database/tables.js';

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
  return rows.sort((a, b) => Number(a.life === 'orphaned') - Number(b.life === 'orphaned'));
}

/** Polls feeds that claim the listing at once, and plans their last file again even if it is unchanged: one of them may own the listing now. */
export async function pollClaimingFeeds(
  writer: Writer,
  { connectionId, externalId }: { connectionId: string; externalId: string },
  now: Millis,
): Promise<void> {
  const feeds = await claimingFeeds(writer, connectionId, [externalId]);
  await replan(writer, feeds, { nextPollAt: now });
}

/**
 * Has feeds that claim removed listings plan their last file again at their next poll. Kept records of a delta feed are planned without its
 * source, so those of a feed that cannot be read now are not: they would publish the listing again.
 */
export async function replanClaims(
  writer: Writer,
  connectionId: string,
  externalIds: readonly string[],
): Promise<void> {
  const feeds = await claimingFeeds(writer, connectionId, externalIds);
  await replan(
    writer,
    feeds.filter(({ kind, life }) => kind === 'full' || life !== 'stalled'),
    {},
  );
}

async function claimingFeeds(
  reader: Reader,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Pick<StoredFeed, 'id' | 'kind' | 'life'>[]> {
  return inBlocks(externalIds, (ids) =>
    reader
      .selectFrom('feed')
      .select(['id', 'kind', 'life'])
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('claim')
          .select('feedId')
          .where('connectionId', '=', connectionId)
          .where('externalId', 'in', ids),
      ),
  );
}

async function replan(
  writer: Writer,
  feeds: readonly { id: number }[],
  change: { nextPollAt?: Millis },
): Promise<void> {
  await inBlocks(
    feeds.map(({ id }) => id),
    (ids) =>
      writer
        .updateTable('feed')
        .set({ context: null, ...change })
        .where('id', 'in', ids),
  );
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

import { sql, type Kysely } from 'kysely';
import { groupBy } from '../../model/group-by.js';
import { priceInEur } from '../../wire/price-in-eur.js';
import type { Tables } from '../database/tables.js';
import { unpackPayload } from '../records/staged-record.js';

const isOff = `(presence = 'gone' or intent in ('remove', 'suppressed')
  or (presence <> 'held' and portal in ('taken_down', 'removed', 'archived', 'released')))`;

/**
 * Schema 13: the orders of a list of listings, each served by an index. Since when a listing is in its standing is only filled in where it is
 * known.
 */
export const listingOrders: readonly string[] = [
  'alter table listing add column price double precision',
  'alter table listing add column standing_since bigint',
  `update listing set standing_since = case
    when ${isOff} then off_since
    when presence = 'held' then grace_since
    when portal = 'rejected' then refused_at
    when portal in ('live', 'inactive') then (
      select max(event.at) from event
      where event.connection_id = listing.connection_id and event.external_id = listing.external_id
        and event.kind in ('portal_live', 'portal_inactive'))
    end`,
  // Without the key, which decides among equal values alone: longer entries made a first sync slower by a tenth.
  'create index listing_price on listing (price) where price is not null',
  'create index listing_unpriced on listing (connection_id, external_id) where price is null',
  'create index listing_since on listing (standing_since) where standing_since is not null',
  'create index listing_undated on listing (connection_id, external_id) where standing_since is null',
  'create index listing_code on listing (external_id)',
];

/** Payloads that are unpacked at once. */
const blockSize = 500;

/** Fills in the prices of stored listings, which no statement can read: payloads are compressed. */
export async function fillPrices(db: Kysely<Tables>): Promise<void> {
  let after = { connectionId: '', externalId: '' };
  for (;;) {
    const from = after;
    const rows = await db
      .selectFrom('payload')
      .select(['connectionId', 'externalId', 'content'])
      .where((eb) =>
        eb(eb.refTuple('connectionId', 'externalId'), '>', eb.tuple(from.connectionId, from.externalId)),
      )
      .orderBy('connectionId')
      .orderBy('externalId')
      .limit(blockSize)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const [connectionId, own] of groupBy(rows, (row) => row.connectionId))
      await setPrices(
        db,
        connectionId,
        own.flatMap(({ externalId, content }) => {
          const price = priceInEur(unpackPayload(content));
          return price === null ? [] : [{ externalId, price }];
        }),
      );
    after = last;
  }
}

async function setPrices(
  db: Kysely<Tables>,
  connectionId: string,
  prices: readonly { externalId: string; price: number }[],
): Promise<void> {
  if (prices.length === 0) return;
  const cases = prices.map(
    ({ externalId, price }) => sql`when ${externalId} then cast(${price} as double precision)`,
  );
  await db
    .updateTable('listing')
    .set({ price: sql<number>`case external_id ${sql.join(cases, sql` `)} end` })
    .where('connectionId', '=', connectionId)
    .where(
      'externalId',
      'in',
      prices.map(({ externalId }) => externalId),
    )
    .execute();
}

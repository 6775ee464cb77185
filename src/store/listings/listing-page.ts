import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { PortalState } from '../../model/listing-states.js';
import type { Standing } from '../../model/standing.js';
import type { Reader, WordSearch } from '../database/database.js';
import { matchesText } from './find-listings.js';
import { decodeListing } from '../database/listing-rows.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingPageFilter } from '../store.js';
import type { Tables } from '../database/tables.js';

/** In the order of the primary key, so that a page costs what it shows. */
export async function listingPage(
  reader: Reader,
  filter: ListingPageFilter,
  words: WordSearch,
): Promise<ListingRecord[]> {
  const { connectionIds, feedId, standing, portal, presence, text, after, limit } = filter;
  if (connectionIds?.length === 0) return [];
  let query = reader
    .selectFrom('listing')
    .selectAll()
    .orderBy('connectionId')
    .orderBy('externalId')
    .limit(limit);
  if (connectionIds !== null) query = query.where('connectionId', 'in', connectionIds);
  if (feedId !== undefined) query = query.where('feedId', '=', feedId);
  if (standing !== undefined) query = query.where((eb) => inStanding(eb, standing));
  if (portal !== undefined) query = query.where('portal', 'in', portal);
  if (presence !== undefined) query = query.where('presence', 'in', presence);
  if (text !== undefined) {
    query = query.where(matchesText(text));
    // Among a few agencies their listings are looked through; among all of them only what the index of words finds.
    if (connectionIds === null && feedId === undefined) query = query.where(words(text));
  }
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('connectionId', 'externalId'), '>', eb.tuple(after.connectionId, after.externalId)),
    );
  return (await query.execute()).map(decodeListing);
}

type Builder = ExpressionBuilder<Tables, 'listing'>;

const goneThere = ['taken_down', 'removed', 'archived', 'released'] as const;
/** Portal states that say where a listing stands, whatever its record is like. */
const standingStates = {
  on_portal: ['live', 'inactive'],
  in_review: ['needs_review'],
  refused: ['rejected'],
} as const satisfies Partial<Record<Standing, readonly PortalState[]>>;
const otherStates = ['none', 'sent', 'accepted', 'unknown'] as const;

/** `standingOf` as a condition. */
function inStanding(eb: Builder, standing: Standing): Expression<SqlBool> {
  const off = eb.or([eb('presence', '=', 'gone'), eb('intent', 'in', ['remove', 'suppressed'])]);
  if (standing === 'off')
    return eb.or([off, eb.and([eb('presence', '!=', 'held'), eb('portal', 'in', goneThere)])]);
  if (standing === 'waiting') return eb.and([eb.not(off), eb('presence', '=', 'held')]);
  const kept = eb.and([eb.not(off), eb('presence', '!=', 'held')]);
  if (standing === 'invalid')
    return eb.and([kept, eb('portal', 'in', otherStates), eb('presence', '=', 'invalid')]);
  if (standing === 'on_the_way')
    return eb.and([kept, eb('portal', 'in', otherStates), eb('presence', '!=', 'invalid')]);
  return eb.and([kept, eb('portal', 'in', standingStates[standing])]);
}

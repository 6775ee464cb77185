import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../core/fold.js';
import type { Reader } from './database.js';
import { decodeListing } from './listing-rows.js';
import type { ListingRow } from './rows.js';

/** More than a person will look through: a longer query is wanted. */
const foundMax = 50;

/** An id or code that is meant exactly wins; only where there is none does the query count as a part of a text. */
export async function findListings(
  db: Reader,
  query: string,
  scope: { feedId?: number; connectionId?: string },
): Promise<ListingRow[]> {
  if (fold(query) === '') return [];
  for (const condition of [isId(query), matchesText(query)]) {
    let found = db.selectFrom('listing').selectAll().where(condition);
    if (scope.feedId !== undefined) found = found.where('feedId', '=', scope.feedId);
    if (scope.connectionId !== undefined) found = found.where('connectionId', '=', scope.connectionId);
    const rows = await found.orderBy('externalId').orderBy('connectionId').limit(foundMax).execute();
    if (rows.length > 0) return rows.map(decodeListing);
  }
  return [];
}

/** The text is part of the title, or of an id or code. */
export function matchesText(text: string): RawBuilder<SqlBool> {
  const part = `%${literally(fold(text))}%`;
  return sql<SqlBool>`(folded_title like ${part} escape '\\' or folded_ids like ${part} escape '\\')`;
}

function isId(query: string): RawBuilder<SqlBool> {
  const line = `%\n${literally(fold(query))}\n%`;
  return sql<SqlBool>`(listing_id = ${query} or candidate_id = ${query} or folded_ids like ${line} escape '\\')`;
}

function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

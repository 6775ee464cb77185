import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../core/fold.js';
import type { Reader } from './database.js';
import { decodeListing } from './listing-rows.js';
import type { ListingRow } from './rows.js';

/** More than a person will look through: a longer query is wanted. */
const foundMax = 50;

/** What is meant exactly wins, an id before an address; only where there is nothing does the query count as words of a text. */
export async function findListings(
  db: Reader,
  query: string,
  scope: { feedId?: number; connectionId?: string },
): Promise<ListingRow[]> {
  if (fold(query) === '') return [];
  for (const condition of [isId(query), ...isAddress(query), matchesText(query)]) {
    let found = db.selectFrom('listing').selectAll().where(condition);
    if (scope.feedId !== undefined) found = found.where('feedId', '=', scope.feedId);
    if (scope.connectionId !== undefined) found = found.where('connectionId', '=', scope.connectionId);
    const rows = await found.orderBy('externalId').orderBy('connectionId').limit(foundMax).execute();
    if (rows.length > 0) return rows.map(decodeListing);
  }
  return [];
}

/** Every word is a part of the title, of the address, or of an id or code. */
export function matchesText(text: string): RawBuilder<SqlBool> {
  const words = fold(text).split(' ').map(hasWord);
  return sql<SqlBool>`(${sql.join(words, sql` and `)})`;
}

function hasWord(word: string): RawBuilder<SqlBool> {
  const part = `%${literally(word)}%`;
  return sql<SqlBool>`(folded_title like ${part} escape '\\' or folded_address like ${part} escape '\\' or folded_ids like ${part} escape '\\')`;
}

function isId(query: string): RawBuilder<SqlBool> {
  const line = `%\n${literally(fold(query))}\n%`;
  return sql<SqlBool>`(listing_id = ${query} or candidate_id = ${query} or folded_ids like ${line} escape '\\')`;
}

/** A listing's page at the portal: as the portal wrote it, or any address of which a part is the portal's id. */
function isAddress(query: string): RawBuilder<SqlBool>[] {
  const url = webAddress(query);
  if (url === null) return [];
  const page = literally(`${url.host}${url.pathname.replace(/\/+$/, '')}`);
  const asWritten = sql.join(
    [`%://${page}`, `%://${page}/`, `%://${page}?%`].map(
      (form) => sql<SqlBool>`public_url like ${form} escape '\\'`,
    ),
    sql` or `,
  );
  const parts = url.pathname.split(/[/_.]/).filter((part) => part !== '');
  const written = sql<SqlBool>`(${asWritten})`;
  if (parts.length === 0) return [written];
  const ids = sql.join(parts);
  return [written, sql<SqlBool>`(listing_id in (${ids}) or candidate_id in (${ids}))`];
}

/** Copied from a browser's address line, with or without its scheme. */
function webAddress(query: string): URL | null {
  const text = /^https?:\/\//i.test(query)
    ? query
    : /^[\w.-]+\.[a-z]{2,}(:\d+)?\//i.test(query)
      ? `https://${query}`
      : '';
  return URL.canParse(text) ? new URL(text) : null;
}

function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../../model/fold.js';
import type { Reader, WordSearch } from '../database/database.js';
import { literally } from '../database/queries.js';
import { listingCodec } from '../database/tables.js';
import type { ListingRecord } from '../../model/listing.js';

/** Maximum number of results: a person does not look through more but types a longer query. */
const foundMax = 50;

/** Maximum number of listings that SQLite's word index returns for one search. A query that matches more is too short to be useful. */
export const candidatesMax = 2_000;

/** The words of a text as the word index has them: runs of letters and digits, folded. */
export function searchPieces(text: string): string[] {
  return fold(text).match(/[a-z0-9]+/g) ?? [];
}

/** Searches for the query as an id, then as the address of a page, then as words of a text. The first search with results wins. */
export async function findListings(
  db: Reader,
  query: string,
  scope: { feedId?: number; connectionId?: string },
  words: WordSearch,
): Promise<ListingRecord[]> {
  if (fold(query) === '') return [];
  const isWhole = scope.feedId === undefined && scope.connectionId === undefined;
  const conditions = isWhole
    ? [
        isIdAnywhere(query, words),
        ...isPageAnywhere(query),
        sql<SqlBool>`(${matchesText(query)} and ${words(query)})`,
      ]
    : [isId(query), ...isAddress(query), matchesText(query)];
  for (const condition of conditions) {
    let found = db.selectFrom('listing').selectAll().where(condition);
    if (scope.feedId !== undefined) found = found.where('feedId', '=', scope.feedId);
    if (scope.connectionId !== undefined) found = found.where('connectionId', '=', scope.connectionId);
    const first = found.orderBy('externalId').orderBy('connectionId').limit(foundMax);
    const listings = await listingCodec.all(first);
    if (listings.length > 0) return listings;
  }
  return [];
}

/** Like `isId`, for all listings: answered by indexes. */
function isIdAnywhere(query: string, words: WordSearch): RawBuilder<SqlBool> {
  const line = `%\n${literally(fold(query))}\n%`;
  return sql<SqlBool>`(listing_id = ${query} or candidate_id = ${query} or (folded_ids like ${line} escape '\\' and ${words(query)}))`;
}

/** Like `isAddress`, for all listings: answered by indexes. The address as the portal wrote it, or one that contains a listing's id. */
function isPageAnywhere(query: string): RawBuilder<SqlBool>[] {
  const url = webAddress(query);
  if (url === null) return [];
  const pages = ['https', 'http'].map(
    (scheme) => `${scheme}://${url.host}${url.pathname.replace(/\/+$/, '')}`,
  );
  const written = sql.join(
    pages.flatMap((page) => [
      sql<SqlBool>`public_url in (${page}, ${`${page}/`})`,
      // All addresses that begin with `page?`, whatever the query string: `@` is the character after `?`.
      sql<SqlBool>`(public_url >= ${`${page}?`} and public_url < ${`${page}@`})`,
    ]),
    sql` or `,
  );
  return [sql<SqlBool>`(${written})`, ...hasIdOf(url)];
}

/** A part of the URL's path is the portal's id of the listing. Empty if the path has no parts. */
function hasIdOf(url: URL): RawBuilder<SqlBool>[] {
  const parts = url.pathname.split(/[/_.]/).filter((part) => part !== '');
  if (parts.length === 0) return [];
  const ids = sql.join(parts);
  return [sql<SqlBool>`(listing_id in (${ids}) or candidate_id in (${ids}))`];
}

/** Each word of the text is a part of the listing's title, of its street address, or of one of its ids or codes. */
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

/** The query is the address of the listing's page at the portal, as the portal wrote it, or any address that contains the portal's id. */
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
  return [sql<SqlBool>`(${asWritten})`, ...hasIdOf(url)];
}

/** The query as a URL, with or without its scheme, as copied from a browser; null if it is none. */
function webAddress(query: string): URL | null {
  const text = /^https?:\/\//i.test(query)
    ? query
    : /^[\w.-]+\.[a-z]{2,}(:\d+)?\//i.test(query)
      ? `https://${query}`
      : '';
  return URL.canParse(text) ? new URL(text) : null;
}

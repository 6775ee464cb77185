import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '../../model/fold.js';
import type { Reader, WordSearch } from '../database/database.js';
import { decodeListing } from '../database/listing-rows.js';
import type { ListingRecord } from '../../model/listing.js';

/** More than a person will look through: a longer query is wanted. */
const foundMax = 50;

/** So many candidates of the index are looked at: whoever asks for less than a word means none of them. */
export const candidatesMax = 2_000;

/** What an index of words knows of a text: letters and digits, folded. */
export function searchPieces(text: string): string[] {
  return fold(text).match(/[a-z0-9]+/g) ?? [];
}

/** What is meant exactly wins, an id before an address; only where there is nothing does the query count as words of a text. */
export async function findListings(
  db: Reader,
  query: string,
  scope: { feedId?: number; connectionId?: string },
  words: WordSearch,
): Promise<ListingRecord[]> {
  if (fold(query) === '') return [];
  const isWhole = scope.feedId === undefined && scope.connectionId === undefined;
  const conditions = isWhole
    ? [isIdAnywhere(query, words), ...isPageAnywhere(query), both(matchesText(query), words(query))]
    : [isId(query), ...isAddress(query), matchesText(query)];
  for (const condition of conditions) {
    let found = db.selectFrom('listing').selectAll().where(condition);
    if (scope.feedId !== undefined) found = found.where('feedId', '=', scope.feedId);
    if (scope.connectionId !== undefined) found = found.where('connectionId', '=', scope.connectionId);
    const rows = await found.orderBy('externalId').orderBy('connectionId').limit(foundMax).execute();
    if (rows.length > 0) return rows.map(decodeListing);
  }
  return [];
}

function both(one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${one} and ${other})`;
}

/** As `isId`, by indexes alone. */
function isIdAnywhere(query: string, words: WordSearch): RawBuilder<SqlBool> {
  const line = `%\n${literally(fold(query))}\n%`;
  return sql<SqlBool>`(listing_id = ${query} or candidate_id = ${query} or (folded_ids like ${line} escape '\\' and ${words(query)}))`;
}

/** As `isAddress`, by indexes alone: the address as the portal wrote it, or one that has a listing's id in it. */
function isPageAnywhere(query: string): RawBuilder<SqlBool>[] {
  const url = webAddress(query);
  if (url === null) return [];
  const pages = ['https', 'http'].map(
    (scheme) => `${scheme}://${url.host}${url.pathname.replace(/\/+$/, '')}`,
  );
  const written = sql.join(
    pages.flatMap((page) => [
      sql<SqlBool>`public_url in (${page}, ${`${page}/`})`,
      // What stands behind the question mark is no part of the address.
      sql<SqlBool>`(public_url >= ${`${page}?`} and public_url < ${`${page}@`})`,
    ]),
    sql` or `,
  );
  const ids = idParts(url);
  const conditions = [sql<SqlBool>`(${written})`];
  if (ids.length > 0)
    conditions.push(sql<SqlBool>`(listing_id in (${sql.join(ids)}) or candidate_id in (${sql.join(ids)}))`);
  return conditions;
}

function idParts(url: URL): string[] {
  return url.pathname.split(/[/_.]/).filter((part) => part !== '');
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
  const parts = idParts(url);
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

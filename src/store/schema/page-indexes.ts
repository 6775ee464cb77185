import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { WordSearch } from '../database/database.js';
import { candidatesMax, searchPieces } from '../listings/find-listings.js';
import type { DialectTypes } from './first-schema.js';

/** Schema 10: indexes for pages, so that no page scans all listings, runs or events. */
export const pageIndexes = ({ words }: DialectTypes): readonly string[] => [
  // Answers every count of listings by standing without reading the table.
  `create index listing_standing on listing (connection_id, feed_id, owner, presence, intent, portal)`,
  `create index listing_portal_id on listing (listing_id)`,
  `create index listing_candidate_id on listing (candidate_id)`,
  `create index listing_public_url on listing (public_url)`,
  `create index record_invalid on record (feed_id) where kind = 'invalid'`,
  `create index run_of_connection on run (connection_id, kind, started_at)`,
  `create index run_of_kind on run (kind, started_at)`,
  `create index run_under_way on run (connection_id) where state = 'running'`,
  ...words,
];

const folded = ['folded_title', 'folded_address', 'folded_ids'] as const;
const columns = folded.join(', ');
const old = folded.map((column) => `old.${column}`).join(', ');
const fresh = folded.map((column) => `new.${column}`).join(', ');
const changed = folded.map((column) => `old.${column} <> new.${column}`).join(' or ');
const forgetWords = `insert into listing_words (listing_words, rowid, ${columns}) values ('delete', old.rowid, ${old})`;
const keepWords = `insert into listing_words (rowid, ${columns}) values (new.rowid, ${fresh})`;

/** SQLite's word index of listings. Triggers keep it up to date. It contains only words; the texts stay in `listing`. */
export const sqliteWords: readonly string[] = [
  `create virtual table listing_words using fts5 (${columns}, content = 'listing', tokenize = 'unicode61', detail = 'none')`,
  `insert into listing_words (listing_words) values ('rebuild')`,
  `create trigger listing_words_added after insert on listing begin ${keepWords}; end`,
  `create trigger listing_words_gone after delete on listing begin ${forgetWords}; end`,
  `create trigger listing_words_changed after update of ${columns} on listing when ${changed}
    begin ${forgetWords}; ${keepWords}; end`,
];

/** Rebuilds the word index, so that it contains no words of erased listings. */
export const rebuildSqliteWords = `insert into listing_words (listing_words) values ('rebuild')`;

/** The `WordSearch` of SQLite. */
export const searchSqliteWords: WordSearch = (text) => {
  const pieces = searchPieces(text);
  if (pieces.length === 0) return never;
  const query = pieces.map((piece) => `"${piece}"*`).join(' AND ');
  return sql<SqlBool>`listing.rowid in (select rowid from listing_words where listing_words match ${query} limit ${sql.lit(candidatesMax)})`;
};

const document = `to_tsvector('simple', regexp_replace(folded_title || ' ' || folded_address || ' ' || folded_ids, '[^a-z0-9]+', ' ', 'g'))`;

/** PostgreSQL's word index of listings. */
export const postgresWords: readonly string[] = [
  `create index listing_words on listing using gin ((${document}))`,
];

/** The `WordSearch` of PostgreSQL. */
export const searchPostgresWords: WordSearch = (text) => {
  const pieces = searchPieces(text);
  if (pieces.length === 0) return never;
  const query = pieces.map((piece) => `${piece}:*`).join(' & ');
  return sql<SqlBool>`${sql.raw(document)} @@ to_tsquery('simple', ${query})`;
};

const never: RawBuilder<SqlBool> = sql<SqlBool>`1 = 0`;

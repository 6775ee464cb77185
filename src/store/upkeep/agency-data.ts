import { sql, type RawBuilder } from 'kysely';
import { addAudit } from '../database/audit.js';
import { unpackBytes } from '../database/codec.js';
import type { AgencyDataStore, AgencyRow, AgencyScope } from '../contract/personal-data.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { literally } from '../database/queries.js';
import { uploadKey } from '../facts/uploads.js';
import { onPortal } from '../database/listing-rows.js';
import type { Tables } from '../database/tables.js';

type Table = keyof Tables;
type Condition = RawBuilder<unknown>;

const ofConnection = ({ connectionId }: AgencyScope): Condition => sql`connection_id = ${connectionId}`;
const ofFeeds = ({ feeds }: AgencyScope): Condition =>
  feeds.length === 0 ? sql`1 = 0` : sql`feed_id in (${sql.join(feeds.map(({ id }) => id))})`;

/**
 * For each table, the condition of an agency's rows; null: the table has no data of an agency. The order is that of erasing: a table comes
 * before the tables that its rows refer to.
 */
const holdings: Readonly<Record<Table, ((scope: AgencyScope) => Condition) | null>> = {
  claim: ofConnection,
  holdLine: ({ connectionId }) => sql`hold_id in (select id from hold where connection_id = ${connectionId})`,
  rename: ({ connectionId }) => sql`hold_id in (select id from hold where connection_id = ${connectionId})`,
  hold: ofConnection,
  alias: ofConnection,
  expectedRemoval: ofFeeds,
  expectation: ofFeeds,
  payload: ofConnection,
  contentDoubt: ofConnection,
  confirmation: ofConnection,
  pastValue: ofConnection,
  outbox: ofConnection,
  // Spends stay until they expire: they limit what may be sent.
  spend: null,
  batch: ofConnection,
  event: ofConnection,
  drift: ofConnection,
  suppression: ofConnection,
  parkedRequest: ofConnection,
  reconcile: ofConnection,
  notice: ofConnection,
  webhook: ofConnection,
  staged: ofFeeds,
  rawRecord: ofFeeds,
  rawSurroundings: ofFeeds,
  record: ofFeeds,
  usedWord: ofFeeds,
  listing: ofConnection,
  snapshot: ofFeeds,
  run: (scope) => sql`(${ofConnection(scope)} or ${ofFeeds(scope)})`,
  keptMapping: ofFeeds,
  meta: ({ connectionId, feeds }) => {
    const uploads = sql`key in (select ${uploadKey('')} || name from agency where connection_id = ${connectionId})`;
    return feeds.length === 0
      ? uploads
      : sql`(${uploads} or key in (${sql.join(feeds.flatMap(({ id }) => [`quality ${id}`, `words.met ${id}`, `feed.scope ${id}`, `photos.token ${id}`, `photos.hosts ${id}`]))}))`;
  },
  intent: ({ connectionId, feeds }) => likeAny('payload', [connectionId, ...feeds.map(asJson)]),
  feedChange: ({ connectionId }) => sql`(connection_id = ${connectionId} or (connection_id is null
    and feed in (select name from agency where connection_id = ${connectionId})))`,
  statement: ofConnection,
  agencyAccount: ({ connectionId }) =>
    sql`agency_id in (select id from agency where connection_id = ${connectionId})`,
  feed: ofConnection,
  connection: ({ connectionId }) => sql`id = ${connectionId}`,
  audit: ({ connectionId, feeds }) =>
    sql`(${likeAny('data', [connectionId])} or subject in (${sql.join([
      connectionId,
      ...feeds.map(({ id }) => `feed ${id}`),
    ])}))`,
  // Accounts that also belong to another agency stay, without access to this one.
  account: ({ connectionId }) =>
    sql`id in (select account_id from account_connection where connection_id = ${connectionId})
      and id not in (select account_id from account_connection where connection_id <> ${connectionId})
      and id not in (select account_id from agency_account join agency on agency.id = agency_id
        where coalesce(agency.connection_id, '') <> ${connectionId})`,
  accountConnection: ofConnection,
  agency: ofConnection,
  // Leases are no data of agencies, and the epoch of a lane must never decrease.
  lease: null,
  // Deleted by the database with their account.
  invitation: null,
  session: null,
  apiToken: null,
  signInFailure: null,
  knownBrowser: null,
  // Keyed by the photo's URL, which several agencies may share. A row that no check uses any more is deleted in time.
  photo: null,
  vocabulary: null,
  place: null,
};

const asJson = ({ name }: { name: string }): string => `"feed":${JSON.stringify(name)}`;

function likeAny(column: string, parts: readonly string[]): Condition {
  const like = (part: string): Condition =>
    sql`${sql.ref(column)} like ${`%${literally(part)}%`} escape '\\'`;
  return sql`(${sql.join(parts.map(like), sql` or `)})`;
}

export function createAgencyData({ db, destroy }: Database): AgencyDataStore {
  return {
    count: (scope) => countRows(db, scope),
    read: (scope) => readRows(db, scope),
    unfinished: (scope) => unfinished(db, scope),
    erase: (scope, { author, now }) =>
      destroy(async (writer) => {
        const counts = await eraseRows(writer, scope);
        await addAudit(writer, {
          at: now,
          author,
          action: 'erase.agency',
          subject: scope.connectionId,
          data: { connection: scope.connectionId, feeds: scope.feeds.map(({ name }) => name), rows: counts },
        });
        return counts;
      }),
  };
}

async function countRows(reader: Reader, scope: AgencyScope): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, condition] of conditions(scope)) {
    const count = await countWhere(reader, table, condition);
    if (count > 0) counts[table] = count;
  }
  return counts;
}

async function countWhere(reader: Reader, table: Table, condition: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${condition}`.execute(reader);
  return rows[0]?.count ?? 0;
}

function conditions(scope: AgencyScope): [Table, Condition][] {
  return Object.entries(holdings).flatMap(([table, where]) =>
    where === null ? [] : [[table as Table, where(scope)]],
  );
}

const pageSize = 500;

/** Reads pages by offset. While others write, a row may be missing or occur twice. */
async function* readRows(reader: Reader, scope: AgencyScope): AsyncGenerator<AgencyRow> {
  for (const [table, condition] of conditions(scope)) {
    const order = orders[table] ?? 'id';
    for (let offset = 0; ; offset += pageSize) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where ${condition}
        order by ${sql.raw(order)} limit ${pageSize} offset ${offset}`.execute(reader);
      for (const row of rows) yield { table, row: readable(table === 'agency' ? withoutAccess(row) : row) };
      if (rows.length < pageSize) break;
    }
  }
}

/** Sort columns of tables without an id. */
const orders: Readonly<Partial<Record<Table, string>>> = {
  claim: 'external_id, feed_id',
  holdLine: 'hold_id, external_id',
  expectedRemoval: 'feed_id, external_id',
  rename: 'hold_id, external_id',
  alias: 'external_id',
  payload: 'external_id',
  contentDoubt: 'feed_id, external_id, field',
  confirmation: 'external_id, field, offer, value',
  outbox: 'external_id',
  drift: 'external_id',
  suppression: 'external_id',
  parkedRequest: 'request',
  listing: 'external_id',
  staged: 'feed_id, ordinal',
  rawRecord: 'feed_id, source_id, later',
  record: 'feed_id, ordinal',
  keptMapping: 'feed_id, name',
  meta: 'key',
  accountConnection: 'account_id',
  agencyAccount: 'agency_id, account_id',
};

/** Removes credentials, headers and further URLs from an agency's feed, and query and user from its URL: they may contain passwords. */
function withoutAccess(row: Record<string, unknown>): Record<string, unknown> {
  const { feed } = row;
  const document = typeof feed === 'string' ? (JSON.parse(feed) as Record<string, unknown>) : {};
  const { auth: _auth, headers: _headers, url, urls: _urls, ...rest } = document;
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null;
  const shown = address === null ? {} : { url: `${address.origin}${address.pathname}` };
  return { ...row, feed: JSON.stringify({ ...rest, ...shown }) };
}

function readable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      // A password hash is never exported, not even to the agency.
      .filter(([name]) => name !== 'passwordHash')
      .map(([name, value]) => [name, value instanceof Uint8Array ? readableBytes(name, value) : value]),
  );
}

/** Payloads and raw records are compressed, request bodies are JSON, fingerprints are plain bytes. */
function readableBytes(name: string, bytes: Uint8Array): unknown {
  if (name === 'fingerprint') return Buffer.from(bytes).toString('hex');
  const content = name === 'content' || name === 'raw' ? inflated(bytes) : bytes;
  const text = Buffer.from(content).toString('utf8');
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return Buffer.from(text, 'utf8').equals(content) ? text : Buffer.from(content).toString('base64');
  }
}

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return unpackBytes(bytes);
  } catch {
    // A staged outcome is compressed only in parts.
    return bytes;
  }
}

async function unfinished(
  reader: Reader,
  scope: AgencyScope,
): Promise<{ listings: number; queued: number; batches: number }> {
  const mine = ofConnection(scope);
  const shown = sql`${mine} and portal in (${sql.join([...onPortal])})`;
  return {
    listings: await countWhere(reader, 'listing', shown),
    queued: await countWhere(reader, 'outbox', mine),
    batches: await countWhere(reader, 'batch', sql`${mine} and state not in ('settled', 'dissolved')`),
  };
}

async function eraseRows(writer: Writer, scope: AgencyScope): Promise<Record<string, number>> {
  const counts = await countRows(writer, scope);
  await sql`update spend set batch_id = null
    where batch_id in (select id from batch where connection_id = ${scope.connectionId})`.execute(writer);
  for (const [table, condition] of conditions(scope))
    // The audit proves who did what and contains no data of the agency's clients, so it stays.
    if (table !== 'audit') await sql`delete from ${sql.table(table)} where ${condition}`.execute(writer);
  return Object.fromEntries(Object.entries(counts).filter(([table]) => table !== 'audit'));
}

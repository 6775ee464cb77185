import { sql, type RawBuilder } from 'kysely';
import { addAudit } from '../database/audit.js';
import { packBytes, unpackBytes } from '../database/codec.js';
import type { Masking, PersonDataStore } from '../contract/personal-data.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { onPortal } from '../database/listing-rows.js';
import { countOf } from '../database/queries.js';
import type { Tables } from '../database/tables.js';

type Table = keyof Tables;

/** The columns of a table that may contain a contact. */
interface Place {
  /** The primary key. */
  key: readonly string[];
  texts?: readonly string[];
  /** Columns with uncompressed bytes. */
  bytes?: readonly string[];
  /** Columns with compressed bytes. */
  packed?: readonly string[];
}

/**
 * For each table, the columns that are searched for a contact and masked. Null: the table is not searched, because it holds no
 * contact or for the reason in the comment above it.
 */
const places: Readonly<Record<Table, Place | null>> = {
  meta: { key: ['key'], texts: ['value'] },
  connection: { key: ['id'], texts: ['remote', 'certification_note'] },
  feed: { key: ['id'], texts: ['stall_reason'] },
  record: { key: ['feed_id', 'ordinal'], texts: ['codes', 'issues'] },
  rawRecord: { key: ['feed_id', 'source_id', 'later'], packed: ['content'] },
  rawSurroundings: { key: ['id'], packed: ['content'] },
  usedWord: { key: ['id'], texts: ['word'] },
  listing: {
    key: ['connection_id', 'external_id'],
    texts: ['title', 'folded_title', 'folded_address', 'folded_ids', 'details', 'warnings'],
  },
  payload: { key: ['connection_id', 'external_id'], packed: ['content'] },
  contentDoubt: { key: ['feed_id', 'external_id', 'field'], texts: ['title', 'value'] },
  confirmation: null,
  pastValue: null,
  batch: { key: ['id'], bytes: ['body'] },
  event: { key: ['id'], texts: ['data'] },
  hold: { key: ['id'], texts: ['reason'] },
  holdLine: { key: ['hold_id', 'external_id'], texts: ['title'] },
  run: { key: ['id'], texts: ['message'] },
  intent: { key: ['id'], texts: ['payload', 'result'] },
  audit: { key: ['id'], texts: ['data'] },
  agency: { key: ['id'], texts: ['title', 'email', 'feed', 'reading', 'remote'] },
  statement: { key: ['id'], texts: ['sentence', 'name', 'role'] },
  feedChange: { key: ['id'], texts: ['subject', 'value'] },
  agencyAccount: null,
  // Accounts stay: the name is proof of who decided.
  account: null,
  accountConnection: null,
  invitation: null,
  session: null,
  apiToken: null,
  lease: null,
  // Failed sign-ins hold a keyed hash of the name, and are found only by it. Their rows are deleted (`nameKey`).
  signInFailure: null,
  knownBrowser: null,
  // Recipients are stored without addresses.
  notice: null,
  suppression: { key: ['connection_id', 'external_id'], texts: ['reason'] },
  // What an earlier release was stopped in, deleted by the feed's next poll. A poll under way has its outcomes in a temporary file.
  staged: null,
  keptMapping: null,
  snapshot: null,
  claim: null,
  alias: null,
  rename: null,
  expectation: null,
  expectedRemoval: null,
  // The portal's message may quote the listing.
  outbox: { key: ['connection_id', 'external_id'], texts: ['waits'] },
  parkedRequest: { key: ['request'], texts: ['message'] },
  spend: null,
  reconcile: null,
  drift: null,
  photo: null,
  webhook: null,
  vocabulary: null,
  place: null,
};

const searched = Object.entries(places).flatMap(([table, place]) =>
  place === null ? [] : [[table as Table, place] as const],
);

/** Number of rows read at once. */
const pageSize = 200;

export function createPersonData({ db, destroy, write }: Database): PersonDataStore {
  return {
    async count(mask, nameKey) {
      const counts: Record<string, number> = {};
      for (const [table, place] of searched)
        for await (const page of pages(db, table, place)) {
          const found = page.filter((row) => maskedRow(row, place, mask) !== null).length;
          if (found > 0) counts[table] = (counts[table] ?? 0) + found;
        }
      const failures = await countOf(db.selectFrom('signInFailure').where('nameKey', '=', nameKey));
      return failures === 0 ? counts : { ...counts, signInFailure: failures };
    },
    shown: (mask) => shown(db, mask),
    async erase(mask, { nameKey, author, about, now }) {
      const counts: Record<string, number> = {};
      for (const [table, place] of searched)
        for await (const page of pages(db, table, place)) {
          const found = page.flatMap((row) => {
            const changed = maskedRow(row, place, mask);
            return changed === null ? [] : [{ row, changed }];
          });
          if (found.length === 0) continue;
          counts[table] = (counts[table] ?? 0) + found.length;
          await write((writer) => saveRows(writer, table, place, found));
        }
      await destroy(async (writer) => {
        const failures = await writer
          .deleteFrom('signInFailure')
          .where('nameKey', '=', nameKey)
          .returning('key')
          .execute();
        if (failures.length > 0) counts.signInFailure = failures.length;
        const data = { rows: counts };
        await addAudit(writer, { at: now, author, action: 'erase.person', subject: about, data });
      });
      return counts;
    },
  };
}

type Row = Record<string, unknown>;

/** Pages of a table in the order of its key, so that changing rows between two pages makes none occur twice or be skipped. */
async function* pages(reader: Reader, table: Table, place: Place): AsyncGenerator<Row[]> {
  const columns = [...place.key, ...(place.texts ?? []), ...(place.bytes ?? []), ...(place.packed ?? [])];
  const key = sql.raw(place.key.join(', '));
  let after: RawBuilder<unknown> = sql`1 = 1`;
  for (;;) {
    // Columns keep their names in the table, since `saveRows` writes them under the same names.
    const { rows } = await sql<Row>`
      select ${sql.raw(columns.map((column) => `${column} as "${column}"`).join(', '))}
      from ${sql.table(snakeCase(table))} where ${after} order by ${key} limit ${pageSize}`.execute(
      reader.withoutPlugins(),
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = sql`(${key}) > (${sql.join(place.key.map((column) => last[column]))})`;
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The masked values of columns with an occurrence; null if there are none. */
function maskedRow(row: Row, place: Place, mask: Masking): Row | null {
  const changed: Row = {};
  for (const column of place.texts ?? []) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const masked = mask(value);
    if (masked !== value) changed[column] = masked;
  }
  for (const [columns, isPacked] of [
    [place.bytes, false],
    [place.packed, true],
  ] as const)
    for (const column of columns ?? []) {
      const value = row[column];
      if (!(value instanceof Uint8Array) || value.length === 0) continue;
      const bytes = maskedBytes(isPacked ? unpackBytes(value) : value, mask);
      if (bytes !== null) changed[column] = isPacked ? packBytes(bytes) : bytes;
    }
  return Object.keys(changed).length === 0 ? null : changed;
}

/** Masks bytes as Latin-1, which keeps every byte: a contact is ASCII in all encodings of feeds. @returns null if there is no occurrence */
function maskedBytes(bytes: Uint8Array, mask: Masking): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const masked = mask(text);
  return masked === text ? null : Buffer.from(masked, 'latin1');
}

async function saveRows(
  writer: Writer,
  table: Table,
  { key }: Place,
  rows: readonly { row: Row; changed: Row }[],
): Promise<void> {
  for (const { row, changed } of rows) {
    const set = Object.entries(changed).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const which = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(which, sql` and `)}`.execute(
      writer,
    );
  }
}

async function shown(reader: Reader, mask: Masking): Promise<{ connectionId: string; externalId: string }[]> {
  const found = new Map<string, { connectionId: string; externalId: string }>();
  for (let after = ['', '']; ;) {
    const { rows } = await sql<{ connectionId: string; externalId: string; content: Uint8Array }>`
      select listing.connection_id, listing.external_id, payload.content from listing
      join payload on payload.connection_id = listing.connection_id and payload.external_id = listing.external_id
      where (listing.connection_id, listing.external_id) > (${sql.join(after)})
        and (listing.portal in (${sql.join([...onPortal])})
          or (listing.off_since is null and listing.portal <> 'released'))
      order by listing.connection_id, listing.external_id limit ${pageSize}`.execute(reader);
    for (const { connectionId, externalId, content } of rows)
      if (maskedBytes(unpackBytes(content), mask) !== null)
        found.set(`${connectionId} ${externalId}`, { connectionId, externalId });
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) break;
    after = [last.connectionId, last.externalId];
  }
  const open = await reader
    .selectFrom('batch')
    .select(['connectionId', 'body', 'items'])
    .where('state', 'not in', ['settled', 'dissolved'])
    .execute();
  for (const { connectionId, body, items } of open)
    if (maskedBytes(body, mask) !== null)
      for (const { externalId } of JSON.parse(items) as { externalId: string }[])
        found.set(`${connectionId} ${externalId}`, { connectionId, externalId });
  return [...found.values()];
}

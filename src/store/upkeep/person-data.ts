import { sql, type RawBuilder } from 'kysely';
import { addAudit } from '../database/audit.js';
import { packBytes, unpackBytes } from '../database/codec.js';
import type { Masking, PersonDataStore } from '../contract/personal-data.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { onPortal } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import type { Tables } from '../database/tables.js';

type Table = keyof Tables;

interface Place {
  /** Columns that name one row. */
  key: readonly string[];
  texts?: readonly string[];
  /** Bytes as they are. */
  bytes?: readonly string[];
  /** Deflated bytes. */
  packed?: readonly string[];
}

/** Columns in which what agencies or people wrote may stand; null: ids, states and the portal's own words alone. */
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
  // People who sign in, and what they do: their name is the proof of who decided.
  account: null,
  accountConnection: null,
  invitation: null,
  session: null,
  apiToken: null,
  lease: null,
  // Found by a keyed hash of the name alone: its rows are deleted.
  signInFailure: null,
  knownBrowser: null,
  // Who was told stands there without an address.
  notice: null,
  suppression: { key: ['connection_id', 'external_id'], texts: ['reason'] },
  // Outcomes of a poll that is under way: gone when it ends.
  staged: null,
  keptMapping: null,
  snapshot: null,
  claim: null,
  alias: null,
  rename: null,
  expectation: null,
  expectedRemoval: null,
  // The portal may quote the listing.
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

/** Rows of payloads and raw records at a time. */
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
      const { rows } = await sql<{ count: number | string }>`
        select count(*) as count from sign_in_failure where name_key = ${nameKey}`.execute(db);
      const failures = Number(rows[0]?.count ?? 0);
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
        await addErasure(writer, counts, { author, about, now });
      });
      return counts;
    },
  };
}

type Row = Record<string, unknown>;

/** In the order of their keys, so that what is changed between two pages is neither met twice nor passed over. */
async function* pages(reader: Reader, table: Table, place: Place): AsyncGenerator<Row[]> {
  const columns = [...place.key, ...(place.texts ?? []), ...(place.bytes ?? []), ...(place.packed ?? [])];
  const key = sql.raw(place.key.join(', '));
  let after: RawBuilder<unknown> = sql`1 = 1`;
  for (;;) {
    // As they are named in the table, so that a row goes back as it came.
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

/** The columns that had an occurrence, masked; null where none had. */
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

/** A contact is plain ASCII in every encoding that feeds come in. */
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

function addErasure(
  writer: Writer,
  rows: Record<string, number>,
  { author, about, now }: { author: string; about: string; now: Millis },
): Promise<void> {
  return addAudit(writer, { at: now, author, action: 'erase.person', subject: about, data: { rows } });
}

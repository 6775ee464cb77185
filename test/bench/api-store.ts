import type Sqlite from 'better-sqlite3';
import { fold } from '../../src/model/fold.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { pack } from '../../src/store/database/codec.js';

export interface StoreShape {
  feeds: number;
  listingsOfFeed: number;
  now: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;
const streets = ['Bulevar kralja Aleksandra', 'Cara Dušana', 'Njegoševa', 'Futoška', 'Vojvode Stepe'];
const kinds = ['Dvosoban stan', 'Garsonjera', 'Porodična kuća', 'Trosoban stan', 'Poslovni prostor'];
const runsOfDay = 8;
const historyDays = 30;
const linesOfHold = 50;

/** Fills a store whose feeds are known with listings, their records, events, payloads and runs: what a month leaves behind. */
export function fillStore(path: string, { listingsOfFeed, now }: StoreShape): void {
  const db = openSqlite(path);
  db.pragma('synchronous = OFF');
  const feeds = db
    .prepare('select id, name, connection_id as connection from feed order by id')
    .all() as Feed[];
  const put = statements(db);
  for (const [index, feed] of feeds.entries())
    db.transaction(() => {
      connect(db, feed, index, now);
      for (let number = 0; number < listingsOfFeed; number++) addListing(put, feed, number, now);
      addRuns(put, feed, listingsOfFeed, now);
      if (index % 10 === 0) addHold(db, feed, now);
    })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

interface Feed {
  id: number;
  name: string;
  connection: string;
}

type Put = ReturnType<typeof statements>;

function statements(db: Sqlite.Database) {
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`);
  return {
    record: insert('record', [
      ...['feed_id', 'ordinal', 'source_id', 'kind', 'listing_count', 'has_error', 'codes', 'issues', 'uses'],
      ...['read_at', 'understood_at'],
    ]),
    listing: insert('listing', [
      ...[
        'connection_id',
        'external_id',
        'owner',
        'feed_id',
        'source_id',
        'presence',
        'offered',
        'grace_polls',
      ],
      ...['intent', 'wanted_digest', 'confirmed_digest', 'portal', 'failure_code', 'warnings', 'retries'],
      ...['listing_id', 'public_url', 'first_sent_at', 'last_seen_at', 'title'],
      ...['folded_title', 'folded_address', 'folded_ids', 'price', 'standing_since'],
    ]),
    payload: insert('payload', ['connection_id', 'external_id', 'content']),
    event: insert('event', ['connection_id', 'external_id', 'at', 'kind', 'data']),
    run: insert('run', [
      ...['kind', 'connection_id', 'feed_id', 'started_at', 'ended_at', 'state', 'message', 'balance'],
    ]),
    outbox: insert('outbox', [
      ...[
        'connection_id',
        'external_id',
        'op',
        'lane',
        'digest',
        'queued_at',
        'not_before',
        'attempts',
        'feed_id',
      ],
    ]),
  };
}

function connect(db: Sqlite.Database, { id, connection }: Feed, index: number, now: number): void {
  const remote = JSON.stringify({
    id: connection,
    agency: { name: `Agencija ${index}`, register_number: `${index}` },
  });
  db.prepare(
    `insert into connection (id, remote, status, read_at, outcomes_asked, next_push_at, backoff_step)
     values (?, ?, 'active', ?, 0, 0, 0)
     on conflict (id) do update set remote = excluded.remote, status = 'active', read_at = excluded.read_at`,
  ).run(connection, remote, now);
  db.prepare(
    `update feed set last_poll_at = ?, last_complete_at = ?, first_push_at = ?, hosts = ? where id = ?`,
  ).run(...[now - minuteMs, now - minuteMs, now - historyDays * dayMs, `crm-${index % 5}.example`, id]);
  // One CRM is down for its forty agencies.
  if (index % 5 === 0)
    db.prepare(`update feed set life = 'stalled', failures = 4, stalled_since = ? where id = ?`).run(
      now - dayMs,
      id,
    );
}

function addListing(put: Put, { id: feedId, connection }: Feed, number: number, now: number): void {
  const sourceId = `${feedId}-${number}`;
  const title = `${kinds[number % kinds.length] ?? ''} broj ${feedId * 10_000 + number}`;
  const address = `${streets[number % streets.length] ?? ''} ${number}`;
  const isRefused = number % 50 === 0;
  const isInvalid = number % 200 === 3;
  const portal = isInvalid ? 'none' : isRefused ? 'rejected' : number % 40 === 1 ? 'needs_review' : 'live';
  const readAt = now - (number % historyDays) * dayMs;
  const digest = `digest-${sourceId}`;
  put.record.run(
    ...[feedId, number, sourceId, isInvalid ? 'invalid' : 'mapped', isInvalid ? 0 : 1, isInvalid ? 1 : 0],
    ...[JSON.stringify([`AG${sourceId}`]), '[]', '[]', readAt, readAt],
  );
  put.listing.run(
    ...[connection, sourceId, 'feed', feedId, sourceId, isInvalid ? 'invalid' : 'present', 1, 0, 'publish'],
    ...[digest, digest, portal, isRefused ? 'photo_fetch_failed' : null, '[]', 0],
    ...[`L-${sourceId}`, `https://portal.example/oglas/L-${sourceId}`, readAt, now, title],
    ...[fold(title), fold(address), `\n${sourceId}\nag${sourceId}\n`, 60_000 + number, readAt],
  );
  put.payload.run(connection, sourceId, pack(payloadOf(sourceId, title, address, number)));
  for (const [step, kind] of ['sent', 'accepted', 'portal_live'].entries())
    put.event.run(connection, sourceId, readAt + (step + 1) * 5 * minuteMs, kind, JSON.stringify({ digest }));
  if (number % 100 === 7)
    put.outbox.run(...[connection, sourceId, 'upsert', 'feed_change', digest, now, now, 0, feedId]);
}

function payloadOf(externalId: string, title: string, address: string, number: number): object {
  return {
    external_id: externalId,
    transaction: 'sale',
    category: 'apartment',
    title: { sr: title },
    description: { sr: `${title}, lep i svetao, u mirnoj ulici blizu škole i stanice. `.repeat(6) },
    location: { place_id: `place-${number % 300}`, address_line: address },
    price: { amount: 60_000 + number, currency: 'EUR' },
    structure: { area_sqm: 40 + (number % 80) },
    photos: Array.from({ length: 10 }, (_, at) => ({
      url: `https://photos.example/${externalId}/${at}.jpg`,
    })),
  };
}

function addRuns(put: Put, { id, connection }: Feed, records: number, now: number): void {
  const poll = JSON.stringify({
    seen: records,
    known: records - 5,
    mapped: 5,
    queued: 5,
    queuedForRemoval: 1,
    held: 0,
  });
  const push = JSON.stringify({ created: 5, sent: 5, removed: 1 });
  for (let number = historyDays * runsOfDay; number > 0; number--) {
    const at = now - (number * dayMs) / runsOfDay;
    put.run.run('poll', connection, id, at, at + minuteMs, 'done', '5 to send', poll);
    put.run.run('push', connection, null, at + minuteMs, at + 2 * minuteMs, 'done', '5 sent', push);
  }
}

function addHold(db: Sqlite.Database, { id, connection }: Feed, now: number): void {
  const { lastInsertRowid } = db
    .prepare(
      `insert into hold (connection_id, feed_id, kind, state, revision, opened_at, reason, line_count)
       values (?, ?, 'removals', 'open', 1, ?, 'too many at once', ?)`,
    )
    .run(connection, id, now - dayMs, linesOfHold);
  const line = db.prepare(
    `insert into hold_line (hold_id, position, external_id, title, last_seen_at, reason) values (?, ?, ?, ?, ?, 'withdrawn')`,
  );
  for (let number = 0; number < linesOfHold; number++)
    line.run(lastInsertRowid, number, `${id}-${number}`, `Oglas ${number}`, now);
}

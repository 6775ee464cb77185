/** SQL that differs between SQLite and PostgreSQL. */
export interface DialectTypes {
  /** Type of a primary key that counts up and never reuses a number. */
  serial: string;
  bytes: string;
  /** Replaces the type `text` if that is not compared byte by byte. */
  text?: string;
  /** Statements that create the word index of listings. */
  words: readonly string[];
}

/** Schema 1, one statement each. Times are epoch milliseconds; JSON is text; flags are 0 or 1. */
export function firstSchema({ serial, bytes }: DialectTypes): readonly string[] {
  return [
    ...sources(serial),
    ...recordTables(serial, bytes),
    ...listingTables(serial, bytes),
    ...pushTables(serial, bytes),
    ...people(serial),
    ...statements,
    ...webhookTables,
  ];
}

const sources = (serial: string): string[] => [
  `create table meta (key text primary key, value text not null)`,
  `create table connection (
    id text primary key,
    remote text,
    status text not null,
    read_at bigint,
    view_read_at bigint,
    outcomes_due_at bigint,
    outcomes_asked integer not null,
    next_push_at bigint not null,
    backoff_step integer not null,
    last_push_at bigint,
    adopting_since bigint,
    next_reconcile_at bigint,
    certification_note text
  )`,
  `create table feed (
    id ${serial},
    name text not null,
    connection_id text not null,
    source_hash text not null,
    mapping text not null,
    id_prefix text not null,
    life text not null,
    next_poll_at bigint not null,
    failures integer not null,
    last_poll_at bigint,
    last_complete_at bigint,
    stalled_since bigint,
    stall_reason text,
    etag text,
    last_modified text,
    parts text,
    last_full_fetch_at bigint,
    context text,
    committed_snapshot_id bigint,
    deferred_snapshot_id bigint,
    first_push_at bigint,
    unique (name, connection_id)
  )`,
  `create table snapshot (
    id ${serial},
    feed_id bigint not null references feed (id),
    fetched_at bigint not null,
    path text not null,
    bytes bigint not null,
    body_hash text not null,
    completeness text not null,
    encoding text not null,
    record_count integer not null,
    state text not null
  )`,
  `create index snapshot_of_feed on snapshot (feed_id, fetched_at)`,
  `create table vocabulary (
    role text primary key check (role in ('serving', 'suspect')),
    document text not null,
    content text not null,
    etag text,
    read_at bigint not null
  )`,
  `create table place (id text primary key, position integer not null, content text not null)`,
];

const recordTables = (serial: string, bytes: string): string[] => [
  `create table record (
    feed_id bigint not null references feed (id),
    ordinal integer not null,
    source_id text not null,
    fingerprint ${bytes},
    kind text,
    remove_reason text,
    listing_count integer not null,
    has_error integer not null,
    codes text not null,
    issues text not null,
    uses text not null,
    read_at bigint,
    understood_at bigint,
    primary key (feed_id, ordinal),
    unique (feed_id, source_id)
  )`,
  // Answers the fingerprint look-up without touching the table.
  `create index record_fingerprint on record (feed_id, fingerprint, ordinal, listing_count)`,
  `create index record_uncommitted on record (feed_id) where kind is null`,
  `create index record_error on record (feed_id, source_id) where has_error = 1`,
  `create table staged (
    feed_id bigint not null references feed (id),
    ordinal integer not null,
    fingerprint ${bytes} not null,
    content ${bytes} not null,
    primary key (feed_id, ordinal)
  )`,
  `create table used_word (
    id ${serial},
    feed_id bigint not null references feed (id),
    kind text not null,
    name text not null,
    word text not null,
    resolved text not null,
    unique (feed_id, word, kind, name, resolved)
  )`,
];

const listingTables = (serial: string, bytes: string): string[] => [
  `create table listing (
    connection_id text not null,
    external_id text not null,
    owner text not null,
    feed_id bigint references feed (id),
    source_id text,
    presence text not null,
    offered integer not null,
    grace_since bigint,
    grace_polls integer not null,
    pinned_until bigint,
    intent text not null,
    remove_reason text,
    wanted_digest text,
    confirmed_digest text,
    digest_alias text,
    sent_updated_at bigint,
    feed_updated_at bigint,
    portal text not null,
    failure_code text,
    details text,
    warnings text not null,
    retries integer not null,
    refused_at bigint,
    retry_at bigint,
    listing_id text,
    candidate_id text,
    public_url text,
    first_sent_at bigint,
    off_since bigint,
    last_seen_at bigint,
    title text,
    folded_title text not null,
    folded_address text not null,
    folded_ids text not null,
    primary key (connection_id, external_id)
  )`,
  `create index listing_of_record on listing (feed_id, source_id)`,
  `create index listing_portal on listing (connection_id, portal)`,
  `create table payload (
    connection_id text not null,
    external_id text not null,
    content ${bytes} not null,
    primary key (connection_id, external_id),
    foreign key (connection_id, external_id) references listing (connection_id, external_id) on delete cascade
  )`,
  // Listings that a feed yields but another feed of the connection owns.
  `create table claim (
    connection_id text not null,
    external_id text not null,
    feed_id bigint not null,
    source_id text not null,
    primary key (connection_id, external_id, feed_id),
    foreign key (feed_id, source_id) references record (feed_id, source_id) on delete cascade
  )`,
  `create index claim_of_record on claim (feed_id, source_id)`,
  `create table event (
    id ${serial},
    connection_id text not null,
    external_id text not null,
    at bigint not null,
    kind text not null,
    data text not null
  )`,
  `create index event_of_listing on event (connection_id, external_id, id)`,
];

const pushTables = (serial: string, bytes: string): string[] => [
  `create table batch (
    id ${serial},
    connection_id text not null,
    idempotency_key text not null unique,
    body ${bytes} not null,
    items text not null,
    state text not null,
    portal_id text,
    created_at bigint not null,
    attempts integer not null,
    next_attempt_at bigint not null
  )`,
  `create index batch_of_connection on batch (connection_id, state)`,
  `create table outbox (
    connection_id text not null,
    external_id text not null,
    op text not null,
    lane text not null,
    digest text,
    remove_reason text,
    queued_at bigint not null,
    not_before bigint not null,
    batch_id bigint references batch (id),
    attempts integer not null,
    primary key (connection_id, external_id)
  )`,
  `create index outbox_lane on outbox (connection_id, op, lane, queued_at)`,
  `create index outbox_batch on outbox (batch_id)`,
  `create table spend (
    id ${serial},
    scope text not null,
    at bigint,
    amount integer not null,
    own_change integer not null,
    batch_id bigint references batch (id)
  )`,
  `create index spend_window on spend (scope, at)`,
  `create index spend_of_batch on spend (batch_id)`,
  `create table reconcile (
    id ${serial},
    connection_id text not null,
    started_at bigint not null,
    ended_at bigint,
    state text not null,
    data text not null
  )`,
  `create index reconcile_open on reconcile (connection_id, state)`,
  `create table drift (
    connection_id text not null,
    external_id text not null,
    repairs integer not null,
    missed integer not null,
    primary key (connection_id, external_id)
  )`,
  `create table run (
    id ${serial},
    kind text not null,
    connection_id text,
    feed_id bigint references feed (id),
    started_at bigint not null,
    ended_at bigint,
    state text not null,
    message text,
    balance text not null
  )`,
  `create index run_of_feed on run (feed_id, id)`,
  `create table lease (name text primary key, holder text not null, token bigint not null, until bigint not null)`,
];

const people = (serial: string): string[] => [
  `create table hold (
    id ${serial},
    connection_id text not null,
    feed_id bigint references feed (id),
    kind text not null,
    state text not null,
    revision integer not null,
    opened_at bigint not null,
    decided_at bigint,
    decided_by text,
    reason text not null,
    snapshot_id bigint,
    line_count integer not null
  )`,
  `create index hold_state on hold (state, feed_id, kind)`,
  `create table hold_line (
    hold_id bigint not null references hold (id) on delete cascade,
    position integer not null,
    external_id text not null,
    title text,
    last_seen_at bigint,
    reason text not null,
    primary key (hold_id, external_id)
  )`,
  `create table intent (
    id ${serial},
    kind text not null,
    payload text not null,
    author text not null,
    created_at bigint not null,
    done_at bigint,
    result text
  )`,
  `create table audit (
    id ${serial},
    at bigint not null,
    author text not null,
    action text not null,
    subject text not null,
    data text not null
  )`,
];

/** Settings of agencies and operators for feeds, and suppressions. Values from configuration files have the author "configuration". */
const statements = [
  `create table answer (
    feed_id bigint not null references feed (id),
    name text not null,
    value text not null,
    words text,
    author text not null,
    at bigint not null,
    primary key (feed_id, name)
  )`,
  `create table word (
    feed_id bigint not null references feed (id),
    table_name text not null,
    word text not null,
    target text not null,
    author text not null,
    at bigint not null,
    primary key (feed_id, table_name, word)
  )`,
  `create table suppression (
    connection_id text not null,
    external_id text not null,
    reason text not null,
    until bigint,
    author text not null,
    at bigint not null,
    primary key (connection_id, external_id)
  )`,
];

const webhookTables = [
  `create table webhook (
    id text not null primary key,
    type text not null,
    connection_id text,
    received_at bigint not null
  )`,
];

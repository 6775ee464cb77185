import type { DialectTypes } from './first-schema.js';

/** Schema 5: hosts of feeds, shares of a connection's budget, renames, announced removals, and cause and reminder of holds. */
export const safetyTables = ({ serial }: DialectTypes): readonly string[] => [
  `alter table feed add column hosts text not null default ''`,
  `alter table feed add column weight integer not null default 1`,
  `alter table outbox add column feed_id bigint`,
  `update outbox set feed_id = (
    select listing.feed_id from listing
    where listing.connection_id = outbox.connection_id and listing.external_id = outbox.external_id
  )`,
  `alter table hold add column cause text`,
  `alter table hold add column reminded_at bigint`,
  `create table rename (
    hold_id bigint not null references hold (id) on delete cascade,
    external_id text not null,
    own_id text not null,
    source_id text not null,
    primary key (hold_id, external_id)
  )`,
  `create table alias (
    connection_id text not null,
    external_id text not null,
    feed_id bigint not null references feed (id),
    own_id text not null,
    source_id text not null,
    former_source_id text,
    at bigint not null,
    primary key (connection_id, external_id),
    unique (feed_id, own_id)
  )`,
  `create table expectation (
    id ${serial},
    feed_id bigint not null references feed (id),
    removals integer not null,
    used integer not null,
    until bigint not null,
    author text not null,
    at bigint not null,
    ended_at bigint
  )`,
  `create table expected_removal (
    feed_id bigint not null references feed (id),
    external_id text not null,
    primary key (feed_id, external_id)
  )`,
];

/** Part of schema 12: deactivations that the guard of removals judges. What is inactive already is not judged. */
export const deactivationColumns: readonly string[] = [
  `alter table listing add column inactive_since bigint`,
  `alter table listing add column deactivation text`,
  `alter table listing add column active_until bigint`,
  `alter table hold add column inactive_count integer not null default 0`,
  `update listing set inactive_since = 0 where intent = 'inactive'`,
  `create index listing_deactivation on listing (feed_id) where deactivation is not null`,
];

import type { DialectTypes } from './first-schema.js';

/** Schema 7: agencies set up in the console, their statements, and feed changes. */
export const setupTables = ({ serial }: DialectTypes): readonly string[] => [
  `create table feed_change (
    id ${serial},
    feed text not null,
    connection_id text,
    kind text not null,
    subject text not null,
    value text not null,
    author text not null,
    at bigint not null,
    undone_at bigint,
    undone_by text
  )`,
  `create index feed_change_feed on feed_change (feed, id)`,
  `create table agency (
    id ${serial},
    name text not null unique,
    title text not null,
    email text not null,
    language text not null,
    feed text not null,
    created_at bigint not null,
    created_by text not null,
    read_asked_at bigint,
    read_from_kept integer not null,
    reading text,
    kept_file text,
    connection_id text,
    remote text,
    connected_at bigint,
    confirmed_at bigint,
    confirmed_by text,
    sent_at bigint,
    sent_by text
  )`,
  `create table agency_account (
    agency_id bigint not null references agency (id) on delete cascade,
    account_id bigint not null references account (id) on delete cascade,
    primary key (agency_id, account_id)
  )`,
  `create table statement (
    id ${serial},
    agency text not null,
    connection_id text,
    kind text not null,
    version integer not null,
    language text not null,
    sentence text not null,
    value integer not null,
    name text not null,
    role text not null,
    account text not null,
    at bigint not null
  )`,
  `create index statement_agency on statement (agency, id)`,
];

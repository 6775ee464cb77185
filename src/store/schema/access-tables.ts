import type { DialectTypes } from './first-schema.js';

/** Schema 6: accounts, invitations, sessions, tokens and sign-in attempts. */
export function accessTables({ serial }: DialectTypes): readonly string[] {
  return [
    `create table account (
      id ${serial},
      name text not null unique,
      role text not null,
      password_hash text,
      created_at bigint not null,
      created_by text not null,
      signed_in_at bigint
    )`,
    `create table account_connection (
      account_id bigint not null references account (id) on delete cascade,
      connection_id text not null,
      primary key (account_id, connection_id)
    )`,
    `create table invitation (
      hash text primary key,
      account_id bigint not null unique references account (id) on delete cascade,
      created_at bigint not null,
      created_by text not null,
      expires_at bigint not null
    )`,
    `create table session (
      hash text primary key,
      account_id bigint not null references account (id) on delete cascade,
      created_at bigint not null,
      seen_at bigint not null
    )`,
    `create table api_token (
      id ${serial},
      account_id bigint not null references account (id) on delete cascade,
      label text not null,
      scope text not null,
      hash text not null unique,
      created_at bigint not null,
      created_by text not null,
      expires_at bigint,
      used_at bigint
    )`,
    `create table sign_in_attempt (id ${serial}, name text not null, address text not null, at bigint not null)`,
    `create index sign_in_attempt_name on sign_in_attempt (name, at)`,
    `create index sign_in_attempt_address on sign_in_attempt (address, at)`,
  ];
}

/**
 * Part of schema 12: failed sign-ins by keyed hash, and known browsers. The former table is dropped, since it contained names typed at
 * sign-in as plain text.
 */
export const signInTables: readonly string[] = [
  `drop table sign_in_attempt`,
  `create table sign_in_failure (
    key text primary key,
    name_key text,
    failures integer not null,
    at bigint not null
  )`,
  `create index sign_in_failure_at on sign_in_failure (at)`,
  `create index sign_in_failure_name on sign_in_failure (name_key)`,
  `create table known_browser (
    hash text not null,
    account_id bigint not null references account (id) on delete cascade,
    used_at bigint not null,
    primary key (hash, account_id)
  )`,
  `create index known_browser_account on known_browser (account_id, used_at)`,
];

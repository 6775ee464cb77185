/** Part of schema 12: why outbox entries wait, listings that the portal does not show, and parked requests. */
export const parkedRequestTable: readonly string[] = [
  `alter table outbox add column waits text`,
  `alter table listing add column unchanged_since bigint`,
  `create index listing_unchanged on listing (connection_id) where unchanged_since is not null`,
  `create index outbox_waits on outbox (connection_id) where waits is not null`,
  `create table parked_request (
    request text not null primary key,
    connection_id text,
    status integer not null,
    code text not null,
    message text not null,
    since bigint not null,
    tries integer not null,
    next_at bigint not null
  )`,
  `create index parked_request_of on parked_request (connection_id)`,
];

/** Part of schema 12: doubts of the content guard, decisions about them, and values that were live before. */
export const contentTables = (serial: string): readonly string[] => [
  `create table content_doubt (
    feed_id bigint not null references feed (id),
    ordinal integer not null,
    external_id text not null,
    field text not null,
    connection_id text not null,
    source_id text not null,
    rule text not null,
    value text not null,
    causes text not null,
    offer text not null,
    title text,
    live text,
    opened_at bigint not null,
    rejected_until bigint,
    confirmed_at bigint,
    primary key (feed_id, external_id, field)
  )`,
  `create index content_doubt_of_listing on content_doubt (connection_id, external_id)`,
  `create table confirmation (
    connection_id text not null,
    external_id text not null,
    field text not null,
    offer text not null,
    value text not null,
    by_whom text not null,
    at bigint not null,
    before_value text,
    taken_back_at bigint,
    primary key (connection_id, external_id, field, offer, value)
  )`,
  `create table past_value (
    id ${serial},
    connection_id text not null,
    external_id text not null,
    field text not null,
    offer text not null,
    value text not null,
    until bigint,
    is_base integer not null
  )`,
  `create index past_value_of_listing on past_value (connection_id, external_id)`,
  `create index past_value_until on past_value (until) where until is not null`,
];

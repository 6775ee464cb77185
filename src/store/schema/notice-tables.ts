import type { DialectTypes } from './first-schema.js';

/** Schema 8: notices to send, and notices sent. */
export const noticeTables = ({ serial }: DialectTypes): readonly string[] => [
  `create table notice (
    id ${serial},
    cause text not null,
    kind text not null,
    addressee text not null,
    connection_id text,
    at_once integer not null,
    noticed_at bigint not null,
    message text,
    tries integer not null,
    next_try_at bigint not null,
    problem text,
    told_at bigint,
    over_at bigint
  )`,
  `create index notice_open on notice (cause, addressee) where over_at is null`,
];

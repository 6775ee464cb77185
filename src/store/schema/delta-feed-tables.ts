import type { DialectTypes } from './first-schema.js';

/** Schema 3: delta feeds, the kind and sequence of their files, and their raw records. */
export const changeFeedTables = ({ serial, bytes }: DialectTypes): readonly string[] => [
  `alter table feed add column kind text not null default 'full'`,
  `alter table snapshot add column kind text not null default 'full'`,
  `alter table snapshot add column sequence double precision`,
  `alter table staged add column raw ${bytes}`,
  `alter table staged add column surroundings bigint`,
  `create table raw_surroundings (
    id ${serial},
    feed_id bigint not null references feed (id),
    digest text not null,
    content ${bytes} not null,
    unique (feed_id, digest)
  )`,
  `create table raw_record (
    feed_id bigint not null references feed (id),
    source_id text not null,
    later integer not null,
    read_at bigint not null,
    gone_at bigint,
    content ${bytes} not null,
    surroundings bigint not null references raw_surroundings (id),
    primary key (feed_id, source_id, later)
  )`,
  `create index raw_record_surroundings on raw_record (surroundings)`,
];

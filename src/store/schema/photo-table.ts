/** Pictures by their addresses: what a server said of each, and what it showed. */
export const photoTable = [
  `create table photo (
    url text primary key,
    etag text,
    last_modified text,
    sha256 text,
    checked_at bigint not null
  )`,
  `create index photo_checked on photo (checked_at)`,
];

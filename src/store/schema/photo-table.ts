/** Schema 4: checked photos by URL, with the server's validators and the photo's digest. */
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

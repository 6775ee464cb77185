/** Schema 12: the time of a file, and what a later file said of a record. */
export const fileOrderColumns: readonly string[] = [
  'alter table snapshot add column modified_at bigint',
  'alter table record add column changed_at double precision',
];

/** Part of schema 12: the time of a file, what a later file said of a record, what a record offers, and the second address of a feed. */
export const fileOrderColumns: readonly string[] = [
  'alter table snapshot add column modified_at bigint',
  'alter table record add column changed_at double precision',
  'alter table record add column offer text',
  'alter table feed add column changes text',
];

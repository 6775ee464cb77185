/** Schema 2: the presets that feeds were started with. */
export const keptMappingTable = [
  `create table kept_mapping (
    feed_id bigint not null references feed (id),
    name text not null,
    version integer not null,
    text text not null,
    primary key (feed_id, name)
  )`,
];

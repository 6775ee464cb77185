import pg from 'pg';
import { openSqlite } from '../../src/platform/files/sqlite.js';

/** A store's tables, whatever it is kept in. */
export interface Rows {
  all(text: string): Promise<Record<string, unknown>[]>;
  run(text: string): Promise<void>;
  columns(table: string): Promise<string[]>;
  close(): Promise<void>;
}

export function sqliteRows(path: string): Rows {
  const db = openSqlite(path, { timeout: 10_000 });
  return {
    all: async (text) => db.prepare(text).all() as Record<string, unknown>[],
    run: async (text) => void db.exec(text),
    columns: async (table) =>
      db.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table),
    close: async () => {
      db.close();
    },
  };
}

export function postgresRows(store: string): Rows {
  const pool = new pg.Pool({ connectionString: store, max: 2, application_name: 'bench' });
  return {
    all: async (text) => (await pool.query<Record<string, unknown>>(text)).rows,
    run: async (text) => {
      await pool.query(text);
    },
    columns: async (table) => {
      const { rows } = await pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
        [table],
      );
      return rows.map(({ name }) => name);
    },
    close: () => pool.end(),
  };
}

/** Feeds of one insert: so much is one transaction. */
const feedsOfBlock = 500;

/** Whatever the store knows of its first feed and connection, it knows of all others of the configuration afterwards. */
export async function cloneFirstFeed(rows: Rows): Promise<void> {
  const [first] = await rows.all('select min(id) as id, max(id) as last from feed');
  const of = { first: Number(first?.id), last: Number(first?.last) };
  const connection = `(select connection_id from feed where id = ${of.first})`;
  await cloneConnection(rows, connection);
  for (let from = of.first + 1; from <= of.last; from += feedsOfBlock) {
    const others = `feed.id between ${from} and ${Math.min(of.last, from + feedsOfBlock - 1)}`;
    const copy = (table: string, scope: string): Promise<void> => clone(rows, table, scope, others);
    await copy('snapshot', `source.id = (select committed_snapshot_id from feed where id = ${of.first})`);
    for (const table of ['record', 'used_word']) await copy(table, `source.feed_id = ${of.first}`);
    await copy('listing', `source.feed_id = ${of.first}`);
    await copy('payload', `source.connection_id = ${connection}`);
  }
  await cloneFeed(rows, of.first);
  // Its first hour would go through the content of all of them.
  await rows.run(
    `insert into meta (key, value) values ('housekeeping.at', '${Date.now()}') on conflict (key) do update set value = excluded.value`,
  );
  await rows.run('analyze');
}

/** One row for each of the source's rows and each of these feeds; numbers are given anew. */
async function clone(rows: Rows, table: string, scope: string, others: string): Promise<void> {
  const columns = (await rows.columns(table)).filter((name) => name !== 'id');
  const own: Readonly<Record<string, string>> = { feed_id: 'feed.id', connection_id: 'feed.connection_id' };
  const values = columns.map((name) => own[name] ?? `source.${name}`);
  await rows.run(`insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from feed cross join ${table} source where ${others} and ${scope}`);
}

async function cloneConnection(rows: Rows, first: string): Promise<void> {
  const columns = (await rows.columns('connection')).filter((name) => name !== 'id');
  const changes = columns.map(
    (name) => `${name} = (select source.${name} from connection source where source.id = ${first})`,
  );
  await rows.run(`update connection set ${changes.join(', ')} where id <> ${first}`);
}

/** Each has a snapshot of its own, over one file. */
async function cloneFeed(rows: Rows, first: number): Promise<void> {
  const columns = (await rows.columns('feed')).filter(
    (name) => !['id', 'name', 'connection_id', 'source_hash', 'committed_snapshot_id'].includes(name),
  );
  const changes = columns.map(
    (name) => `${name} = (select source.${name} from feed source where source.id = ${first})`,
  );
  await rows.run(`update feed set ${changes.join(', ')},
    committed_snapshot_id = (select max(snapshot.id) from snapshot where snapshot.feed_id = feed.id) where id <> ${first}`);
}

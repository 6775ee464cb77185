import { sql } from 'kysely';
import type { Clock } from '../platform/clock.js';
import type { Database, Reader } from './database/database.js';
import { StoreError } from './database/errors.js';
import { migrate, requireKnownSchema, schemaVersion } from './schema/migrations.js';
import { postgresDatabase, postgresTypes, type PostgresOptions } from './postgres/postgres-database.js';
import { placeOf } from './postgres/postgres-errors.js';
import type { Upgrade } from './upkeep/upgrade-copy.js';

/**
 * Opens the store in the first schema of the database's search path, or creates it if that schema is empty.
 * @throws StoreError; nothing is changed then
 */
export async function openPostgres(
  url: string,
  {
    clock,
    beside,
    onUpgrade,
    ...options
  }: PostgresOptions & { beside: boolean; clock: Clock; onUpgrade?: (upgrade: Upgrade) => void },
): Promise<Database> {
  const place = placeOf(url);
  const database = postgresDatabase(url, options);
  try {
    const isThere = await inspect(database.db, place);
    if (!isThere && options.readOnly)
      throw new StoreError(
        'missing',
        `There is no store at ${place} yet. It is made by the first feedsync run or sync.`,
      );
    const { readOnly } = options;
    const from = isThere ? await requireKnownSchema(database.db, place, { readOnly, beside }) : null;
    // The first use of the writing connection takes the store's locks, or fails: nothing is changed without them.
    if (!readOnly)
      await database.migrate(async (db) => {
        if (from !== null && from < schemaVersion) onUpgrade?.({ from, to: schemaVersion, copy: null });
        await migrate(db, postgresTypes, clock.now(), place);
      });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** @returns whether the schema contains a store @throws StoreError if the schema is missing, has other tables, or is not UTF8 */
async function inspect(db: Reader, place: string): Promise<boolean> {
  const { rows } = await sql<{ schema: string | null; encoding: string; tables: number; version: boolean }>`
    select current_schema() as schema, current_setting('server_encoding') as encoding,
      count(*) as tables, coalesce(bool_or(relname = 'schema_version'), false) as version
    from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  const [found] = rows;
  if (found?.schema == null)
    throw new StoreError(
      'missing',
      `The store ${place} has no schema that could hold it: the first one of its search path is not there. Create it, or take "options" out of the address.`,
    );
  if (found.encoding !== 'UTF8')
    throw new StoreError(
      'unsupported',
      `The database of the store ${place} has the encoding ${found.encoding}, which cannot hold every letter. Create one with encoding UTF8.`,
    );
  if (found.version || found.tables === 0) return found.version;
  throw new StoreError(
    'not_a_store',
    `The store ${place} holds tables of another program and none of feedsync's. It was left as it is. Name an empty database, or an empty schema of it.`,
  );
}

import { sql, type Kysely } from 'kysely';
import { accessTables } from './access-tables.js';
import type { Millis } from '../../model/millis.js';
import { StoreError } from '../database/errors.js';
import { contentTables } from './content-tables.js';
import { fillPrices, listingOrders } from './listing-orders.js';
import { keptMappingTable } from './kept-mapping-table.js';
import { dueConnectionIndexes, dueIndexes, dueRemapIndexes } from './due-indexes.js';
import { changeFeedTables } from './delta-feed-tables.js';
import { fileOrderColumns } from './file-order-columns.js';
import { firstSchema, type DialectTypes } from './first-schema.js';
import { waitingIndexes } from './due-indexes.js';
import { noticeTables } from './notice-tables.js';
import { pageIndexes } from './page-indexes.js';
import { parkedRequestTable } from './parked-request-table.js';
import { photoTable } from './photo-table.js';
import { deactivationColumns, safetyTables } from './safety-tables.js';
import { setupTables } from './setup-tables.js';
import { signInTables } from './access-tables.js';
import type { Tables } from '../database/tables.js';

interface Migration {
  name: string;
  statements: (types: DialectTypes) => readonly string[];
  /** Fills in what no statement can, after the statements and in their transaction. */
  fill?: (db: Kysely<Tables>) => Promise<void>;
}

/** All migrations, in order. The version of a schema is its position in this list, from 1. Released migrations are never edited. */
const migrations: readonly Migration[] = [
  { name: 'first schema', statements: firstSchema },
  { name: 'kept mappings', statements: () => keptMappingTable },
  { name: 'feeds of changes', statements: changeFeedTables },
  { name: 'photos', statements: () => photoTable },
  { name: 'shares, renames, announcements', statements: safetyTables },
  { name: 'access', statements: accessTables },
  { name: 'agencies and feed changes', statements: setupTables },
  { name: 'notices', statements: noticeTables },
  { name: 'what is due', statements: () => dueIndexes },
  { name: 'indexes of pages', statements: pageIndexes },
  { name: 'looks that cost what they find', statements: () => [...dueConnectionIndexes, ...waitingIndexes] },
  {
    name: 'why things wait, failed sign-ins without names, schedules of feeds, origins of kept mappings, doubts',
    statements: ({ serial }) => [
      ...parkedRequestTable,
      ...signInTables,
      'alter table feed add column schedule text',
      'alter table feed add column remap_asked_at bigint',
      ...dueRemapIndexes,
      ...fileOrderColumns,
      // Feeds of releases before this column keep the ids that those releases read.
      'alter table feed add column cleans_ids integer not null default 0',
      ...deactivationColumns,
      // Before this column, presets came from the configured folder only.
      "alter table kept_mapping add column origin text not null default 'configured'",
      ...contentTables(serial),
      // A hash of what decides whether a listing keeps its first photo.
      'alter table payload add column photo_source text',
    ],
  },
  { name: 'orders of listings', statements: () => listingOrders, fill: fillPrices },
  { name: 'which mail people get', statements: () => ['alter table account add column mail text'] },
];

export const schemaVersion = migrations.length;

type Versioned = Kysely<Tables & { schemaVersion: { version: number; name: string; appliedAt: Millis } }>;

/**
 * Migrates the schema to this release's version, one transaction per migration. Each transaction first inserts its version's row, so that of
 * two processes that migrate at once one fails.
 * @returns whether the schema was changed
 * @throws StoreError `newer_schema`; nothing is changed then
 */
export async function migrate(
  db: Kysely<Tables>,
  types: DialectTypes,
  now: Millis,
  path: string,
): Promise<boolean> {
  const versioned: Versioned = db.withTables();
  await versioned.schema
    .createTable('schemaVersion')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('appliedAt', 'bigint', (column) => column.notNull())
    .execute();
  const current = await currentVersion(db);
  refuseNewer(current, path);
  for (const [index, { name, statements, fill }] of migrations.entries()) {
    const version = index + 1;
    if (version <= current) continue;
    await db.transaction().execute(async (writer) => {
      const marked: Versioned = writer.withTables();
      await marked.insertInto('schemaVersion').values({ version, name, appliedAt: now }).execute();
      for (const statement of statements(types)) await sql.raw(inDialect(statement, types)).execute(writer);
      await fill?.(writer);
    });
  }
  return current < schemaVersion;
}

/** Matches the type `text` but not a column named `text`: a type is followed by a constraint, by `,` or `)`, or by the end. */
const textType = /(?<=\w )text(?= (?:not|null|primary|unique|default|references|check)\b|\s*[,)]|\s*$)/g;

function inDialect(statement: string, { text }: DialectTypes): string {
  return text === undefined ? statement : statement.replace(textType, text);
}

/**
 * Checks the version of the schema before the store is used.
 * @returns the version
 * @throws StoreError `newer_schema`; `older_schema` if the caller may not migrate, because it only reads or works beside a daemon
 */
export async function requireKnownSchema(
  db: Kysely<Tables>,
  path: string,
  { readOnly, beside = false }: { readOnly: boolean; beside?: boolean },
): Promise<number> {
  const version = await currentVersion(db);
  refuseNewer(version, path);
  if (version === schemaVersion || !(readOnly || beside)) return version;
  const next = beside
    ? 'A daemon of an older release works on it: stop that one first, then start the daemon of this release'
    : 'Start the daemon once (feedsync run, or sync)';
  throw new StoreError(
    'older_schema',
    `The store ${path} has schema ${version} and this release needs ${schemaVersion}. ${next}: it brings the store up to date.`,
  );
}

/** The version of the stored schema; 0 before the first migration. */
async function currentVersion(db: Kysely<Tables>): Promise<number> {
  const versioned: Versioned = db.withTables();
  const row = await versioned
    .selectFrom('schemaVersion')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

function refuseNewer(version: number, path: string): void {
  if (version <= schemaVersion) return;
  throw new StoreError(
    'newer_schema',
    `The store ${path} was written by a newer release (schema ${version}; this one knows ${schemaVersion}), and it was left as it is. Install that release again, or restore a backup made before the upgrade.`,
  );
}

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type Sqlite from 'better-sqlite3';
import type { Clock } from '../platform/clock.js';
import { createAccess } from './accounts/access.js';
import { createAgencyData } from './upkeep/agency-data.js';
import { createAliases } from './listings/aliases.js';
import { createAudit } from './database/audit.js';
import { createBatches } from './outbox/batches.js';
import { createConnections } from './accounts/connections.js';
import type { Database } from './database/database.js';
import { createCalmFeeds } from './upkeep/calm-feeds.js';
import { createClockChanges } from './upkeep/clock-changes.js';
import { StoreError } from './database/errors.js';
import { createDue } from './upkeep/due.js';
import { createContent } from './decisions/content.js';
import { createExpectations } from './listings/expectations.js';
import { createFeedChanges } from './feeds/feed-changes.js';
import { createFeeds } from './feeds/feeds.js';
import { createHolds } from './decisions/holds.js';
import { createIntents } from './decisions/intents.js';
import { createKeptMappings } from './feeds/kept-mappings.js';
import { createManual } from './listings/manual.js';
import { createSuppressions } from './listings/suppressions.js';
import { createLeases, fenced } from './upkeep/leases.js';
import { createListings } from './listings/listings.js';
import { createMeta } from './database/meta.js';
import { migrate, requireKnownSchema, schemaVersion } from './schema/migrations.js';
import { createFigures } from './upkeep/figures.js';
import { createNotices } from './decisions/notices.js';
import { createOutbox } from './outbox/outbox.js';
import { createReconciles } from './decisions/reconciles.js';
import { createRawRecords } from './records/raw-records.js';
import { createPersonData } from './upkeep/person-data.js';
import { createParkedRequests } from './outbox/parked-requests.js';
import { createPhotos } from './listings/photos.js';
import { createQuality } from './feeds/quality.js';
import { createRecords } from './records/records.js';
import { createReferences } from './feeds/references.js';
import { createRetention } from './upkeep/retention.js';
import { createRuns } from './feeds/runs.js';
import { createSetups } from './accounts/setups.js';
import { createSnapshots } from './feeds/snapshots.js';
import { createSpend } from './outbox/spend.js';
import { connectSqlite, kyselyOver, sqliteDatabase, sqliteTypes } from './sqlite/sqlite-database.js';
import { readAlone } from './sqlite/read-alone.js';
import { corrupt, explainSqlite, notADatabase } from './sqlite/sqlite-errors.js';
import { createStoreFile, inspectStoreFile, makePrivate, markOpen } from './sqlite/sqlite-file.js';
import type { Store } from './store.js';
import { copyBeforeUpgrade, type Upgrade } from './upkeep/upgrade-copy.js';
import { createWebhooks } from './decisions/webhooks.js';

const scheme = 'sqlite:';

export interface OpenOptions {
  /** Only reads: nothing is created, migrated or written. A daemon may work on the store. */
  readOnly?: boolean;
  /**
   * PostgreSQL only: while the store is open, no other process on any machine may open it exclusively or as a `holder`. Fails with `locked`
   * if another process has. For an SQLite file, the process lock beside the file serves this purpose.
   */
  exclusive?: boolean;
  /** PostgreSQL only: name of this process among those that share the store. */
  holder?: string;
  /** Writes but never migrates, since a daemon may work on the store. */
  beside?: boolean;
  /** Called before the schema of an older release is changed. */
  onUpgrade?: (upgrade: Upgrade) => void;
  clock: Clock;
}

/**
 * Opens the store, or creates it if there is none. An existing file that is not a valid store is never replaced.
 * @param url `sqlite:./path`, `sqlite::memory:` or `postgres://…`
 * @throws StoreError
 */
export async function openStore(url: string, options: OpenOptions): Promise<Store> {
  if (/^postgres(ql)?:/.test(url)) {
    const { readOnly = false, exclusive = false, holder = null, beside = false, clock, onUpgrade } = options;
    // The PostgreSQL driver is loaded only if it is used.
    const { openPostgres } = await import('./open-postgres.js');
    const writer = { exclusive: exclusive && !readOnly, holder: readOnly ? null : holder };
    return storeOver(
      await openPostgres(url, { readOnly, ...writer, beside, clock, ...(onUpgrade && { onUpgrade }) }),
    );
  }
  if (!url.startsWith(scheme))
    throw new StoreError(
      'unsupported',
      `The store "${url.split(':', 1)[0] ?? ''}:…" is not known; write sqlite: and a path, such as sqlite:./data/feedsync.db, or postgres:// and a database.`,
    );
  const place = url.slice(scheme.length);
  const raw = place === ':memory:' ? await openMemory(options) : await openFile(resolve(place), options);
  return storeOver(sqliteDatabase(raw));
}

function storeOver(shared: Database): Store {
  const database = fenced(shared);
  return {
    meta: createMeta(database),
    connections: createConnections(database),
    feeds: createFeeds(database),
    mappings: createKeptMappings(database),
    snapshots: createSnapshots(database),
    records: createRecords(database),
    photos: createPhotos(database),
    content: createContent(database),
    quality: createQuality(database),
    rawRecords: createRawRecords(database),
    listings: createListings(database),
    outbox: createOutbox(database),
    batches: createBatches(database),
    parkedRequests: createParkedRequests(database),
    spend: createSpend(database),
    holds: createHolds(database),
    aliases: createAliases(database),
    expectations: createExpectations(database),
    feedChanges: createFeedChanges(database),
    setups: createSetups(database),
    due: createDue(database),
    calmFeeds: createCalmFeeds(shared),
    leases: createLeases(shared),
    runs: createRuns(database),
    reference: createReferences(database),
    intents: createIntents(database),
    reconciles: createReconciles(database),
    webhooks: createWebhooks(database),
    suppressions: createSuppressions(database),
    manual: createManual(database),
    clock: createClockChanges(database),
    backUp: (file) => database.backUp(file),
    retention: createRetention(database),
    agencies: createAgencyData(database),
    persons: createPersonData(database),
    audit: createAudit(database),
    notices: createNotices(database),
    figures: createFigures(database),
    access: createAccess(database),
    close: () => database.close(),
  };
}

async function openMemory({ clock }: OpenOptions): Promise<Sqlite.Database> {
  const raw = connectSqlite(':memory:', { readOnly: false });
  await migrate(kyselyOver(raw), sqliteTypes, clock.now(), 'in memory');
  return raw;
}

async function openFile(path: string, options: OpenOptions): Promise<Sqlite.Database> {
  const { readOnly = false, clock } = options;
  if (!inspectStoreFile(path)) {
    if (readOnly)
      throw new StoreError(
        'missing',
        `There is no store at ${path} yet. It is made by the first feedsync run or sync.`,
      );
    await createStoreFile(path, (unfinished) => build(unfinished, clock));
  }
  try {
    return await openAt(path, options);
  } catch (error) {
    const alone = readOnly ? readAlone(path, error) : null;
    if (alone === null) throw explainSqlite(error, path);
    await inspectStore(alone, path, options);
    return alone;
  }
}

async function openAt(path: string, options: OpenOptions): Promise<Sqlite.Database> {
  const { readOnly = false } = options;
  const raw = connectSqlite(path, { readOnly });
  try {
    const schema = await inspectStore(raw, path, options);
    if (!readOnly) await prepareForWriting(raw, path, schema, options);
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** @returns the version of the schema @throws StoreError `not_a_store`, `older_schema`, `newer_schema` */
async function inspectStore(
  raw: Sqlite.Database,
  path: string,
  { readOnly = false, beside = false }: OpenOptions,
): Promise<number> {
  const tables = raw.prepare(`select name from sqlite_master where name = 'schema_version'`).all();
  if (tables.length === 0) throw notADatabase(path);
  return requireKnownSchema(kyselyOver(raw), path, { readOnly, beside });
}

async function build(path: string, clock: Clock): Promise<void> {
  const raw = connectSqlite(path, { readOnly: false });
  try {
    await migrate(kyselyOver(raw), sqliteTypes, clock.now(), path);
  } finally {
    raw.close();
  }
}

async function prepareForWriting(
  raw: Sqlite.Database,
  path: string,
  schema: number,
  { clock, onUpgrade }: OpenOptions,
): Promise<void> {
  makePrivate(path);
  const damage = raw.pragma('quick_check(1)', { simple: true });
  if (damage !== 'ok') throw corrupt(path, String(damage));
  // The check read the whole file into the cache, where most of its pages are of no further use.
  raw.pragma('shrink_memory');
  raw.pragma('journal_mode = WAL');
  // The first read in WAL mode creates the log. The open mark is written only after that, because a missing log beside an open mark counts
  // as lost changes.
  raw.prepare('select count(*) from schema_version').get();
  markOpen(path);
  if (schema < schemaVersion) {
    const versions = { from: schema, to: schemaVersion };
    const copy = await copyBeforeUpgrade(raw, realpathSync(path), versions);
    onUpgrade?.({ ...versions, copy });
  }
  // Makes SQLite overwrite the rows that a migration drops: they may contain names that were typed at sign-in.
  raw.pragma('secure_delete = ON');
  try {
    if (await migrate(kyselyOver(raw), sqliteTypes, clock.now(), path))
      raw.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    raw.pragma('secure_delete = OFF');
  }
}

import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite, SqliteError } from '../../../src/platform/files/sqlite.js';
import { explainSqlite } from '../../../src/store/sqlite/sqlite-errors.js';
import { publicKeyOf } from '../../../src/wire/keys.js';
import { ads, estateFeed } from '../../support/estate-feed.js';
import type { World } from '../../support/world.js';
import { run } from '../command-line.js';
import { configurePortal, failsIn, readConfigFile, type ErrorBook, type Fails } from './book.js';

/** A configuration or a store that cannot be used. @param world begins anew afterwards */
export async function storeTexts(world: World, book: ErrorBook): Promise<void> {
  const fails = failsIn(world, book);
  book.chapter('Configuration');
  await configuration(world, fails);
  book.chapter('The store');
  await fails('run', 'beside a daemon');
  await world.app.close();
  await wrongStores(world, fails);
  await damagedStores(world, fails);
  await otherStores(world, fails);
  for (const code of [
    'SQLITE_BUSY',
    'SQLITE_READONLY',
    'SQLITE_CANTOPEN',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
  ])
    book.said(code, sentenceOf(code));
  await rm(join(world.folder, 'store'), { recursive: true });
  await world.restart();
}

async function configuration(world: World, fails: Fails): Promise<void> {
  const before = await readConfigFile(world);
  await configurePortal(world, before, { private_key_file: join(world.folder, 'missing.pem') });
  await fails('ping', 'no private key');
  await writeFile(join(world.folder, 'bad.pem'), 'nothing of a key');
  await configurePortal(world, before, { private_key_file: join(world.folder, 'bad.pem') });
  await fails('ping', 'a file that is no key');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  await writeFile(join(world.folder, 'rsa.pem'), rsa.export({ type: 'pkcs8', format: 'pem' }));
  await configurePortal(world, before, { private_key_file: join(world.folder, 'rsa.pem') });
  await fails('ping', 'a key of another type');
  await configurePortal(world, before, { keyid: 'x', key_id: '${FEEDSYNC_NO_SUCH_NAME}' });
  await fails('status', 'mistakes in the configuration');
  await writeFile(world.configFile, JSON.stringify({ ...before, feeds: [{ name: 'Agency A' }] }));
  await fails('config check', 'a feed that says too little');
  await world.declare(() => [{ ...feedOf(before), mapping: 'estate-sistm' }]);
  await fails('config check', 'a mapping that is not there');
  await writeFile(world.configFile, '{"portal": ');
  await fails('status', 'a configuration that is neither YAML nor JSON');
  await rm(world.configFile);
  await fails('status', 'no configuration');
  await configurePortal(world, before, {});
}

async function wrongStores(world: World, fails: Fails): Promise<void> {
  const before = await readConfigFile(world);
  await configurePortal(world, before, { base_url: 'http://127.0.0.1:1/v1' });
  await fails('sync', 'the store belongs to another portal');
  const { staff } = world.sandbox;
  const { publicKeyPem } = publicKeyOf(await readFile(join(world.folder, 'key.pem'), 'utf8'));
  await configurePortal(world, before, {
    key_id: staff.registerKey(publicKeyPem, 'sandbox', staff.addApp({ name: 'Other' })),
  });
  world.feed.body = estateFeed(ads(7));
  await fails('sync', 'the store belongs to another app');
  await writeFile(world.configFile, JSON.stringify({ ...before, store: 'mysql://localhost/feedsync' }));
  await fails('status', 'a kind of store that there is not');
  await writeFile(world.configFile, JSON.stringify(before));
  const file = storeOf(world);
  const good = await readFile(file);
  changeSchema(file, `insert into schema_version values (99, 'of later', 0)`);
  await fails('status', 'a store of a newer release');
  await writeFile(file, good);
}

async function damagedStores(world: World, fails: Fails): Promise<void> {
  const file = storeOf(world);
  const good = await readFile(file);
  await writeFile(file, 'nothing of a store');
  await fails('sync', 'a file that is no store');
  const damaged = Buffer.from(good);
  damaged.fill(0x5a, 4096, 64 * 1024);
  await writeFile(file, damaged);
  await fails('sync', 'a damaged store');
  await rm(join(world.folder, 'store'), { recursive: true });
  await fails('status', 'no store yet');
}

async function otherStores(world: World, fails: Fails): Promise<void> {
  const file = storeOf(world);
  await run(world, 'sync');
  const good = await readFile(file);
  await rm(file);
  await writeFile(`${file}-wal`, '');
  await fails('sync', 'the file is gone, its log is there');
  await rm(`${file}-wal`);
  await writeFile(file, good);
  changeSchema(file, 'delete from schema_version');
  await fails('status', 'a store of no known release');
}

function sentenceOf(code: string): string {
  const explained = explainSqlite(new SqliteError('…', code), '/data/feedsync.db');
  return explained instanceof Error ? explained.message : '';
}

function changeSchema(path: string, sql: string): void {
  const database = openSqlite(path);
  database.exec(sql);
  database.close();
}

function storeOf(world: World): string {
  return join(world.folder, 'store', 'feedsync.db');
}

function feedOf({ feeds }: Record<string, unknown>): Record<string, unknown> {
  return (feeds as Record<string, unknown>[])[0] ?? {};
}

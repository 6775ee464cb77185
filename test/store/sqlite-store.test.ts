import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { listingKey, type Writer } from '../../src/store/database/database.js';
import { createFeeds } from '../../src/store/feeds/feeds.js';
import { listingIndexed } from '../../src/store/database/listing-rows.js';
import { openStore } from '../../src/store/open-store.js';
import { connectSqlite, sqliteDatabase } from '../../src/store/sqlite/sqlite-database.js';
import type { Store } from '../../src/store/store.js';
import { entryIndexed } from '../../src/store/outbox/entries.js';
import { connectionId, listing, now, publish, wish, worldOn } from './builders.js';
import { storeContract } from './contract.js';

const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };

storeContract('sqlite in memory', () => openStore('sqlite::memory:', { clock }));

describe('sqlite file', () => {
  let folder: string;
  let path: string;
  const opened: Store[] = [];
  const open = async (readOnly = false): Promise<Store> => {
    const store = await openStore(`sqlite:${path}`, { clock, readOnly });
    opened.push(store);
    return store;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedsync-store-'));
    path = join(folder, 'data', 'feedsync.db');
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    rmSync(folder, { recursive: true });
  });

  /** As `kill -9` leaves it: the files of an open store, copied. */
  function crash(): void {
    const copy = mkdtempSync(join(folder, 'crashed-'));
    for (const name of readdirSync(join(folder, 'data')))
      copyFileSync(join(folder, 'data', name), join(copy, name));
    path = join(copy, 'feedsync.db');
  }

  it('is private, and leaves one file when closed', async () => {
    const store = await open();
    await worldOn(store);
    for (const name of readdirSync(join(folder, 'data')))
      expect([name, statSync(join(folder, 'data', name)).mode & 0o077]).toEqual([name, 0]);
    await store.close();
    await store.close();
    expect(readdirSync(join(folder, 'data'))).toEqual(['feedsync.db']);
    const again = await open();
    expect((await again.feeds.all()).length).toBe(1);
  });

  it('fault 100: is told to wait for the disk at each commit, whoever opens it', async () => {
    // What follows from it when the power goes is SQLite's own promise; nothing here can take the power away.
    await open();
    for (const readOnly of [false, true]) {
      const raw = connectSqlite(path, { readOnly });
      const settings = [
        raw.pragma('synchronous', { simple: true }),
        raw.pragma('journal_mode', { simple: true }),
      ];
      raw.close();
      expect(settings).toEqual([2, 'wal']);
    }
  });

  it('fault 100: waits for the disk again after what nobody waits for, also where that failed', async () => {
    await (await open()).close();
    const raw = connectSqlite(path, { readOnly: false });
    const { write, writeUnsynced: lightly } = sqliteDatabase(raw);
    const waits = async (writer: Writer): Promise<unknown> =>
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(writer)).rows[0]?.synchronous;
    const [normal, full] = [1, 2];
    expect([await lightly(waits), await write(waits)]).toEqual([normal, full]);
    await expect(lightly(() => Promise.reject(new Error('in vain')))).rejects.toThrow('in vain');
    expect(await write(waits)).toBe(full);
    raw.close();
  });

  it('fault 100: waits for the disk at the end of a poll that had news, and of no other', async () => {
    await (await open()).close();
    const raw = connectSqlite(path, { readOnly: false });
    const database = sqliteDatabase(raw);
    let unwaited = 0;
    const feeds = createFeeds({
      ...database,
      writeUnsynced: (work) => {
        unwaited++;
        return database.writeUnsynced(work);
      },
    });
    const end = { id: 1, message: '', balance: {}, now };
    for (const state of ['done', 'held', 'deferred', 'stalled', 'failed'] as const)
      await feeds.endPoll(1, { failures: 0 }, { ...end, state });
    expect(unwaited).toBe(0);
    await feeds.endPoll(1, { failures: 0 }, { ...end, state: 'unchanged' });
    expect(unwaited).toBe(1);
    raw.close();
  });

  it('continues after a crash with everything that was committed', async () => {
    const world = await worldOn(await open());
    await publish(world, ['a', 'b']);
    crash();
    const after = { store: await open() };
    expect(await listing(after, 'a')).toMatchObject({ wantedDigest: 'A' });
    expect(await wish(after, 'b')).toMatchObject({ digest: 'A' });
    await after.store.close();
    expect(existsSync(`${path}-open`)).toBe(false);
  });

  it('starts over where the first start was cut short', async () => {
    await (await open()).close();
    const half = readFileSync(path).subarray(0, 1000);
    rmSync(path);
    writeFileSync(`${path}-new`, half);
    expect(await (await open()).connections.all()).toEqual([]);
  });

  it('fault 107: reads beside a writer and never writes', async () => {
    const world = await worldOn(await open());
    const reader = await open(true);
    await publish(world, ['a']);
    expect(await reader.listings.get(connectionId, 'a')).not.toBeNull();
    await expect(reader.meta.set('k', 'v')).rejects.toMatchObject({ name: 'StoreError', kind: 'read_only' });
    await reader.close();
    expect(existsSync(`${path}-open`)).toBe(true);
  });

  it('fault 105: lets a second writer in between transactions', async () => {
    const first = await open();
    const second = await open();
    await first.meta.set('k', '1');
    await second.meta.set('k', '2');
    expect(await first.meta.get('k')).toBe('2');
    await second.close();
    expect(existsSync(`${path}-open`)).toBe(true);
  });

  it('fault 105: gives up on a writer that does not end, after so many tries', async () => {
    const store = await open();
    const other = openSqlite(path);
    other.exec('begin immediate');
    await expect(store.meta.set('k', 'v')).rejects.toMatchObject({ kind: 'busy' });
    other.exec('rollback');
    other.close();
    await store.meta.set('k', 'v');
  }, 20_000);

  it.each([
    ['listing', listingIndexed],
    ['outbox', entryIndexed],
  ] as const)(
    'writes no index of %s for other content: it knows the columns of all',
    async (table, indexed) => {
      await open();
      const raw = openSqlite(path);
      const columns = raw
        .prepare<[string], string>(
          `select distinct lower(replace(column.name, '_', '')) from pragma_index_list(?) as one, pragma_index_info(one.name) as column`,
        )
        .pluck()
        .all(table);
      raw.close();
      const known = [...listingKey, ...indexed].map((name) => name.toLowerCase());
      expect(columns.filter((name) => !known.includes(name))).toEqual([]);
      expect(columns.length).toBeGreaterThan(3);
    },
  );

  it('keeps transactions apart that are wanted at the same time', async () => {
    const world = await worldOn(await open());
    const known = { ordinals: new Int32Array(1), listings: new Uint8Array(1) };
    await Promise.all([
      publish(world, ['a']),
      world.store.records.lookUps(world.feedId)(new Uint8Array(16), 1, known),
      publish(world, ['b']),
      world.store.listings.list({ limit: 5 }),
    ]);
    expect((await world.store.listings.list({ limit: 5 })).length).toBe(2);
  });

  describe('refuses, and leaves as it is', () => {
    const refusal = async (readOnly = false): Promise<{ kind: string; message: string }> => {
      const error: unknown = await open(readOnly).catch((error: unknown) => error);
      expect(error).toMatchObject({ name: 'StoreError' });
      return error as { kind: string; message: string };
    };

    it('another kind of URL', async () => {
      const error = await openStore('mysql://user:secret@host/db', { clock }).catch(
        (error: unknown) => error,
      );
      expect(error).toMatchObject({ kind: 'unsupported' });
      expect(String(error)).not.toContain('secret');
    });

    it('a store that is not there, to readers', async () => {
      expect(await refusal(true)).toMatchObject({ kind: 'missing' });
      expect(existsSync(path)).toBe(false);
    });

    it.each([
      ['an empty file', ''],
      ['a text file', 'feeds:\n  - name: agency-a\n    and some more of it\n'],
    ])('fault 110: %s', async (_, content) => {
      path = join(folder, 'feedsync.db');
      writeFileSync(path, content);
      expect(await refusal()).toMatchObject({ kind: 'not_a_store', message: expect.stringContaining(path) });
      expect(readFileSync(path, 'utf8')).toBe(content);
    });

    it('fault 110: somebody else’s database', async () => {
      path = join(folder, 'feedsync.db');
      const other = openSqlite(path);
      other.exec('create table theirs (a)');
      other.close();
      const before = readFileSync(path);
      expect(await refusal()).toMatchObject({ kind: 'not_a_store' });
      expect(readFileSync(path).equals(before)).toBe(true);
    });

    it('fault 111: a newer schema', async () => {
      await (await open()).close();
      const raw = openSqlite(path);
      raw.exec(`insert into schema_version values (999, 'from the future', 1)`);
      raw.close();
      const before = readFileSync(path);
      for (const readOnly of [false, true])
        expect(await refusal(readOnly)).toMatchObject({
          kind: 'newer_schema',
          message: expect.stringContaining('999'),
        });
      expect(readFileSync(path).equals(before)).toBe(true);
    });

    it('an older schema, to readers', async () => {
      await (await open()).close();
      const raw = openSqlite(path);
      raw.exec(`delete from schema_version`);
      raw.close();
      expect(await refusal(true)).toMatchObject({ kind: 'older_schema' });
    });

    it('fault 109: a damaged page', async () => {
      const world = await worldOn(await open());
      await publish(
        world,
        Array.from({ length: 200 }, (_, index) => `s${index}`),
      );
      await world.store.close();
      const bytes = readFileSync(path);
      bytes.fill(0xa5, 8192, bytes.length - 4096);
      writeFileSync(path, bytes);
      expect(await refusal()).toMatchObject({ kind: 'corrupt' });
      expect(readFileSync(path).equals(bytes)).toBe(true);
    });

    it('fault 109: a file cut short', async () => {
      const world = await worldOn(await open());
      await publish(
        world,
        Array.from({ length: 200 }, (_, index) => `s${index}`),
      );
      await world.store.close();
      truncateSync(path, 20_480);
      expect(await refusal()).toMatchObject({ kind: 'corrupt' });
    });

    it('fault 113: a store whose write-ahead log was deleted', async () => {
      const world = await worldOn(await open());
      await publish(world, ['a']);
      crash();
      rmSync(`${path}-wal`);
      expect(await refusal()).toMatchObject({ kind: 'corrupt', message: expect.stringContaining('-wal') });
      expect(await refusal(true)).toMatchObject({ kind: 'corrupt' });
      rmSync(`${path}-open`);
      await open();
    });

    it('fault 113: a log without its store', async () => {
      await worldOn(await open());
      crash();
      rmSync(path);
      expect(await refusal()).toMatchObject({ kind: 'corrupt' });
      expect(existsSync(path)).toBe(false);
    });

    it('fault 112: a file that cannot be written', async () => {
      await (await open()).close();
      const before = readFileSync(path);
      chmodSync(folder, 0o755);
      chmodSync(path, 0o444);
      chmodSync(join(folder, 'data'), 0o555);
      expect(openAsNobody(path)).toMatchObject({ kind: 'read_only', message: expect.stringContaining(path) });
      chmodSync(join(folder, 'data'), 0o700);
      expect(readFileSync(path).equals(before)).toBe(true);
    });
  });
});

/** Root may write everywhere: then somebody else tries, in a process of its own. */
function openAsNobody(path: string): unknown {
  const script = `import { openStore } from ${JSON.stringify(pathToFileURL(resolve('src/store/open-store.ts')).href)};
    const clock = { now: () => 0, elapsed: () => 0, sleep: async () => undefined };
    await openStore('sqlite:${path}', { clock }).catch(({ kind, message }) => console.log(JSON.stringify({ kind, message })));`;
  const somebodyElse = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  // The run's own folder for temporary files belongs to root.
  const temporary = mkdtempSync(join(tmpdir(), 'anyone-'));
  chmodSync(temporary, 0o777);
  const env = { ...process.env, TMPDIR: temporary };
  const argv = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { ...somebodyElse, env, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { schemaVersion } from '../../src/store/schema/migrations.js';
import { openStore } from '../../src/store/open-store.js';
import type { Upgrade } from '../../src/store/upkeep/upgrade-copy.js';
import { sqliteDriver } from '../support/sqlite-driver.js';
import { oldStores, type OldStore } from './old-stores.js';

const now = 1_790_000_000_000;
const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };
const places = { portal: 'http://portal.example/v1', feed: 'http://feed.example' };
const first = oldStores()[0]!;
const former = oldStores().at(-2)!;

let folder: string;
let path: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedsync-upgrade-'));
  path = join(folder, 'feedsync.db');
  copy = `${path}.before-schema-${schemaVersion}`;
});
afterEach(() => rmSync(folder, { recursive: true }));

async function upgrade(at = path): Promise<Upgrade[]> {
  const upgrades: Upgrade[] = [];
  await (await openStore(`sqlite:${at}`, { clock, onUpgrade: (one) => upgrades.push(one) })).close();
  return upgrades;
}

/** Every table with every row, and the tables themselves. */
function contentOf(file: string): Record<string, unknown> {
  const raw = openSqlite(file, { readonly: true });
  const schema = raw
    .prepare<[], { name: string; type: string; sql: string }>(
      `select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by name`,
    )
    .all();
  const rows = schema
    .filter(({ type }) => type === 'table')
    .map(({ name }) => [name, raw.prepare(`select * from "${name}"`).raw().all()] as const);
  raw.close();
  return { schema, ...Object.fromEntries(rows) };
}

describe('a store of an older release', () => {
  it.each([first, former])(
    'of schema $schema is copied before it is changed, and the copy is the way back',
    async (old) => {
      old.restore(path, places);
      const before = contentOf(path);
      const upgrades = await upgrade();
      const { size, mode } = statSync(copy);
      expect(upgrades).toEqual([{ from: old.schema, to: schemaVersion, copy: { file: copy, bytes: size } }]);
      expect(mode & 0o777).toBe(0o600);
      expect(readdirSync(folder).sort()).toEqual([
        'feedsync.db',
        `feedsync.db.before-schema-${schemaVersion}`,
      ]);
      expect(contentOf(copy)).toEqual(before);
      // Put in its place it is the store as it was.
      copyFileSync(copy, path);
      expect(await upgrade()).toMatchObject([{ from: old.schema }]);
    },
  );

  it('is copied once: neither the next start nor a new store makes a copy', async () => {
    former.restore(path, places);
    await upgrade();
    rmSync(copy);
    expect(await upgrade()).toEqual([]);
    expect(await upgrade(join(folder, 'new.db'))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['feedsync.db', 'new.db']);
  });

  it('that was worked on after it was put back is copied as it is now', async () => {
    former.restore(path, places);
    await upgrade();
    copyFileSync(copy, path);
    const raw = openSqlite(path);
    raw.prepare(`insert into meta (key, value) values ('worked', 'on')`).run();
    raw.close();
    const before = contentOf(path);
    await upgrade();
    expect(contentOf(copy)).toEqual(before);
  });

  it('is left as it was where the copy cannot be made, with a sentence that says how much it needs', async () => {
    former.restore(path, places);
    const before = contentOf(path);
    mkdirSync(`${copy}-unfinished`);
    await expect(upgrade()).rejects.toMatchObject({
      kind: 'backup',
      message: expect.stringMatching(
        /is copied to .* that copy could not be made: it cannot be written \(\w+\); it needs \d+\.\d MB\. Nothing was changed\./,
      ),
    });
    expect(contentOf(path)).toEqual(before);
    rmSync(`${copy}-unfinished`, { recursive: true });
    writeFileSync(copy, 'notes of the operator');
    await expect(upgrade()).rejects.toMatchObject({ message: expect.stringContaining('another file') });
    expect([contentOf(path), readFileSync(copy, 'utf8')]).toEqual([before, 'notes of the operator']);
    rmSync(copy);
    expect(await upgrade()).toHaveLength(1);
  });

  it('is not changed by what writes beside a daemon, which may be of that release', async () => {
    former.restore(path, places);
    const before = contentOf(path);
    const beside = openStore(`sqlite:${path}`, { clock, beside: true });
    await expect(beside).rejects.toMatchObject({
      kind: 'older_schema',
      message: /older release works on it/,
    });
    expect([contentOf(path), readdirSync(folder)]).toEqual([before, ['feedsync.db']]);
  });
});

/** What a kill leaves of a store: its files as another process would read them. */
function filesOf(at: string): Map<string, Buffer> {
  const names = readdirSync(at).filter((name) => !name.endsWith('-shm'));
  return new Map(names.map((name) => [name, readFileSync(join(at, name))]));
}

function isSame(one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer> | undefined): boolean {
  return one.size === other?.size && [...one].every(([name, bytes]) => other.get(name)?.equals(bytes));
}

/** Calls `reached` before each statement of the next upgrade that changes something. */
function beforeEachChange(reached: () => void): () => void {
  const driver = sqliteDriver();
  const { prepare } = driver;
  driver.prepare = function (this: Sqlite.Database, sql: string) {
    if (/^\s*(create|alter|insert|update|delete|drop|commit|begin)\b/i.test(sql)) reached();
    return prepare.call(this, sql);
  };
  return () => void (driver.prepare = prepare);
}

/** Each state of the files in which a kill may leave them. */
async function interruptEverywhere(old: OldStore): Promise<Map<string, Buffer>[]> {
  const work = join(folder, 'work');
  mkdirSync(work);
  const store = join(work, 'feedsync.db');
  old.restore(store, places);
  const states: Map<string, Buffer>[] = [];
  const restore = beforeEachChange(() => {
    const state = filesOf(work);
    if (!isSame(state, states.at(-1))) states.push(state);
  });
  try {
    await upgrade(store);
  } finally {
    restore();
  }
  return states;
}

describe('an upgrade that is killed', () => {
  it.each([first, former])(
    'at any statement of the way from schema $schema goes on with the next start, and keeps its copy',
    async (old) => {
      old.restore(path, places);
      const before = contentOf(path);
      await upgrade();
      const wanted = contentOf(path);
      const states = await interruptEverywhere(old);
      expect(states.length).toBeGreaterThanOrEqual(schemaVersion - old.schema);
      const reachedSchemas = new Set<number>();
      for (const [index, files] of states.entries()) {
        const state = join(folder, `state-${index}`);
        mkdirSync(state);
        for (const [name, bytes] of files) writeFileSync(join(state, name), bytes);
        const store = join(state, 'feedsync.db');
        for (const { from } of await upgrade(store)) reachedSchemas.add(from);
        expect(contentOf(store)).toEqual(wanted);
        expect(contentOf(`${store}.before-schema-${schemaVersion}`)).toEqual(before);
      }
      // Between any two migrations too.
      const schemas = Array.from({ length: schemaVersion - old.schema }, (_, index) => old.schema + index);
      expect([...reachedSchemas].sort((a, b) => a - b)).toEqual(schemas);
    },
  );

  it('by SIGKILL in the midst of a migration, of its copy, or of neither goes on the same', async () => {
    const [before, wanted] = [join(folder, 'before.db'), join(folder, 'wanted.db')];
    for (const file of [before, wanted]) first.restore(file, places);
    await upgrade(wanted);
    const killed = async (statement: string): Promise<void> => {
      const at = join(folder, statement.replaceAll(' ', '-'));
      mkdirSync(at);
      const store = join(at, 'feedsync.db');
      first.restore(store, places);
      const { signal, err } = await killedAt(store, statement);
      expect(signal, err).toBe('SIGKILL');
      await upgrade(store);
      expect(readdirSync(at)).toHaveLength(2);
      expect(contentOf(store)).toEqual(contentOf(wanted));
      expect(contentOf(`${store}.before-schema-${schemaVersion}`)).toEqual(contentOf(before));
    };
    await Promise.all(['backup', 'create table feed_change', 'commit'].map(killed));
  });
});

/** A process that opens the store and is killed when it comes to a statement that begins so. */
async function killedAt(
  store: string,
  statement: string,
): Promise<{ signal: NodeJS.Signals | null; err: string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/support/killed-upgrade.ts', store, statement, String(now)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { signal, err };
}

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { connectionId, now, publish, worldOn } from './builders.js';

const clock = { now: () => now, elapsed: () => now, sleep: async () => undefined };

let folder: string;
let path: string;
let file: string;
const opened: Store[] = [];
const open = async (at = path, readOnly = false): Promise<Store> => {
  const store = await openStore(`sqlite:${at}`, { clock, readOnly });
  opened.push(store);
  return store;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedsync-backup-'));
  path = join(folder, 'data', 'feedsync.db');
  file = join(folder, 'copies', 'one.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

const ids = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `s${from + index}`);

describe('a backup', () => {
  it('is of one moment while others write, alone in its file, private, and opens as a store', async () => {
    const world = await worldOn(await open());
    await publish(world, ids(400));
    const reader = await open(path, true);
    const copying = reader.backUp(file);
    // Some of it comes between its steps: none of it may be half there, and none of it makes the copy begin anew.
    const writing = (async () => {
      for (let round = 0; round < 40; round++) {
        await world.store.meta.set(`during.${round}`, 'x'.repeat(20_000));
        await new Promise(setImmediate);
      }
    })();
    const copied = await copying;
    await writing;
    expect(copied).toMatchObject({ feeds: 1, listings: 400, bytes: statSync(file).size });
    expect(readdirSync(join(folder, 'copies'))).toEqual(['one.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = await open(file);
    expect(await copy.meta.get('during.39')).toBeNull();
    expect(await copy.listings.get(connectionId, 's399')).toMatchObject({ wantedDigest: 'A' });
    expect(await world.store.meta.get('during.39')).not.toBeNull();
  });

  it('is never written over another file', async () => {
    const store = await open();
    await store.backUp(file);
    const before = readFileSync(file);
    await store.meta.set('k', 'v');
    await expect(store.backUp(file)).rejects.toMatchObject({ kind: 'backup', message: /already/ });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('leaves nothing behind where it cannot be written, and begins anew over what a crash left', async () => {
    const store = await open();
    writeFileSync(join(folder, 'no-folder'), '');
    const impossible = join(folder, 'no-folder', 'one.db');
    await expect(store.backUp(impossible)).rejects.toMatchObject({
      kind: 'backup',
      message: /could not be written/,
    });
    await store.backUp(file);
    rmSync(file);
    writeFileSync(`${file}-unfinished`, 'half of a copy');
    await store.backUp(file);
    expect(readdirSync(join(folder, 'copies'))).toEqual(['one.db']);
  });

  it('is not made of a damaged store', async () => {
    const world = await worldOn(await open());
    await publish(world, ids(300));
    await world.store.close();
    const store = await open();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 8192);
    writeFileSync(path, bytes);
    await expect(store.backUp(file)).rejects.toMatchObject({ kind: 'corrupt' });
    expect(existsSync(file)).toBe(false);
  });

  it('replaces a store whose log is taken away with it', async () => {
    const world = await worldOn(await open());
    await publish(world, ids(3));
    await world.store.backUp(file);
    await publish(world, ids(3, 10));
    await world.store.close();
    copyFileSync(file, path);
    const restored = await open();
    expect(await restored.listings.list({ limit: 10 })).toHaveLength(3);
    const raw = openSqlite(path, { readonly: true });
    expect(raw.pragma('quick_check', { simple: true })).toBe('ok');
    raw.close();
  });
});

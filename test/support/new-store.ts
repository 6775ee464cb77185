import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import { ManualClock } from './manual-clock.js';

/** What a daemon makes at its first start, at the time at which worlds begin: every migration takes longer than the copy of all. */
let empty: Promise<Buffer> | null = null;

/** Puts an empty store where there is none. */
export async function placeEmptyStore(path: string): Promise<void> {
  empty ??= makeEmpty();
  const bytes = await empty;
  await mkdir(dirname(path), { mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
}

async function makeEmpty(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-empty-'));
  try {
    const path = join(folder, 'feedsync.db');
    const store = await openStore(`sqlite:${path}`, { clock: new ManualClock() });
    await store.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileWatcher } from '../../src/platform/files/watch.js';

let folder: string;
let stop: () => void = () => undefined;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'feedsync-watch-'))));
afterEach(async () => {
  stop();
  await rm(folder, { recursive: true });
});

function changeOf(path: string): Promise<void> {
  return new Promise((resolve) => (stop = createFileWatcher(5).watch([path], resolve)));
}

it('sees a file that is replaced by renaming', async () => {
  const file = join(folder, 'feedsync.yaml');
  await writeFile(file, 'a');
  const changed = changeOf(file);
  await writeFile(join(folder, 'new'), 'longer');
  await rename(join(folder, 'new'), file);
  await changed;
});

it('sees a file that appears in a folder', async () => {
  const changed = changeOf(folder);
  await writeFile(join(folder, 'b.yaml'), 'b');
  await changed;
  expect(true).toBe(true);
});

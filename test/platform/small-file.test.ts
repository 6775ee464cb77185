import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSmallFile } from '../../src/platform/files/small-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'small-file-'));
  await writeFile(join(folder, 'fits'), 'čest'.repeat(20));
  await writeFile(join(folder, 'large'), 'x'.repeat(101));
  await symlink(join(folder, 'fits'), join(folder, 'link'));
  await symlink('/dev/zero', join(folder, 'endless'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['a file', 'fits', { ok: true, text: 'čest'.repeat(20) }],
  ['a link to one', 'link', { ok: true, text: 'čest'.repeat(20) }],
  ['one that is too large', 'large', { ok: false, why: 'too_large' }],
  ['a pipe that no one writes', 'pipe', { ok: false, why: 'no_file' }],
  ['a link to a device without an end', 'endless', { ok: false, why: 'no_file' }],
  ['a device', '/dev/zero', { ok: false, why: 'no_file' }],
  ['a folder', '.', { ok: false, why: 'no_file' }],
  ['nothing', 'none', { ok: false, why: 'missing' }],
  // Its size is said to be 0.
  ['a file of the kernel that is longer than it says', '/proc/self/status', { ok: false, why: 'too_large' }],
])('reads regular files of a size, and waits for nothing: %s', async (_, name, expected) => {
  expect(await readSmallFile(name.startsWith('/') ? name : join(folder, name), 100)).toEqual(expected);
});

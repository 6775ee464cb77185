import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Fence } from '../../src/platform/fence.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import { sweepTemporary, type LeftFile } from '../../src/platform/files/temporary-files.js';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'spool-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const mode = (path: string): number => statSync(join(directory, path)).mode & 0o777;

it('keeps a file for its owner alone, readable before and after', async () => {
  const spool = createFileSpool(join(directory, 'data'));
  const file = await spool.create();
  await new Promise<void>((resolve) => file.stream.end('hello', resolve));
  expect(await text(spool.read(file.path))).toBe('hello');
  await file.keep('snapshots/feed-1/2.xml');
  expect(existsSync(join(directory, 'data', file.path))).toBe(false);
  expect(await text(spool.read('snapshots/feed-1/2.xml', { start: 1 }))).toBe('ello');
  expect(await spool.size('snapshots/feed-1/2.xml')).toBe(5);
  expect([mode('data/snapshots/feed-1/2.xml'), mode('data/snapshots/feed-1'), mode('data')]).toEqual([
    0o600, 0o700, 0o700,
  ]);
  const handle = await spool.open('snapshots/feed-1/2.xml');
  const buffer = Buffer.alloc(8);
  expect([await handle.read(buffer, 2, 3, 1), await handle.read(buffer, 0, 8, 5)]).toEqual([3, 0]);
  expect(buffer.toString('utf8', 2, 5)).toBe('ell');
  await handle.close();
  await spool.remove('snapshots/feed-1/2.xml');
  await spool.remove('snapshots/feed-1/2.xml');
  expect(await spool.freeBytes()).toBeGreaterThan(0);
});

it('keeps what is still being written once it is', async () => {
  const spool = createFileSpool(directory);
  const file = await spool.create();
  file.stream.write('x'.repeat(1_000_000));
  await file.keep('a');
  expect(await spool.size('a')).toBe(1_000_000);
});

it('discards at any moment', async () => {
  const spool = createFileSpool(directory);
  const [unused, writing, written] = [await spool.create(), await spool.create(), await spool.create()];
  writing.stream.write('x'.repeat(1_000_000));
  await new Promise<void>((resolve) => written.stream.end('x', resolve));
  for (const file of [unused, writing, written]) await file.discard();
  expect(readdirSync(join(directory, 'tmp'))).toEqual([]);
});

it.each(['../a', 'a/../../b', '/etc/passwd', 'a//b', './a', '', 'a\\..\\b', 'a\0b', '..', 'a/'])(
  'refuses the path %j',
  async (path) => {
    const spool = createFileSpool(directory);
    expect(() => spool.read(path)).toThrow(RangeError);
    await expect(spool.open(path)).rejects.toThrow(RangeError);
    const file = await spool.create();
    await expect(file.keep(path)).rejects.toThrow(RangeError);
    await file.discard();
  },
);

it('gives temporary files names that say whose they are, and removes none of another process without being told to', async () => {
  const one = createFileSpool(directory, 'host-1-aa');
  const other = createFileSpool(directory, 'host-1-bb');
  const files = [
    await one.create(),
    await Fence.within(null, { run: 7 }).enter(() => one.create()),
    await other.create(),
  ];
  expect(files.map(({ path }) => path)).toEqual([
    'tmp/host-1-aa_x_1',
    'tmp/host-1-aa_7_2',
    'tmp/host-1-bb_x_1',
  ]);
  for (const name of ['999999999-1', 'odd']) writeFileSync(join(directory, 'tmp', name), '');
  const asked: LeftFile[] = [];
  const sweep = (isLeft: (file: LeftFile) => boolean): Promise<number> =>
    sweepTemporary(directory, 'host-1-bb', (file) => {
      asked.push(file);
      return Promise.resolve(isLeft(file));
    });
  expect(await sweep(() => false)).toBe(0);
  expect(asked.map(({ owner }) => owner)).toEqual(
    expect.arrayContaining([{ holder: 'host-1-aa', run: null }, { holder: 'host-1-aa', run: 7 }, null, null]),
  );
  expect(asked).toHaveLength(4);
  expect(await sweep(({ owner }) => owner?.run !== null)).toBe(3);
  expect(readdirSync(join(directory, 'tmp'))).toEqual(['host-1-aa_x_1', 'host-1-bb_x_1']);
  for (const file of files) await file.discard();
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskWatch, systemDisk, type Disk } from '../../src/platform/files/disk.js';
import { ManualClock, minute, second } from '../support/manual-clock.js';

/** A disk that answers with `code`, and counts how often it is asked. */
function diskOf(answer: () => Promise<string | null>): Disk & { asked: number } {
  const disk = {
    asked: 0,
    tryToWrite: () => {
      disk.asked += 1;
      return answer();
    },
    look: answer,
  };
  return disk;
}

function watching(disk: Disk) {
  const clock = new ManualClock();
  const changes: string[] = [];
  const watch = createDiskWatch({
    ...{ disk, clock },
    folders: [
      { place: 'store', folder: '/one' },
      { place: 'data', folder: '/one' },
    ],
    onChange: (began, ended) =>
      changes.push([...began.map(({ code }) => code), ...ended.map(() => 'ended')].join(' ')),
  });
  return { clock, changes, watch };
}

it('a folder is looked at once in twenty seconds, however many ask, and each change is reported once', async () => {
  let code: string | null = null;
  const disk = diskOf(async () => code);
  const { clock, changes, watch } = watching(disk);
  await Promise.all(Array.from({ length: 50 }, () => watch.look()));
  expect([disk.asked, watch.known()]).toEqual([1, []]);
  code = 'ENOSPC';
  await watch.look();
  expect([disk.asked, watch.known()]).toEqual([1, []]);
  clock.advance(20 * second);
  const since = clock.now();
  const trouble = { place: 'store', folder: '/one', code: 'ENOSPC', since };
  expect(await watch.look()).toEqual([trouble]);
  for (let round = 0; round < 10; round++) {
    clock.advance(minute);
    expect(await watch.look()).toEqual([trouble]);
  }
  code = 'EROFS';
  clock.advance(minute);
  expect(await watch.look()).toEqual([{ ...trouble, code: 'EROFS' }]);
  code = null;
  clock.advance(minute);
  expect(await watch.look()).toEqual([]);
  expect(changes).toEqual(['ENOSPC', 'EROFS', 'ended']);
});

it('a disk that does not answer holds no one up for more than five seconds, and is asked once', async () => {
  let answered: (code: string | null) => void = () => undefined;
  const disk = diskOf(() => new Promise((settle) => (answered = settle)));
  const { clock, watch } = watching(disk);
  for (let round = 0; round < 3; round++) {
    const looking = watch.look();
    clock.advance(5 * second);
    expect(await looking).toMatchObject([{ code: 'ETIMEDOUT' }]);
    clock.advance(minute);
  }
  expect(disk.asked).toBe(1);
  answered(null);
  await new Promise(setImmediate);
  expect(watch.known()).toEqual([]);
});

it('what can be written is found out by writing, and nothing is left of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-disk-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const gone = join(folder, 'gone');
  expect(await Promise.all([folder, file, gone].map((at) => systemDisk.tryToWrite(at)))).toEqual([
    null,
    'ENOTDIR',
    'ENOENT',
  ]);
  // What is not there yet is made by the first start.
  expect(await Promise.all([folder, gone].map((at) => systemDisk.look(at)))).toEqual([null, null]);
  expect(await readdir(folder)).toEqual(['file']);
  await rm(folder, { recursive: true });
});

import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openApp, systemSeams } from '../../src/assemble.js';
import { startServer } from '../../src/assemble/server.js';
import type { Disk } from '../../src/platform/files/disk.js';
import { run } from '../cli/command-line.js';
import { oldStores } from '../store/old-stores.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ProcessWorld, type Ended } from '../support/real-process.js';
import { World } from '../support/world.js';

/** A disk that refuses by a code; the real one stands behind it for nobody. */
class Refusing implements Disk {
  asked = 0;
  /** By the end of a folder's path. */
  readonly codes = new Map<string, string>();

  tryToWrite(folder: string): Promise<string | null> {
    this.asked += 1;
    return this.look(folder);
  }

  look(folder: string): Promise<string | null> {
    const [, code = null] = [...this.codes].find(([end]) => folder.endsWith(end)) ?? [];
    return Promise.resolve(code);
  }
}

describe('a disk that cannot be written', () => {
  let world: World;
  afterEach(() => world.close());

  it.each([
    ['ENOSPC', 'data', 'The data folder (data_dir)', /disk is full/, /disk je pun/],
    ['EROFS', 'store', 'The folder of the store', /mounted read-only/, /samo za čitanje/],
    ['EACCES', 'data', 'The data folder', /has no write permission/, /nema pravo upisa/],
    ['EIO', 'store', 'The folder of the store', /reports an error/, /prijavljuje grešku/],
  ])(
    '%s of %s: /readyz says so until it is over, and so do attention, status and doctor',
    async (code, folder, place, en, sr) => {
      const disk = new Refusing();
      world = await World.create({ disk });
      world.feed.body = estateFeed(ads(3));
      await world.round();
      await world.later(minute);
      const server = await startServer(world.app);
      const ready = async (): Promise<{ status: number; disk: unknown }> => {
        const reply = await fetch(`${server.url}/readyz`);
        const { checks } = (await reply.json()) as { checks: { name: string }[] };
        return { status: reply.status, disk: checks.find(({ name }) => name === 'disk') };
      };
      try {
        expect(await ready()).toMatchObject({ status: 200, disk: { ok: true } });
        disk.codes.set(`/${folder}`, code);
        await world.tick(minute);
        const { asked } = disk;
        for (let count = 0; count < 20; count++)
          expect(await ready()).toMatchObject({
            status: 503,
            disk: { ok: false, message: expect.stringMatching(en) },
          });
        expect(disk.asked).toBe(asked);
        // The answer is for monitors of any origin: no paths.
        expect(JSON.stringify(await ready())).not.toContain(world.folder);
        const [item] = await world.attention();
        expect(item).toMatchObject({ kind: 'disk', operator: true, agency: 'all agencies', count: 1 });
        expect(item?.sentence.en).toContain(place);
        expect([item?.sentence.en, item?.sentence.sr]).toEqual([
          expect.stringMatching(en),
          expect.stringMatching(sr),
        ]);
        const status = await run(world, 'status');
        expect([status.code, status.out]).toEqual([3, expect.stringMatching(en)]);
        expect((await run(world, 'status', '--json')).json()).toMatchObject({
          feeds: [{ name: 'agency', published: 3 }],
          attention: [{ kind: 'disk', operator: true }],
        });
        const doctor = await run(world, 'doctor');
        expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(/^FAIL {2}disk: /m)]);
        expect(doctor.out).toContain('The store opens and can be read');
        disk.codes.clear();
        await world.tick(minute);
        expect(await ready()).toMatchObject({ status: 200, disk: { ok: true } });
        expect(await world.attention()).toEqual([]);
      } finally {
        await server.close();
      }
    },
  );

  it('is said in one sentence at the start, and the store is as it was', async () => {
    const disk = new Refusing();
    world = await World.create({ disk });
    await world.app.close();
    for (const [folder, code, why] of [
      ['/store', 'ENOSPC', 'the disk is full (ENOSPC)'],
      ['/data', 'EROFS', 'the disk is mounted read-only (EROFS)'],
      ['/data', 'EACCES', 'the user that runs feedsync has no write permission (EACCES)'],
    ] as const) {
      disk.codes.clear();
      disk.codes.set(folder, code);
      await expect(openApp(world.app.config, { ...systemSeams(), disk })).rejects.toMatchObject({
        code: 'disk',
        message: expect.stringContaining(why),
      });
      const sync = await run(world, 'sync');
      expect([sync.code, sync.err]).toEqual([1, expect.stringMatching(/^feedsync: .*Nothing was started\./)]);
    }
    disk.codes.clear();
    // Without log files the work goes on, and the operator sees that they are missing.
    disk.codes.set('/logs', 'EACCES');
    await world.restart();
    world.feed.body = estateFeed(ads(3));
    await world.round();
    await world.tick(minute);
    expect(world.live()).toHaveLength(3);
    expect(await world.attention()).toMatchObject([{ kind: 'disk', operator: true }]);
  });
});

/** Whether this machine lets us have disks of our own. */
const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;

describe.skipIf(!hasNamespaces)('a real disk', () => {
  let world: ProcessWorld;
  afterEach(() => world.close());

  const inOwn = (script: string, ...argv: string[]): Promise<Ended> =>
    world.startWith({ wrapper: ['unshare', '-rm', 'sh', '-c', `${script} && exec "$@"`, 'sh'] }, ...argv)
      .ended;
  const readOnly = 'mount --bind "$PWD" "$PWD" && mount -o remount,ro,bind "$PWD" && cd "$PWD"';

  function isPlain({ out, err }: Ended): void {
    expect(out + err).not.toMatch(/not foreseen|\n\s+at |\.(ts|js):\d/);
  }

  it('mounted read-only: what was stored is shown, and what would write says why it cannot', async () => {
    world = await ProcessWorld.create();
    expect((await world.start('sync').ended).code).toBe(0);
    const [status, doctor, explain, holds] = await Promise.all([
      inOwn(readOnly, 'status'),
      inOwn(readOnly, 'doctor'),
      inOwn(readOnly, 'explain', 'A0001'),
      inOwn(readOnly, 'holds', '--json'),
    ]);
    for (const one of [status, doctor, explain, holds]) isPlain(one);
    expect([status.code, status.out], status.err).toEqual([
      3,
      expect.stringMatching(/agency[^]*the disk is mounted read-only \(EROFS\)/),
    ]);
    expect([doctor.code, doctor.out], doctor.err).toEqual([1, expect.stringMatching(/^FAIL {2}disk: /m)]);
    expect(doctor.out).toMatch(/ok {4}store: The store opens and can be read \(feeds: 1/);
    expect([explain.code, explain.out], explain.err).toEqual([
      0,
      expect.stringContaining('It is on the portal, as its feed has it'),
    ]);
    expect(JSON.parse(holds.out)).toMatchObject({ holds: [] });
    const writing = await Promise.all([
      inOwn(readOnly, 'run'),
      inOwn(readOnly, 'sync'),
      inOwn(readOnly, 'pause', 'agency'),
      inOwn(readOnly, 'backup', 'copy.db'),
      inOwn(readOnly, 'keygen', 'new.pem'),
    ]);
    for (const ended of writing) {
      isPlain(ended);
      expect(ended.code).toBe(1);
      expect(ended.err).toMatch(/EROFS/);
    }
    // Where the store has a log beside it, nothing is shown without it.
    await writeFile(join(world.folder, 'store', 'feedsync.db-wal'), 'what a dead process left');
    const left = await inOwn(readOnly, 'status');
    isPlain(left);
    expect([left.code, left.err]).toEqual([1, expect.stringContaining('mounted read-only')]);
    await rm(join(world.folder, 'store', 'feedsync.db-wal'));
  });

  it('full at the start: one sentence, with code 1; and the next start after that goes on', async () => {
    world = await ProcessWorld.create();
    const full = 'mkdir -p data && mount -t tmpfs -o size=16k none data';
    for (const command of ['run', 'sync']) {
      const ended = await inOwn(full, command);
      isPlain(ended);
      expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('the disk is full (ENOSPC)')]);
    }
    expect((await world.start('sync').ended).code).toBe(0);
  });

  it('too small for the copy before an upgrade: the sentence says what is needed, and what is there', async () => {
    world = await ProcessWorld.create();
    await world.configure({ store: 'sqlite:./small/feedsync.db' });
    const old = oldStores().at(-2)!;
    old.restore(join(world.folder, 'old.db'), {
      portal: 'http://portal.example/v1',
      feed: 'http://feed.example',
    });
    const small =
      'mkdir -p small && mount -t tmpfs -o size=$(( $(stat -c %s old.db) * 3 / 2 )) none small && cp old.db small/feedsync.db';
    const ended = await inOwn(small, 'sync');
    isPlain(ended);
    expect([ended.code, ended.err]).toEqual([
      1,
      expect.stringMatching(/that copy could not be made: it needs \d\.\d MB, and \d\.\d MB are free there/),
    ]);
  });
});

import { mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from '../../src/platform/process/process-lock.js';
import { RealProcess } from '../support/real-process.js';

let folder: string;
let running: RealProcess[];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'feedsync-demo-twice-')));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.kill()));
  await rm(folder, { recursive: true, force: true });
});

function start(...argv: string[]): RealProcess {
  const started = new RealProcess(folder, ['demo', ...argv]);
  running.push(started);
  return started;
}

/** @returns the console's link */
async function started(demo: RealProcess): Promise<string> {
  const out = await demo.printed((text) => text.includes('Ctrl+C'));
  const link = /^console +(http:\S+\/console\/invitation#\S+)/m.exec(out)?.[1];
  if (link === undefined) throw new Error(`no link in ${out}\n${demo.err}`);
  return link;
}

async function dataOf(): Promise<unknown> {
  const data = join(folder, 'data/demo');
  const { ino } = await stat(join(data, 'feedsync.db'));
  return { ino, config: await readFile(join(data, 'feedsync.yaml'), 'utf8') };
}

describe('a second demo in the same folder', () => {
  it('shows where the first one answers, ends with 0, and leaves the first one as it is', async () => {
    const first = start();
    const link = await started(first);
    const data = await dataOf();

    const [second, document] = await Promise.all([start().ended, start('--json').ended]);
    expect(second).toEqual({
      code: 0,
      err: '',
      out: [
        `The demo runs already, in ${join(folder, 'data/demo')}. Nothing was started.`,
        '',
        `console           ${link}`,
        `once it is used   ${new URL('/console', link).href}`,
        '',
      ].join('\n'),
    });
    expect(JSON.parse(document.out)).toEqual({
      already_running: true,
      folder: join(folder, 'data/demo'),
      console: link,
    });
    expect(document.code).toBe(0);

    expect(await dataOf()).toEqual(data);
    expect((await fetch(new URL('/readyz', link))).status).toBe(200);
    expect((await first.stop()).code).toBe(0);
  });

  it('starts once the first one is gone, however that ended', async () => {
    const first = start();
    const link = await started(first);
    await first.kill();
    const second = start();
    const other = await started(second);
    expect(other).not.toBe(link);
    expect((await second.stop()).code).toBe(0);
    // Nothing leads to a demo that stopped.
    await expect(stat(join(folder, 'data/demo/console.url'))).rejects.toThrow('ENOENT');
  });

  it('starts beside no other process that works on the store', async () => {
    const first = start();
    await started(first);
    await first.stop();
    const data = await dataOf();
    const other = acquireLock(join(folder, 'data/demo/feedsync.db.lock'));
    try {
      const { code, err } = await start().ended;
      expect(code).toBe(1);
      expect(err).toContain(`Another feedsync process works on the store in ${join(folder, 'data/demo')}.`);
      expect(await dataOf()).toEqual(data);
    } finally {
      other?.release();
    }
  });
});

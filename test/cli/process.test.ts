import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { ProcessWorld, RealProcess } from '../support/real-process.js';

let world: ProcessWorld;
beforeAll(async () => {
  world = await ProcessWorld.create();
});
afterAll(async () => world.close());

describe('the process', () => {
  it('loads for a command that reads half of what the daemon needs, or less', async () => {
    const [round, status] = [await codeOf('sync', '--dry-run'), await codeOf('status')];
    expect(status.some((file) => file.includes('/load-mapping-'))).toBe(false);
    expect(round.some((file) => file.includes('/load-mapping-'))).toBe(true);
    expect((await bytesOf(status)) / (await bytesOf(round))).toBeLessThan(0.5);
  });

  it('exits with 2 and one sentence for what it does not understand', async () => {
    const [option, both, configuration] = await Promise.all([
      world.start('listings', '--jsno').ended,
      world.start('listings', '--stale', '--waiting').ended,
      new RealProcess(world.folder, ['holds', '--json', '--config', 'nowhere.yaml']).ended,
    ]);
    expect(option).toEqual({
      code: 2,
      out: '',
      err: "feedsync: unknown option '--jsno' (Did you mean --json?). See `feedsync listings --help`.\n",
    });
    expect(both.code).toBe(2);
    expect(both.err).toContain("option '--stale' cannot be used with option '--waiting'");
    expect(configuration.code).toBe(2);
    expect(configuration.err).toMatch(/^feedsync: The configuration nowhere\.yaml cannot be used/);
    expect(configuration.err).not.toMatch(/ at .*\.(ts|js):\d/);
    expect(JSON.parse(configuration.out)).toMatchObject({ error: { problems: [{ file: 'nowhere.yaml' }] } });
  });

  it('makes a key that only its owner can read, and never over another one', async () => {
    expect((await world.start('keygen', 'new.pem').ended).code).toBe(0);
    expect((await stat(join(world.folder, 'new.pem'))).mode & 0o777).toBe(0o600);
    expect((await world.start('keygen', 'new.pem').ended).code).toBe(2);
  });

  it('ends well at SIGTERM, and logs to stderr alone, one JSON document a line', async () => {
    const daemon = world.start('run');
    await daemon.printed((out) => out.includes('in step'));
    const { code, out, err } = await daemon.stop();
    expect(code, err).toBe(0);
    expect(out.trim().split('\n').at(-1)).toBe('feedsync stopped; all work had ended.');
    const messages = err
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(expect.arrayContaining(['started', 'stopping', 'stopped']));
  });

  it('ends well when npx, which passes no signal on, is gone', async () => {
    // As npx runs a command: below a shell, with these names in the environment.
    const npx = ['env', 'npm_command=exec', 'npm_lifecycle_event=npx'];
    const shell = ['sh', '-c', '"$@" & echo $! >daemon.pid; wait', 'npx'];
    const daemon = world.startWith({ wrapper: [...npx, ...shell] }, 'run');
    try {
      await daemon.printed((out) => out.includes('in step'));
      daemon.signal('SIGTERM');
      // Its output ends with the daemon, not with the shell.
      const { out, err } = await withinSeconds(20, daemon.ended);
      expect(out.trim().split('\n').at(-1), err).toBe('feedsync stopped; all work had ended.');
    } finally {
      const pid = Number(await readFile(join(world.folder, 'daemon.pid'), 'utf8'));
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });

  it('says once, in its report, what a sync by hand could not read', async () => {
    await world.writeFeed('<ads><ad>');
    const { code, out, err } = await world.start('sync').ended;
    expect(code, out).toBe(1);
    expect(out).toContain('agency: stalled: The feed is not usable');
    expect(err).toBe('');
  });
});

/** The files of the program that a command loads. */
async function codeOf(...argv: string[]): Promise<string[]> {
  const folder = join(world.folder, `code-of-${argv[0] ?? ''}`);
  const { code, err } = await world.startWith({ wrapper: ['env', `NODE_V8_COVERAGE=${folder}`] }, ...argv)
    .ended;
  expect(code, err).not.toBe(1);
  const files = new Set<string>();
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as {
      result: { url: string }[];
    };
    for (const { url } of result) if (url.startsWith('file:')) files.add(fileURLToPath(url));
  }
  return [...files];
}

async function bytesOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const timeout = systemClock.sleep(seconds * 1_000, late.signal).then(() => {
    throw new Error(`not within ${seconds} s`);
  });
  return Promise.race([work, timeout]).finally(() => late.abort());
}

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-process-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** The real entry point, in a folder of its own. */
function start(...argv: string[]): ChildProcessWithoutNullStreams {
  const tsx = resolve('node_modules/tsx/dist/esm/index.mjs');
  return spawn(process.execPath, ['--import', tsx, resolve('src/main.ts'), ...argv], { cwd: folder });
}

async function finished(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

async function firstOutput(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return chunk.toString();
}

describe('the process', () => {
  it('exits with 2 and one sentence for what it does not understand', async () => {
    const [option, configuration] = await Promise.all([
      finished(start('listings', '--jsno')),
      finished(start('holds', '--json', '--config', 'nowhere.yaml')),
    ]);
    expect(option).toMatchObject({ code: 2, out: '' });
    expect(option.err).toBe(
      "feedsync: unknown option '--jsno' (Did you mean --json?). `feedsync listings --help` shows what can be written.\n",
    );
    expect(configuration.code).toBe(2);
    expect(configuration.err).toMatch(/^feedsync: The configuration nowhere\.yaml cannot be used/);
    expect(configuration.err).not.toMatch(/ at .*\.(ts|js):\d/);
    expect(JSON.parse(configuration.out)).toMatchObject({ error: { problems: [{ file: 'nowhere.yaml' }] } });
  });

  it('makes a key that only its owner can read, and never over another one', async () => {
    const made = await finished(start('keygen', 'key.pem', '--json'));
    expect(made.code).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({ private_key_file: 'key.pem' });
    expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600);
    expect(await finished(start('keygen', 'key.pem'))).toMatchObject({ code: 2 });
  });

  it('runs the sandbox and the daemon until SIGTERM, and both end well', async () => {
    const sandbox = start('sandbox', '--port', '0', '--key', 'key.pem', '--json');
    const portal = JSON.parse(await firstOutput(sandbox)) as Record<string, string>;
    await writeFile(
      join(folder, 'feedsync.json'),
      JSON.stringify({
        portal: { base_url: portal.base_url, key_id: portal.key_id, private_key_file: 'key.pem' },
        store: 'sqlite:./feedsync.db',
        data_dir: './data',
      }),
    );
    const daemon = start('run', '--config', 'feedsync.json');
    const ended = finished(daemon);
    expect(await firstOutput(daemon)).toContain('feedsync keeps 0 feeds in step with http://127.0.0.1');
    const ping = await finished(start('ping', '--json', '--config', 'feedsync.json'));
    expect(JSON.parse(ping.out)).toMatchObject({ ping: { key_id: portal.key_id } });

    daemon.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect(code).toBe(0);
    expect(out).toContain('feedsync stopped; everything under way had ended.');
    const lines = err.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'started',
      'stopping',
      'stopped',
    ]);
    sandbox.kill('SIGTERM');
    expect((await finished(sandbox)).code).toBe(0);
  });
});

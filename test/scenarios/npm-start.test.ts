import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * A copy of what `npm start` needs: it builds the program and the console again, and `dist` of this checkout belongs to other tests, whose
 * processes and pages load parts of it later.
 */
let checkout: string;
/** A folder outside of it. */
let elsewhere: string;
beforeAll(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'feedsync-npm-start-')));
  checkout = join(folder, 'checkout');
  elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  for (const part of ['src', '.config', 'config', 'mappings', 'package.json', 'tsconfig.json'])
    await cp(part, join(checkout, part), { recursive: true });
  await symlink(await realpath('node_modules'), join(checkout, 'node_modules'));
});
afterAll(async () => rm(dirname(checkout), { recursive: true, force: true }));

describe('npm start', () => {
  it(
    'publishes the demo’s first listings after one line of progress, and ends with npm at SIGTERM',
    { timeout: 120_000 },
    async () => {
      const { output, code } = await untilLive(['start'], checkout);
      expect(code, output).toBe(0);
      const [progress, ...links] = printedBy(output);
      expect(progress).toMatch(/^(Building feedsync|Compiling SQLite .* and building feedsync)[:,] .* …$/);
      expect(links[0]).toMatch(/^console {11}http:/);
      expect(links[1]).toMatch(/^the agency’s own {2}http:/);
      expect(links[5]).toBe('Look further, in another terminal:');
      expect(links[6]).toBe('  npx feedsync status --config data/demo/feedsync.yaml');
      expect(output).not.toMatch(/rolldown|vite/);
    },
  );

  it('shows commands that work in the shell it was called from', { timeout: 120_000 }, async () => {
    const looks: string[] = [];
    const { output, code } = await untilLive(['--prefix', checkout, 'start'], elsewhere, (out) => {
      const [status = ''] = /node .* status .*/.exec(out) ?? [];
      const looked = spawnSync('sh', ['-c', status], { cwd: elsewhere, encoding: 'utf8' });
      looks.push(`${status}: ${looked.stdout}${looked.stderr}`);
    });
    expect(code, output).toBe(0);
    expect(looks.join()).toContain('demo-agency');
  });
});

/** Without what npm says of the script. */
function printedBy(output: string): string[] {
  return output.split('\n').filter((line) => !line.startsWith('> ') && line !== '');
}

/** Runs npm until the first listings are live, then ends it as a service manager would. */
async function untilLive(
  argv: readonly string[],
  cwd: string,
  whileItRuns: (output: string) => void = () => undefined,
): Promise<{ output: string; code: number | null }> {
  // A group of its own, so that nothing outlives a test that fails.
  const npm = spawn('npm', argv, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const live = new Promise<void>((settle, fail) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (/live +\d+ listings are on the portal/.test(output)) settle();
    };
    npm.stdout.on('data', read);
    npm.stderr.on('data', read);
    npm.once('exit', () => fail(new Error(`it ended by itself:\n${output}`)));
  });
  // The output ends with the last process that writes to it.
  const ended = new Promise<number | null>((settle) => npm.once('close', settle));
  try {
    await live;
    whileItRuns(output);
    npm.kill('SIGTERM');
    return { code: await ended, output };
  } finally {
    killGroup(npm.pid ?? 0);
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

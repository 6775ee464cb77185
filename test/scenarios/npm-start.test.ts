import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('npm start', () => {
  it('publishes the demo’s first listings, and ends with npm at SIGTERM', { timeout: 120_000 }, async () => {
    // A group of its own, so that nothing outlives a test that fails.
    const npm = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    const live = new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (/live +\d+ listings are on the portal/.test(output)) resolve();
      };
      npm.stdout.on('data', read);
      npm.stderr.on('data', read);
      npm.once('exit', () => reject(new Error(`it ended by itself:\n${output}`)));
    });
    // The output ends with the last process that writes to it.
    const ended = new Promise((resolve) => npm.once('close', (code) => resolve(code)));
    try {
      await live;
      npm.kill('SIGTERM');
      expect(await ended, output).toBe(0);
    } finally {
      killGroup(npm.pid ?? 0);
    }
    expect(output).toContain('Look further, in another terminal:');
  });
});

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

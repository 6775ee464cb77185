import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('npm start', () => {
  it('publishes the demo’s first listings, and stops when it is told to', { timeout: 120_000 }, async () => {
    // A group of its own, so that npm and what it starts are told together.
    const demo = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    const live = new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (/live +\d+ listings are on the portal/.test(output)) resolve();
      };
      demo.stdout.on('data', read);
      demo.stderr.on('data', read);
      demo.once('exit', () => reject(new Error(`it ended by itself:\n${output}`)));
    });
    const ended = new Promise((resolve) => demo.once('close', resolve));
    await live.finally(() => {
      if (demo.exitCode === null) process.kill(-(demo.pid ?? 0), 'SIGTERM');
    });
    await ended;
    expect(output).toContain('Look further, in another terminal:');
  });
});

#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { systemClock } from './platform/clock.js';
import { messageOf } from './platform/code-of.js';
import { keepCompiledCode } from './platform/process/code-cache.js';
import { keepHeapsSmall } from './platform/process/memory.js';

const fail = (error: unknown): never => {
  const message = messageOf(error);
  const line = JSON.stringify({
    level: 60,
    time: new Date(systemClock.now()).toISOString(),
    error: message,
    msg: 'feedsync stopped',
  });
  try {
    // Written synchronously, because the process ends before queued output would be written.
    writeSync(process.stderr.fd, `${line}\n`);
  } finally {
    process.exit(1);
  }
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
// The reader of our output may close the pipe, as `head` does: the work goes on without a reader.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fail(error);
  });

keepHeapsSmall();
keepCompiledCode(import.meta.url);
// Loaded only after `keepHeapsSmall`: loading makes the heap grow, and the heap keeps its size.
const { runCli } = await import('./cli/cli.js');
const { processTerminal } = await import('./cli/terminal.js');
process.exitCode = await runCli(process.argv.slice(2), processTerminal(process));
// Output may still be queued, so the process exits after it. Idle connections to the portal must not keep the process running.
process.stdout.write('', () => process.exit());

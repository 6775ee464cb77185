#!/usr/bin/env node
import { runCli } from './cli/cli.js';
import { processTerminal } from './cli/terminal.js';

const fail = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${JSON.stringify({ level: 'fatal', msg: 'feedsync stopped', error: message })}\n`);
  process.exit(1);
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
// Whoever reads our output may stop reading, as `head` does: the work goes on without a reader.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error);
});

process.exitCode = await runCli(process.argv.slice(2), processTerminal(process));
// Output may still be on its way; idle connections to the portal must not keep the process.
process.stdout.write('', () => process.exit());

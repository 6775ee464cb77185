import type { Command } from 'commander';
import type { SandboxStart } from '../../assemble/sandbox.js';
import { wholeNumber, type Bind } from '../bind.js';

/** The portal and what belongs to it are only loaded by the commands that need them. */
export function addSandboxCommands(program: Command, bind: Bind): void {
  program
    .command('sandbox')
    .description('the embedded portal alone, with a key and connections to begin with, until SIGTERM')
    .option('--port <number>', 'port on this machine; 0 picks one', wholeNumber, 8090)
    .option('--key <file>', 'a private key (see keygen) to register, instead of making one')
    .option('--folder <folder>', 'where the key is made, and found again (key.pem)')
    .option('--state <file>', 'keeps everything in this file over restarts, instead of in memory')
    .option('--seed <number>', 'the same ids, keys and codes every time', wholeNumber)
    .option('--vocabulary <file>', 'a saved body of GET /vocabularies, or of `feedsync vocabularies --json`')
    .option('--places <file>', 'saved bodies of GET /places, or of `feedsync places --json`')
    .option('--shuffle-keys', 'renames every invented key and id, so that none can be relied on')
    .action(bind<SandboxStart>(async (...given) => (await import('./run-sandbox.js')).sandbox(...given)));
  program
    .command('demo')
    .description('sandbox portal, a sample agency’s feed and the daemon between them (npm start)')
    .action(bind(async (context) => (await import('./run-sandbox.js')).demo(context)));
}

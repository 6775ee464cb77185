import type { Command } from 'commander';
import type { SandboxStart } from '../../assemble/sandbox.js';
import { wholeNumber, type Bind } from '../bind.js';

/** The sandbox is loaded only by the commands that need it. */
export function addCommands(program: Command, bind: Bind): void {
  program
    .command('sandbox')
    .summary('Run the sandbox portal alone')
    .description('Run the sandbox portal alone, with a key and connections, until SIGTERM or Ctrl+C.')
    .option('--port <number>', 'Port on this machine; 0 picks a free one', wholeNumber, 8090)
    .option('--key <file>', 'Private key to register (see `feedsync keygen`), instead of a new one')
    .option('--folder <folder>', 'Folder of the key (key.pem), created or used again')
    .option('--state <file>', 'File that keeps everything across restarts (default: memory only)')
    .option('--seed <number>', 'Seed for the same ids, keys and codes every time', wholeNumber)
    .option('--vocabulary <file>', 'Saved output of `feedsync vocabularies --json`, or of GET /vocabularies')
    .option('--places <file>', 'Saved output of `feedsync places --json`, or of GET /places')
    .option('--shuffle-keys', 'Rename every invented key and id, so that no client relies on one')
    .action(bind<SandboxStart>(async (...given) => (await import('./run-sandbox.js')).sandbox(...given)));
  program
    .command('demo')
    .summary('Run a sandbox portal, a sample feed and the daemon')
    .description(
      'Run a sandbox portal, a sample agency’s feed and the daemon between them, until SIGTERM or Ctrl+C. `npm start` does the same.',
    )
    .action(bind(async (context) => (await import('./run-sandbox.js')).demo(context)));
}

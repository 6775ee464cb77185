import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { viewStore, type Context } from '../context.js';
import { count } from '../print/text.js';

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('backup')
    .summary('Copy the store to a new file')
    .description(
      'Copy the store to a new file, consistently even while the daemon runs, and check the copy page by page.',
    )
    .argument('<file>', 'File to create; never overwritten')
    .action(bind(backUp));
}

async function backUp(context: Context, [file = '']: readonly string[]): Promise<Answer> {
  const { bytes, feeds, listings, rows } = await viewStore(context, ({ store }) =>
    store.backUp(resolve(file)),
  );
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return {
    text: `The store was copied to ${file}: ${count(feeds, 'feed')}, ${count(listings, 'listing')}, ${size}, checked page by page. It holds neither the private key nor the configuration.`,
    json: { file, bytes, feeds, listings, rows },
  };
}

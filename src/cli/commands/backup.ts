import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { viewStore, type Context } from '../context.js';
import { count } from '../print/text.js';

export function addBackupCommands(program: Command, bind: Bind): void {
  program
    .command('backup')
    .description(
      'a consistent copy of the store in a new file, also beside the daemon; checked when it is done',
    )
    .argument('<file>', 'never overwritten')
    .action(bind(backUp));
}

async function backUp(context: Context, [file = '']: readonly string[]): Promise<Answer> {
  const { bytes, feeds, listings, rows } = await viewStore(context, ({ store }) =>
    store.backUp(resolve(file)),
  );
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return {
    text: `The store was copied to ${file}: ${count(feeds, 'feed')}, ${count(listings, 'listing')}, ${size}, checked page by page. The private key and the configuration are not in it.`,
    json: { file, bytes, feeds, listings, rows },
  };
}

import type { Command } from 'commander';
import { wholeNumber, type Bind } from '../bind.js';
import { checkMappings } from './mapping-check.js';
import { previewMapping } from './mapping-preview.js';
import { upgradeMapping } from './mapping-upgrade.js';

export function addCommands(program: Command, bind: Bind): void {
  const mapping = program.command('mapping').description('Try, check and upgrade mappings');
  mapping
    .command('preview')
    .summary('Try a mapping on the last file of a feed')
    .description(
      'Show what a mapping makes of the last file of a feed, and what saving the mapping would cost. Changes nothing.',
    )
    .requiredOption('--feed <name>', 'Feed whose last file is read')
    .option('--mapping <file>', 'Mapping to try (default: the one that the feed uses)')
    .option(
      '--with <file>',
      'File with tables, unmapped, constants, answers or where, to try over those of the configuration',
    )
    .option('--limit <n>', 'Number of listings to show', wholeNumber, 10)
    .action(bind(previewMapping));
  mapping
    .command('check')
    .summary('Check mappings and run their cases')
    .description(
      'Compile mappings, run the cases beside them, and list entries without effect. Exits with 2 if a mapping cannot be used, and with 1 if a case fails.',
    )
    .argument('[files...]', 'Names or files of mappings (default: all in the mappings folder or in use)')
    .action(bind((context, files) => checkMappings(context, files)));
  mapping
    .command('upgrade')
    .summary('Move a feed to the current version of its mapping')
    .description(
      'Move a feed to the newest version of its mapping: the one in the mappings folder, or else in the feedsync package. A feed stays on the version that it was started with until then.',
    )
    .option('--feed <name>', 'Feed to move (default with --dry-run: all feeds that a newer version awaits)')
    .option(
      '--dry-run',
      'Print every listing that would change, sold ones first, and how long the hourly budget needs; change nothing',
    )
    .action(bind(upgradeMapping));
}

import type { Command } from 'commander';
import { wholeNumber, type Bind } from '../bind.js';
import { checkMappings } from './mapping-check.js';
import { previewMapping } from './mapping-preview.js';
import { upgradeMapping } from './mapping-upgrade.js';

export function addMappingCommands(program: Command, bind: Bind): void {
  const mapping = program.command('mapping').description('how records become listings');
  mapping
    .command('preview')
    .description('what a mapping makes of a feed’s last file, and what saving it would cost; changes nothing')
    .requiredOption('--feed <name>', 'on whose last file it is tried')
    .option('--mapping <file>', 'another or an edited mapping; else the one that the configuration names')
    .option(
      '--with <file>',
      'tables, unmapped, constants, answers or where: to try over those of the configuration',
    )
    .option('--limit <n>', 'how many listings are shown', wholeNumber, 10)
    .action(bind(previewMapping));
  mapping
    .command('check')
    .description('compiles mappings, runs the cases beside them, and names what in them does nothing')
    .argument('[files...]', 'names of mappings, or their files; else all that are at hand')
    .action(bind((context, files) => checkMappings(context, files)));
  mapping
    .command('upgrade')
    .description('moves a feed to the version of its mapping that the folder has now')
    .requiredOption('--feed <name>', 'which feed')
    .option('--dry-run', 'only show what would change, and how long the hourly budget needs for it')
    .action(bind(upgradeMapping));
}

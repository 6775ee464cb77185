import { Command, Help, Option } from 'commander';
import { attentionMeanings } from './answer.js';
import { doesExitForAttention, type Bind } from './bind.js';
import { addAccessCommands } from './commands/access.js';
import { addAgencyCommands } from './commands/agencies.js';
import { addBackupCommands } from './commands/backup.js';
import { addByHandCommands } from './commands/by-hand.js';
import { addCheckCommands } from './commands/checks.js';
import { addExpectCommands } from './commands/expect.js';
import { addFeedCommands } from './commands/feeds.js';
import { addCloseCommand } from './commands/close.js';
import { addConfirmCommand } from './commands/confirm.js';
import { addHoldCommands } from './commands/holds.js';
import { addInitCommands } from './commands/init.js';
import { addKeyCommands } from './commands/keys.js';
import { addListingCommands } from './commands/listings.js';
import { addLogCommands } from './commands/logs.js';
import { addMappingCommands } from './commands/mapping.js';
import { addMigrateCommands } from './commands/migrate.js';
import { addNoticeCommands } from './commands/notices.js';
import { addOverviewCommands } from './commands/overview.js';
import { addPersonalDataCommands } from './commands/personal-data.js';
import { addPortalCommands } from './commands/portal.js';
import { addPortalByHandCommands } from './commands/portal-by-hand.js';
import { addQualityCommands } from './commands/quality.js';
import { addReconcileCommands } from './commands/reconcile.js';
import { addRunCommands } from './commands/run.js';
import { addSandboxCommands } from './commands/sandbox.js';
import { addSyncCommands } from './commands/sync.js';
import { attentionNote, programNotes, sentence } from './help-notes.js';
import { releaseVersion } from './release-version.js';
import type { Terminal } from './terminal.js';

type AddCommands = (program: Command, bind: Bind) => void;

/** The groups of the help, in its order. */
const groups: readonly (readonly [heading: string, ...add: AddCommands[]])[] = [
  ['Run', addRunCommands, addSyncCommands, addReconcileCommands],
  ['Inspect', addOverviewCommands, addLogCommands, addListingCommands, addQualityCommands],
  ['Decide', addHoldCommands, addConfirmCommand, addExpectCommands, addCloseCommand, addNoticeCommands],
  ['Feeds and mappings', addFeedCommands, addMappingCommands],
  ['Single listings', addByHandCommands],
  ['Portal', addPortalCommands, addPortalByHandCommands],
  ['Agencies', addAgencyCommands],
  ['Users and tokens', addAccessCommands],
  ['Set up and check', addInitCommands, addKeyCommands, addCheckCommands],
  ['Store and personal data', addBackupCommands, addMigrateCommands, addPersonalDataCommands],
  ['Try out', addSandboxCommands],
];

/** The whole command line: every command with its help, and `bind` as what runs it. */
export function createProgram(terminal: Pick<Terminal, 'out' | 'err'>, bind: Bind): Command {
  const program = new Command('feedsync')
    .description('Sync estate agencies’ listing feeds to a property portal.')
    .version(releaseVersion(), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .option('--config <file>', 'Configuration file', 'config/feedsync.yaml')
    .option('--json', 'Print one JSON document on stdout instead of text; logs go to stderr')
    .addOption(
      new Option('--attention <what>', 'Attention items that exit code 3 stands for')
        .choices(Object.keys(attentionMeanings))
        .default('operator'),
    )
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions,
      subcommandTerm: (command) => command.name(),
      commandDescription: (command) => sentence(command.description()),
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    // Errors are reported in one place, by `report`; help is printed by commander.
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined });
  for (const [heading, ...add] of groups) {
    program.commandsGroup(`${heading}:`);
    for (const addCommands of add) addCommands(program, bind);
  }
  program.commandsGroup('Help:').addHelpText('after', `\n${programNotes()}`);
  for (const command of [program, ...program.commands]) {
    if (command.commands.length > 0) command.helpCommand('help [command]', 'Show the help of a command');
    if (doesExitForAttention(command)) command.addHelpText('after', `\n${attentionNote}`);
  }
  return program;
}

/** Options of the program in the help of a command: those that have an effect there. */
function visibleGlobalOptions(command: Command): Option[] {
  if (command.parent === null) return [];
  let program = command.parent;
  while (program.parent !== null) program = program.parent;
  return program.options.filter(
    ({ long }) => long !== '--version' && (long !== '--attention' || doesExitForAttention(command)),
  );
}

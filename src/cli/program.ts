import { Command, Help, Option } from 'commander';
import { attentionMeanings } from './answer.js';
import { doesExitForAttention, type Bind } from './bind.js';
import { attentionNote, programNotes, sentence } from './help-notes.js';
import { releaseVersion } from './release-version.js';
import type { Terminal } from './terminal.js';

interface CommandModule {
  addCommands: (program: Command, bind: Bind) => void;
}

/** A module of commands: the names of those that it adds, for which it is loaded. */
type Part = readonly [names: readonly string[], load: () => Promise<CommandModule>];

/** The groups of the help, in its order. */
const groups: readonly (readonly [heading: string, ...parts: Part[]])[] = [
  [
    'Run',
    [['run'], () => import('./commands/run.js')],
    [['sync'], () => import('./commands/sync.js')],
    [['reconcile'], () => import('./commands/reconcile.js')],
  ],
  [
    'Inspect',
    [['status', 'runs'], () => import('./commands/overview.js')],
    [['logs'], () => import('./commands/logs.js')],
    [['listings', 'report', 'unmapped', 'explain'], () => import('./commands/listings.js')],
    [['quality'], () => import('./commands/quality.js')],
  ],
  [
    'Decide',
    [['holds', 'approve', 'reject'], () => import('./commands/holds.js')],
    [['confirm'], () => import('./commands/confirm.js')],
    [['expect'], () => import('./commands/expect.js')],
    [['close'], () => import('./commands/close.js')],
    [['notices'], () => import('./commands/notices.js')],
  ],
  [
    'Feeds and mappings',
    [['feeds', 'pause', 'resume', 'retire'], () => import('./commands/feeds.js')],
    [['mapping'], () => import('./commands/mapping.js')],
  ],
  [
    'Single listings',
    [['suppress', 'unsuppress', 'resend', 'put', 'remove'], () => import('./commands/by-hand.js')],
  ],
  [
    'Portal',
    [['ping', 'connect', 'connections', 'vocabularies', 'places'], () => import('./commands/portal.js')],
    [['disconnect', 'validate', 'batch'], () => import('./commands/portal-by-hand.js')],
  ],
  ['Agencies', [['agencies'], () => import('./commands/agencies.js')]],
  ['Users and tokens', [['invite', 'users', 'token'], () => import('./commands/access.js')]],
  [
    'Set up and check',
    [['init'], () => import('./commands/init.js')],
    [['keygen'], () => import('./commands/keys.js')],
    [['doctor', 'config'], () => import('./commands/checks.js')],
  ],
  [
    'Store and personal data',
    [['backup'], () => import('./commands/backup.js')],
    [['migrate'], () => import('./commands/migrate.js')],
    [['erase', 'export'], () => import('./commands/personal-data.js')],
  ],
  ['Try out', [['sandbox', 'demo'], () => import('./commands/sandbox.js')]],
];

/**
 * The command line, with `bind` as what runs a command. Only the commands beside `argv`'s own one may be missing: most of the time to start
 * is loading code. @param argv null: every command, with its help
 */
export async function createProgram(
  argv: readonly string[] | null,
  terminal: Pick<Terminal, 'out' | 'err'>,
  bind: Bind,
): Promise<Command> {
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
  for (const { heading, modules } of await loadedFor(argv ?? [])) {
    program.commandsGroup(`${heading}:`);
    for (const { addCommands } of modules) addCommands(program, bind);
  }
  program.commandsGroup('Help:').addHelpText('after', `\n${programNotes()}`);
  for (const command of [program, ...program.commands]) {
    if (command.commands.length > 0) command.helpCommand('help [command]', 'Show the help of a command');
    if (doesExitForAttention(command)) command.addHelpText('after', `\n${attentionNote}`);
  }
  return program;
}

/** The modules of commands that a command line needs, by their headings. */
function loadedFor(argv: readonly string[]): Promise<{ heading: string; modules: CommandModule[] }[]> {
  const isNeeded = neededFor(argv);
  return Promise.all(
    groups.map(async ([heading, ...parts]) => {
      const needed = parts.filter(([names]) => isNeeded(names));
      return { heading, modules: await Promise.all(needed.map(([, load]) => load())) };
    }),
  );
}

/** That of its command; all, where its first word names none. */
function neededFor(argv: readonly string[]): (names: readonly string[]) => boolean {
  const word = firstWord(argv);
  if (word === null) return () => argv.length !== 1 || !versionOptions.has(argv[0] ?? '');
  const isKnown = groups.some(([, ...parts]) => parts.some(([names]) => names.includes(word)));
  return (names) => !isKnown || names.includes(word);
}

/** The first word that is neither an option of the program nor its value. */
function firstWord(argv: readonly string[]): string | null {
  const index = argv.findIndex(
    (word, at) => !word.startsWith('-') && !optionsWithValue.has(argv[at - 1] ?? ''),
  );
  return argv[index] ?? null;
}

const versionOptions: ReadonlySet<string> = new Set(['--version', '-V']);
const optionsWithValue: ReadonlySet<string> = new Set(['--config', '--attention']);

/** Options of the program in the help of a command: those that have an effect there. */
function visibleGlobalOptions(command: Command): Option[] {
  if (command.parent === null) return [];
  let program = command.parent;
  while (program.parent !== null) program = program.parent;
  return program.options.filter(
    ({ long }) => long !== '--version' && (long !== '--attention' || doesExitForAttention(command)),
  );
}

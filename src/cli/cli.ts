import { Command, CommanderError, Option } from 'commander';
import { AssemblyError } from '../assemble.js';
import { diskReason } from '../texts/disk-words.js';
import { codeOf } from '../platform/code-of.js';
import { StoreError } from '../store/database/errors.js';
import { addAccessCommands } from './commands/access.js';
import { addAgencyCommands } from './commands/agencies.js';
import { documentOf, exitCodeOf, type Answer } from './answer.js';
import { addBackupCommands } from './commands/backup.js';
import type { Bind } from './bind.js';
import { addByHandCommands } from './commands/by-hand.js';
import { addCheckCommands } from './commands/checks.js';
import { createContext, type GlobalOptions } from './context.js';
import { CliError, exitCodes } from './exit.js';
import { addExpectCommands } from './commands/expect.js';
import { addFeedCommands } from './commands/feeds.js';
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
import { releaseVersion } from './release-version.js';
import { addRunCommands } from './commands/run.js';
import { addSandboxCommands } from './commands/sandbox.js';
import { addSyncCommands } from './commands/sync.js';
import type { Terminal } from './terminal.js';
import { printable, printableJson } from './print/text.js';

/** Runs one command line; every way out is an exit code, and no error text shows a stack. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.done;
  const bind: Bind =
    (action) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<GlobalOptions & Parameters<typeof action>[2]>();
      const answer = await action(createContext(terminal, options), command.args, options);
      print(answer, options, terminal);
      exitCode = exitCodeOf(answer, options);
    };
  const program = createProgram(terminal, bind);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, argv, program, terminal);
  }
}

function createProgram(terminal: Terminal, bind: Bind): Command {
  const program = new Command('feedsync')
    .description('Keeps a property portal in step with estate agencies’ feeds.')
    .version(releaseVersion())
    .option('--config <file>', 'the configuration', 'config/feedsync.yaml')
    .option('--json', 'one JSON document instead of text')
    .addOption(
      new Option('--attention <what>', 'what exit code 3 stands for')
        .choices(['operator', 'new', 'holds', 'any'])
        .default('operator'),
    )
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    // Errors are told in one place, by `report`; help still goes where commander sends it.
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined });
  addRunCommands(program, bind);
  addSyncCommands(program, bind);
  addReconcileCommands(program, bind);
  addOverviewCommands(program, bind);
  addLogCommands(program, bind);
  addListingCommands(program, bind);
  addQualityCommands(program, bind);
  addFeedCommands(program, bind);
  addInitCommands(program, bind);
  addMappingCommands(program, bind);
  addHoldCommands(program, bind);
  addExpectCommands(program, bind);
  addByHandCommands(program, bind);
  addPortalCommands(program, bind);
  addPortalByHandCommands(program, bind);
  addPersonalDataCommands(program, bind);
  addAgencyCommands(program, bind);
  addAccessCommands(program, bind);
  addKeyCommands(program, bind);
  addNoticeCommands(program, bind);
  addBackupCommands(program, bind);
  addMigrateCommands(program, bind);
  addCheckCommands(program, bind);
  addSandboxCommands(program, bind);
  return program;
}

function print(answer: Answer, { json }: GlobalOptions, terminal: Terminal): void {
  const document = documentOf(answer);
  if (json === true) {
    if (document !== null) terminal.out(`${printableJson(document)}\n`);
  } else if (answer.text !== '') terminal.out(`${printable(answer.text)}\n`);
}

function report(error: unknown, argv: readonly string[], program: Command, terminal: Terminal): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  // Help that was shown because no command was named.
  if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.usage;
  const { exitCode, message, details } = told(error, argv, program);
  terminal.err(`feedsync: ${printable(message)}\n`);
  if (argv.includes('--json')) terminal.out(`${printableJson({ error: { message, ...details } })}\n`);
  return exitCode;
}

function told(error: unknown, argv: readonly string[], program: Command): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof CommanderError) return badUsage(error, argv, program);
  if (error instanceof AssemblyError) return new CliError(error.code === 'key' ? 2 : 1, error.message);
  if (error instanceof StoreError) return new CliError(1, error.message);
  const disk = ofDisk(error);
  if (disk !== null) return disk;
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError(
    1,
    `This failed in a way that was not foreseen (${reason}). What was being done may be half done; running the command again is safe. If it happens again, report it with this sentence.`,
  );
}

/** What the system refuses of a file, wherever it comes from. */
function ofDisk(error: unknown): CliError | null {
  const code = codeOf(error);
  const why = ['ENOENT', 'EEXIST', 'ETIMEDOUT'].includes(code) ? null : diskReason(code);
  if (why === null || !(error instanceof Error) || !('path' in error)) return null;
  return new CliError(
    1,
    `${String(error.path)} cannot be used: ${why.en} (${code}). What was being done may be half done; once that is put right, running the command again is safe.`,
  );
}

function badUsage(error: CommanderError, argv: readonly string[], program: Command): CliError {
  const what = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const named = program.commands.find((command) => argv.includes(command.name()));
  const help = named === undefined ? 'feedsync --help' : `feedsync ${named.name()} --help`;
  return new CliError(2, `${what.endsWith('.') ? what : `${what}.`} \`${help}\` shows what can be written.`);
}

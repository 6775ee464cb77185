import { messageOf } from '../platform/code-of.js';
import { CommanderError, type Command } from 'commander';
import { AssemblyError } from '../assemble/error.js';
import { diskReason } from '../texts/disk-words.js';
import { codeOf } from '../platform/code-of.js';
import { StoreError } from '../store/database/errors.js';
import { documentOf, exitCodeOf, type Answer } from './answer.js';
import { doesExitForAttention, type Bind } from './bind.js';
import { createContext, type GlobalOptions } from './context.js';
import { CliError, exitCodes } from './exit.js';
import { createProgram } from './program.js';
import type { Terminal } from './terminal.js';
import { printable } from '../platform/printable.js';
import { printableJson } from './print/text.js';

/** Runs one command line. Every outcome is an exit code, and no error text shows a stack. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.done;
  const bind: Bind =
    (action) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<GlobalOptions & Parameters<typeof action>[2]>();
      const answer = await action(createContext(terminal, options), command.args, options);
      print(answer, options, terminal);
      exitCode = exitCodeOf(answer, options, doesExitForAttention(command));
    };
  const program = await createProgram(argv, terminal, bind);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, argv, program, terminal);
  }
}

function print(answer: Answer, { json }: GlobalOptions, terminal: Terminal): void {
  const document = documentOf(answer);
  if (json === true) {
    if (document !== null) terminal.out(`${printableJson(document)}\n`);
  } else if (answer.text !== '') terminal.out(`${printable(answer.text)}\n`);
}

function report(error: unknown, argv: readonly string[], program: Command, terminal: Terminal): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
  // Commander printed the help because no command was named.
  if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.usage;
  const { exitCode, message, details } = toCliError(error, argv, program);
  terminal.err(`feedsync: ${printable(message)}\n`);
  if (argv.includes('--json')) terminal.out(`${printableJson({ error: { message, ...details } })}\n`);
  return exitCode;
}

function toCliError(error: unknown, argv: readonly string[], program: Command): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof CommanderError) return badUsage(error, argv, program);
  if (error instanceof AssemblyError) return new CliError(error.code === 'key' ? 2 : 1, error.message);
  if (error instanceof StoreError) return new CliError(1, error.message);
  const disk = diskError(error);
  if (disk !== null) return disk;
  const reason = messageOf(error);
  return new CliError(
    1,
    `Unexpected error: ${reason}. The command may be half done. It is safe to run it again; if the error persists, report it.`,
  );
}

/** An error of the operating system about a file, wherever it was thrown. */
function diskError(error: unknown): CliError | null {
  const code = codeOf(error);
  const why = ['ENOENT', 'EEXIST', 'ETIMEDOUT'].includes(code) ? null : diskReason(code);
  if (why === null || !(error instanceof Error) || !('path' in error)) return null;
  return new CliError(
    1,
    `${String(error.path)} cannot be used: ${why.en} (${code}). The command may be half done. Correct this, then run it again; that is safe.`,
  );
}

function badUsage(error: CommanderError, argv: readonly string[], program: Command): CliError {
  const what = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const command = commandIn(argv, program);
  return new CliError(2, `${what.endsWith('.') ? what : `${what}.`} See \`${command} --help\`.`);
}

/** The command that the words name, as far as there is one. */
function commandIn(argv: readonly string[], program: Command): string {
  let command = program;
  const names = [program.name()];
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) continue;
    command = next;
    names.push(word);
  }
  return names.join(' ');
}

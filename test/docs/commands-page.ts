import type { Argument, Command, Option } from 'commander';
import { format } from 'prettier';
import { attentionMeanings } from '../../src/cli/answer.js';
import { doesExitForAttention } from '../../src/cli/bind.js';
import { exitCodeMeanings, exitCodes } from '../../src/cli/exit.js';
import { attentionNote, daemonNote, sentence } from '../../src/cli/help-notes.js';
import { createProgram } from '../../src/cli/program.js';

export const pageFile = 'config/COMMANDS.md';

/** The command line as it is declared; its commands do nothing. */
export function documentedProgram(): Promise<Command> {
  const silent = { out: () => undefined, err: () => undefined };
  return createProgram(null, silent, () => async () => undefined);
}

/** The page: every command of the program, in the groups of its help. */
export async function commandsPage(program: Command): Promise<string> {
  const groups = groupsOf(program);
  const parts = [
    '# Commands',
    '`feedsync COMMAND --help` shows the same in the terminal. This page is generated: change the help in the source, then run `npm run commands-page`.',
    ['Every command', ...groups.keys()].map((heading) => `[${heading}](#${anchorOf(heading)})`).join(' · '),
    ...general(program),
    ...[...groups].flatMap(([heading, commands]) => [
      `## ${heading}`,
      ...commands.flatMap((command) => [command, ...command.commands]).flatMap(section),
    ]),
  ];
  return format(parts.join('\n\n'), { parser: 'markdown', printWidth: 110 });
}

/** The commands of the program by the heading that the help shows above them. */
function groupsOf(program: Command): Map<string, Command[]> {
  const groups = new Map<string, Command[]>();
  for (const command of program.commands) {
    const heading = command.helpGroup().replace(/:$/, '');
    groups.set(heading, [...(groups.get(heading) ?? []), command]);
  }
  return groups;
}

/** What holds for every command. */
function general(program: Command): string[] {
  const options = program.options.filter(({ long }) => long !== '--version');
  const exiting = program.commands.filter(doesExitForAttention).map((command) => codeOf(command.name()));
  return [
    '## Every command',
    marked(daemonNote),
    'Every command takes these options:',
    options.map(optionLine).join('\n'),
    'A command ends with one of these exit codes:',
    table(
      ['code', 'meaning'],
      Object.entries(exitCodeMeanings).map(([code, meaning]) => [code, marked(meaning)]),
    ),
    `Only ${exiting.join(', ')} exit with ${exitCodes.attentionNeeded}. \`--attention\` selects what counts:`,
    table(
      ['value', 'counts'],
      Object.entries(attentionMeanings).map(([value, meaning]) => [codeOf(value), marked(meaning)]),
    ),
  ];
}

/** One command: how it is written, what it does, its arguments and options. */
function section(command: Command): string[] {
  const name = nameOf(command);
  const isGroup = command.commands.length > 0;
  const lines = [...command.registeredArguments.map(argumentLine), ...command.options.map(optionLine)];
  return [
    `### ${name}`,
    ...(isGroup ? [] : ['```text\n' + synopsis(command) + '\n```']),
    marked(sentence(command.description())),
    ...(isGroup ? [command.commands.map(subcommandLine).join('\n')] : []),
    ...(doesExitForAttention(command) ? [marked(attentionNote)] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ];
}

function synopsis(command: Command): string {
  const words = [
    ...command.registeredArguments.map(writtenArgument),
    ...command.options.map(({ flags, mandatory, variadic, description }) => {
      const many = variadic || description.endsWith('; repeatable') ? '...' : '';
      return mandatory ? `${flags}${many}` : `[${flags}]${many}`;
    }),
  ];
  return ['feedsync', nameOf(command), ...words].join(' ');
}

function writtenArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function subcommandLine(command: Command): string {
  const name = nameOf(command);
  return `- [\`${name}\`](#${anchorOf(name)}): ${marked(command.summary() || command.description())}`;
}

function argumentLine(argument: Argument): string {
  return `- ${codeOf(writtenArgument(argument))}: ${details(argument)}`;
}

function optionLine(option: Option): string {
  return `- ${codeOf(option.flags)}: ${details(option)}${option.mandatory ? ' Required.' : ''}`;
}

function details({ description, argChoices, defaultValue }: Argument | Option): string {
  return [
    marked(sentence(description)),
    ...(argChoices === undefined ? [] : [`One of ${argChoices.map(codeOf).join(', ')}.`]),
    ...(defaultValue === undefined ? [] : [`Default: ${codeOf(String(defaultValue))}.`]),
  ].join(' ');
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

/** Text of the help as Markdown: options and names with underscores are code, and nothing else is markup. */
function marked(text: string): string {
  return text
    .split(/(`[^`]*`|--[a-z-]+[a-z]|[\w./]*_[\w./]*\w)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[<*[\]\\]/g, '\\$&');
      return part.startsWith('`') ? part : codeOf(part);
    })
    .join('');
}

function codeOf(text: string): string {
  return `\`${text}\``;
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

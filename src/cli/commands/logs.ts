import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { logFolder } from '../../assemble/paths.js';
import { fold } from '../../model/fold.js';
import { agencyName } from '../../inspect/attention/agency-name.js';
import { parseMoment } from '../../inspect/times.js';
import { followLogLines, latestLogLines, type LogLine } from '../../platform/log/read-logs.js';
import type { Answer } from '../answer.js';
import { wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { waitForStop } from '../stop.js';
import { printable } from '../../platform/printable.js';
import { oneLine } from '../print/text.js';
import { maybeIso, timesIn, type Times } from '../print/times.js';

const levels = ['debug', 'info', 'warn', 'error'] as const;

interface LogsOptions {
  follow?: boolean;
  lines: number;
  level: LogLine['level'];
  since?: string;
  feed?: string;
  connection?: string;
  agency?: string;
  run?: number;
  listing?: string;
}

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('logs')
    .summary('Print the daemon’s latest log lines')
    .description(
      `Print the daemon’s latest log lines, from data_dir/logs.

--follow does not take --json. Each line of the files in data_dir/logs is a JSON document.`,
    )
    .option('--follow', 'Keep printing new lines, until Ctrl+C')
    .option('--lines <n>', 'Number of lines', wholeNumber, 50)
    .addOption(new Option('--level <level>', 'Lowest level').choices(levels).default('debug'))
    .option('--since <time>', 'Only lines since then: 90m, 2h, 3d, or 2026-11-21T08:00')
    .option('--feed <name>', 'Only lines about this feed')
    .option('--connection <id>', 'Only lines about this connection')
    .option('--agency <name>', 'Only lines about agencies whose name contains this')
    .option('--run <n>', 'Only lines about this run (see `feedsync runs`)', wholeNumber)
    .option('--listing <external-id>', 'Only lines about this listing')
    .action(bind(logs));
}

async function logs(context: Context, _args: readonly string[], options: LogsOptions): Promise<Answer> {
  const { config } = await readConfig(context);
  if (options.follow === true && context.options.json === true)
    throw new CliError(
      2,
      '--follow cannot be combined with --json, which prints one document. Each line of the files in data_dir/logs is a JSON document.',
    );
  const { clock } = context.machine;
  const now = clock.now();
  const times = timesIn(config.timezone, now);
  const isWanted = filterOf(options, {
    since: momentOf(options.since, config.timezone, now),
    connections: await connectionsOf(options, context),
  });
  const folder = logFolder(config);
  const { lines, position } = await latestLogLines(folder, isWanted, options.lines);
  if (options.follow !== true)
    return {
      text: lines.length === 0 ? nothing(position.size, folder) : lines.map(textOf(times)).join('\n'),
      json: { logs: lines.map(documentOf) },
    };

  const print = (line: LogLine): void => context.terminal.out(`${printable(textOf(times)(line))}\n`);
  const requests = waitForStop(context.terminal);
  const stop = new AbortController();
  void requests.first.then(() => stop.abort());
  for (const line of lines) print(line);
  for await (const line of followLogLines(folder, position, clock, stop.signal))
    if (isWanted(line)) print(line);
  requests.forget();
  return { text: '', json: null };
}

function nothing(files: number, folder: string): string {
  return files === 0
    ? `No log in ${join(folder, '/')} yet. \`feedsync run\` writes it.`
    : 'No line matches. Without options, the latest lines are shown.';
}

function filterOf(
  { level, feed, run, listing }: LogsOptions,
  { since, connections }: { since: number; connections: ReadonlySet<unknown> | null },
): (line: LogLine) => boolean {
  const lowest = levels.indexOf(level);
  return ({ at, level: own, fields }) =>
    at >= since &&
    levels.indexOf(own) >= lowest &&
    (feed === undefined || fields.feed === feed) &&
    (run === undefined || fields.run === run) &&
    (listing === undefined || fields.listing === listing) &&
    (connections === null || connections.has(fields.connection));
}

/** @throws CliError 2 */
function momentOf(text: string | undefined, zone: string, now: number): number {
  if (text === undefined) return -Infinity;
  const moment = parseMoment(text, zone, now);
  if (moment === null)
    throw new CliError(
      2,
      `--since ${text} is not a time. Write a duration such as 90m, 2h or 3d, or a time such as 2026-11-21T08:00.`,
    );
  return moment;
}

/** The connections that --connection and --agency select; null for all. @throws CliError 2 if no agency has the name */
async function connectionsOf(
  { connection, agency }: LogsOptions,
  context: Context,
): Promise<ReadonlySet<string> | null> {
  if (agency === undefined) return connection === undefined ? null : new Set([connection]);
  const rows = await viewStore(context, ({ store }) => store.connections.all());
  const named = rows.filter((row) => fold(agencyName(row, row.id)).includes(fold(agency)));
  if (named.length === 0) {
    const known = rows.map((row) => agencyName(row, row.id)).join(', ');
    throw new CliError(
      2,
      `No agency has "${oneLine(agency, 80)}" in its name. Known agencies: ${known === '' ? 'none yet' : known}.`,
    );
  }
  return new Set(named.map(({ id }) => id).filter((id) => connection === undefined || id === connection));
}

/** `2026-11-21 01:31:05  info   poll ended  feed agency, run 12, state done: 3 records, nothing to send`. */
function textOf(times: Times): (line: LogLine) => string {
  return ({ at, level, message, fields: { message: sentence, ...ids } }) => {
    const known = Object.entries(ids).filter(([, value]) => value !== null);
    const details = known.map(([name, value]) => `${name} ${oneLine(String(value))}`).join(', ');
    const text = typeof sentence === 'string' && sentence !== '' ? `: ${oneLine(sentence)}` : '';
    return `${times.local(at)}  ${level.padEnd(5)}  ${oneLine(message)}${details === '' ? '' : `  ${details}`}${text}`;
  };
}

function documentOf({ at, level, message, fields }: LogLine): Record<string, unknown> {
  return { at: maybeIso(at), level, event: message, ...fields };
}

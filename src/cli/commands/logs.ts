import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { logFolder } from '../../assemble.js';
import { fold } from '../../model/fold.js';
import { agencyName } from '../../inspect/attention/agency-name.js';
import { parseMoment } from '../../inspect/times.js';
import { followLogLines, latestLogLines, type LogLine } from '../../platform/log/read-logs.js';
import type { Answer } from '../answer.js';
import { wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { waitForStop } from '../stop.js';
import { oneLine, printable } from '../print/text.js';
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

export function addLogCommands(program: Command, bind: Bind): void {
  program
    .command('logs')
    .description('the latest lines that the daemon wrote to data_dir/logs')
    .option('--follow', 'go on printing lines as they come, until Ctrl+C')
    .option('--lines <n>', 'how many', wholeNumber, 50)
    .addOption(new Option('--level <level>', 'this one and graver ones').choices(levels).default('debug'))
    .option('--since <time>', 'only since then: 90m, 2h, 3d, or 2026-11-21T08:00')
    .option('--feed <name>', 'only of this feed')
    .option('--connection <id>', 'only of this connection')
    .option('--agency <name>', 'only of connections of agencies with this in their name')
    .option('--run <n>', 'only of this run (see `runs`)', wholeNumber)
    .option('--listing <external-id>', 'only of this listing')
    .action(bind(logs));
}

async function logs(context: Context, _args: readonly string[], options: LogsOptions): Promise<Answer> {
  const { config } = await readConfig(context);
  if (options.follow === true && context.options.json === true)
    throw new CliError(
      2,
      'Lines that come one by one are no single JSON document. Leave out --follow or --json; the files in data_dir/logs hold a JSON document in each line.',
    );
  const { clock } = context.seams();
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
  const asked = waitForStop(context.terminal);
  const stop = new AbortController();
  void asked.first.then(() => stop.abort());
  for (const line of lines) print(line);
  for await (const line of followLogLines(folder, position, clock, stop.signal))
    if (isWanted(line)) print(line);
  asked.forget();
  return { text: '', json: null };
}

function nothing(files: number, folder: string): string {
  return files === 0
    ? `There is no log in ${join(folder, '/')} yet: \`feedsync run\` writes it.`
    : 'No line answers to this. Without options, the latest of all are shown.';
}

function filterOf(
  { level, feed, run, listing }: LogsOptions,
  { since, connections }: { since: number; connections: ReadonlySet<unknown> | null },
): (line: LogLine) => boolean {
  const gravest = levels.indexOf(level);
  return ({ at, level: own, fields }) =>
    at >= since &&
    levels.indexOf(own) >= gravest &&
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
      `--since ${text} is no time. Write how long ago, such as 90m, 2h or 3d, or a time such as 2026-11-21T08:00.`,
    );
  return moment;
}

/** Ids that --connection and --agency mean; null for any. @throws CliError 2 where no agency is called so */
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
      `No agency is called "${oneLine(agency, 80)}". Known are: ${known === '' ? 'none yet' : known}.`,
    );
  }
  return new Set(named.map(({ id }) => id).filter((id) => connection === undefined || id === connection));
}

/** `2026-11-21 01:31:05  info   poll ended  feed agency, run 12, state done: 3 records, nothing to send`. */
function textOf(times: Times): (line: LogLine) => string {
  return ({ at, level, message, fields: { message: sentence, ...ids } }) => {
    const known = Object.entries(ids).filter(([, value]) => value !== null);
    const details = known.map(([name, value]) => `${name} ${oneLine(String(value))}`).join(', ');
    const told = typeof sentence === 'string' && sentence !== '' ? `: ${oneLine(sentence)}` : '';
    return `${times.local(at)}  ${level.padEnd(5)}  ${oneLine(message)}${details === '' ? '' : `  ${details}`}${told}`;
  };
}

function documentOf({ at, level, message, fields }: LogLine): Record<string, unknown> {
  return { at: maybeIso(at), level, event: message, ...fields };
}

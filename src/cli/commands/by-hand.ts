import { DateTime } from 'luxon';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Config } from '../../config/schema.js';
import { removeReasons, type RemoveReason } from '../../model/outcome.js';
import { callLibrary } from '../../platform/library.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import {
  readConfig,
  scopeOf,
  settledConfig,
  viewStore,
  type Context,
  type ScopeOptions,
} from '../context.js';
import { CliError } from '../exit.js';
import { exactListing } from '../exact-listing.js';
import { executeRequest } from '../execute-request.js';
import { isRecord, readJsonFile } from '../json-file.js';

interface SuppressOptions extends ScopeOptions {
  reason: string;
  until?: string;
}

/** Commands that change single listings, independently of their feeds. */
export function addCommands(program: Command, bind: Bind): void {
  scoped(program.command('suppress').description('Keep a listing off the portal although its feed has it'))
    .argument('<external-id>', 'Id of the listing')
    .requiredOption('--reason <text>', 'Reason, for the record')
    .option('--until <date>', 'Date on which the suppression ends, such as 2026-12-31', isoDate)
    .action(bind(suppress));
  scoped(program.command('unsuppress').description('End the suppression of a listing'))
    .argument('<external-id>', 'Id of the listing')
    .action(bind(unsuppress));
  program
    .command('resend')
    .description('Resend listings that the portal refused or warned about')
    .option('--feed <name>', 'Only listings of this feed')
    .option('--connection <id>', 'Only listings of this connection')
    .requiredOption('--code <code>', 'Failure or warning code, such as photo_fetch_failed')
    .action(bind(resend));
  program
    .command('put')
    .description('Publish a listing that no feed has')
    .argument('<file>', 'JSON file with one listing in the portal’s format')
    .option('--connection <id>', 'Connection, if there are several')
    .action(bind(put));
  scoped(program.command('remove').description('Remove a listing that was published with put'))
    .argument('<external-id>', 'Id of the listing')
    .addOption(new Option('--reason <reason>', 'Reason').choices(removeReasons).makeOptionMandatory())
    .action(bind(remove));
}

function scoped(command: Command): Command {
  return command
    .option('--feed <name>', 'Its feed, if several feeds have the id')
    .option('--connection <id>', 'Its connection, if several connections have the id');
}

async function suppress(
  context: Context,
  [id = '']: readonly string[],
  options: SuppressOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const { until: written } = options;
  const until = written === undefined ? null : dateOf(written, config.timezone).toMillis();
  const payload = { ...(await exactListing(context, id, options)), reason: options.reason, until };
  return executeRequest(context, config, { kind: 'suppress', payload }, `feedsync explain ${id}`);
}

async function unsuppress(
  context: Context,
  [id = '']: readonly string[],
  options: ScopeOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const payload = await exactListing(context, id, options);
  return executeRequest(context, config, { kind: 'unsuppress', payload }, `feedsync explain ${id}`);
}

async function resend(
  context: Context,
  _args: readonly string[],
  options: ScopeOptions & { code: string },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const { feedId, connectionId } = await viewStore(context, ({ feeds }) =>
    Promise.resolve(scopeOf(options, feeds)),
  );
  const payload = { code: options.code, connectionId: connectionId ?? null, feedId: feedId ?? null };
  return executeRequest(context, config, { kind: 'resend', payload }, 'feedsync status');
}

async function put(
  context: Context,
  [file = '']: readonly string[],
  { connection }: ScopeOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const connectionId = connection ?? onlyConnection(await settledConfig(config, context));
  const listing = await readJsonFile(file);
  if (!isRecord(listing))
    throw new CliError(2, `The file ${file} holds no listing; nothing was sent. Write one JSON object.`);
  const payload = { connectionId, listing };
  return executeRequest(context, config, { kind: 'put', payload }, 'feedsync listings');
}

async function remove(
  context: Context,
  [id = '']: readonly string[],
  options: ScopeOptions & { reason: RemoveReason },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const payload = { ...(await exactListing(context, id, options)), reason: options.reason };
  return executeRequest(context, config, { kind: 'remove', payload }, `feedsync explain ${id}`);
}

/** @throws CliError 2 unless there is exactly one */
function onlyConnection(config: Config): string {
  const ids = [...new Set(config.feeds.map((feed) => feed.connectionId))];
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return only;
  throw new CliError(
    2,
    `Select the connection of the listing with --connection${ids.length === 0 ? '; `feedsync connections` lists the ids' : `: ${ids.join(', ')}`}.`,
  );
}

function isoDate(text: string): string {
  if (!dateOf(text).isValid)
    throw new InvalidArgumentError('Write a date such as 2026-12-31, or 2026-12-31T18:00.');
  return text;
}

function dateOf(text: string, zone?: string): DateTime {
  return callLibrary('luxon', () => DateTime.fromISO(text, { zone }));
}

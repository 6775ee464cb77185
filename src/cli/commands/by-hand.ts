import { DateTime } from 'luxon';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Config } from '../../config/schema.js';
import { removeReasons, type RemoveReason } from '../../model/outcome.js';
import { callLibrary } from '../../platform/library.js';
import type { ListingRow } from '../../model/records.js';
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
import { handOver } from '../hand-over.js';
import { isRecord, readJsonFile } from '../json-file.js';

interface SuppressOptions extends ScopeOptions {
  reason: string;
  until?: string;
}

/** What a person does to listings beside their feeds. */
export function addByHandCommands(program: Command, bind: Bind): void {
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
  const payload = { ...(await theOne(context, id, options)), reason: options.reason, until };
  return handOver(context, config, { kind: 'suppress', payload }, `it will take ${id} off by itself.`);
}

async function unsuppress(
  context: Context,
  [id = '']: readonly string[],
  options: ScopeOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const payload = await theOne(context, id, options);
  return handOver(context, config, { kind: 'unsuppress', payload }, `it will lift that of ${id} by itself.`);
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
  return handOver(context, config, { kind: 'resend', payload }, 'it will send them again by itself.');
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
    throw new CliError(2, `The file ${file} holds no listing: write one JSON object. Nothing was sent.`);
  const payload = { connectionId, listing };
  return handOver(context, config, { kind: 'put', payload }, 'it will put the listing by itself.');
}

async function remove(
  context: Context,
  [id = '']: readonly string[],
  options: ScopeOptions & { reason: RemoveReason },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const payload = { ...(await theOne(context, id, options)), reason: options.reason };
  return handOver(context, config, { kind: 'remove', payload }, `it will take ${id} off by itself.`);
}

/** The one listing of this very id; a command that writes never chooses. @throws CliError */
async function theOne(
  context: Context,
  externalId: string,
  options: ScopeOptions,
): Promise<Pick<ListingRow, 'connectionId' | 'externalId'>> {
  return viewStore(context, async ({ store, feeds, feedName }) => {
    const { feedId, connectionId } = scopeOf(options, feeds);
    const found: ListingRow[] = [];
    for (const { id } of await store.connections.all()) {
      if (connectionId !== undefined && id !== connectionId) continue;
      const listing = await store.listings.get(id, externalId);
      if (listing !== null && (feedId === undefined || listing.feedId === feedId)) found.push(listing);
    }
    const [listing, ...others] = found;
    if (listing === undefined)
      throw new CliError(
        1,
        `There is no listing ${externalId} here; nothing was changed. \`feedsync listings --text\` finds its id.`,
      );
    if (others.length > 0) {
      const where = found.map(
        (row) => `--connection ${row.connectionId} (${feedName(row.feedId) ?? row.owner})`,
      );
      throw new CliError(
        2,
        `Several connections have a listing ${externalId}; nothing was changed. Say which: ${where.join(', ')}.`,
      );
    }
    return { connectionId: listing.connectionId, externalId };
  });
}

/** @throws CliError 2 where there is not exactly one */
function onlyConnection(config: Config): string {
  const ids = [...new Set(config.feeds.map((feed) => feed.connectionId))];
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return only;
  throw new CliError(
    2,
    `Say with --connection where the listing goes${ids.length === 0 ? '; `feedsync connections` lists them' : `: ${ids.join(', ')}`}.`,
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

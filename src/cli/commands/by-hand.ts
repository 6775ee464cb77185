import { DateTime } from 'luxon';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Config } from '../../config/schema.js';
import { removeReasons, type RemoveReason } from '../../model/outcome.js';
import { callLibrary } from '../../platform/library.js';
import type { ListingRecord } from '../../model/listing.js';
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
import { executeRequest } from '../execute-request.js';
import { isRecord, readJsonFile } from '../json-file.js';

interface SuppressOptions extends ScopeOptions {
  reason: string;
  until?: string;
}

/** What a person does to listings beside their feeds. */
export function addByHandCommands(program: Command, bind: Bind): void {
  scoped(program.command('suppress').description('take a listing off and keep it off though its feed has it'))
    .argument('<external-id>', 'its id')
    .requiredOption('--reason <text>', 'why, for whoever asks later')
    .option('--until <date>', 'when it ends by itself, such as 2026-12-31', isoDate)
    .action(bind(suppress));
  scoped(program.command('unsuppress').description('let the feed have its way with a listing again'))
    .argument('<external-id>', 'its id')
    .action(bind(unsuppress));
  scoped(program.command('resend').description('send again what the portal refused or warned about'))
    .requiredOption('--code <code>', 'its failure or warning code, such as photo_fetch_failed')
    .action(bind(resend));
  program
    .command('put')
    .description('put a listing that no feed has; it stays until it is removed by hand')
    .argument('<file>', 'JSON: one listing as the portal takes it')
    .option('--connection <id>', 'where there are several')
    .action(bind(put));
  scoped(program.command('remove').description('take off a listing that was put by hand'))
    .argument('<external-id>', 'its id')
    .addOption(new Option('--reason <reason>', 'why').choices(removeReasons).makeOptionMandatory())
    .action(bind(remove));
}

function scoped(command: Command): Command {
  return command
    .option('--feed <name>', 'where several feeds have the id')
    .option('--connection <id>', 'where several connections have it');
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
  return executeRequest(context, config, { kind: 'suppress', payload }, `it will take ${id} off by itself.`);
}

async function unsuppress(
  context: Context,
  [id = '']: readonly string[],
  options: ScopeOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const payload = await theOne(context, id, options);
  return executeRequest(
    context,
    config,
    { kind: 'unsuppress', payload },
    `it will lift that of ${id} by itself.`,
  );
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
  return executeRequest(context, config, { kind: 'resend', payload }, 'it will send them again by itself.');
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
  return executeRequest(context, config, { kind: 'put', payload }, 'it will put the listing by itself.');
}

async function remove(
  context: Context,
  [id = '']: readonly string[],
  options: ScopeOptions & { reason: RemoveReason },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const payload = { ...(await theOne(context, id, options)), reason: options.reason };
  return executeRequest(context, config, { kind: 'remove', payload }, `it will take ${id} off by itself.`);
}

/** The one listing of this very id; a command that writes never chooses. @throws CliError */
async function theOne(
  context: Context,
  externalId: string,
  options: ScopeOptions,
): Promise<Pick<ListingRecord, 'connectionId' | 'externalId'>> {
  return viewStore(context, async ({ store, feeds, feedName }) => {
    const { feedId, connectionId } = scopeOf(options, feeds);
    const found: ListingRecord[] = [];
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

import type { Command } from 'commander';
import type { Connection } from '../../wire/replies.js';
import { readVocabulary } from '../../wire/vocabulary.js';
import type { Answer } from '../answer.js';
import { askPortal, unwrap } from '../ask-portal.js';
import type { Bind } from '../bind.js';
import { readConfig, settledConfig, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { table } from '../print/table.js';

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('ping')
    .description('Check that the portal accepts the key; show its limits')
    .action(bind(ping));
  program
    .command('connect')
    .description('Redeem an agency’s connect code to create a connection')
    .argument('<code>', 'Connect code from the agency')
    .action(bind(connect));
  program.command('connections').description('List the connections of the key').action(bind(connections));
  program
    .command('vocabularies')
    .description('Show the portal’s vocabularies, the targets of mappings')
    .argument('[field]', 'Only this field, such as heating')
    .option(
      '--accept',
      'Accept a vocabulary that lost words; without this, the previous one stays in use for 24 hours',
    )
    .action(bind(vocabularies));
  program
    .command('places')
    .description('Search the portal’s cities and municipalities')
    .argument('[query]', 'Part of a name, or an official code (default: all places)')
    .action(bind(places));
}

async function ping(context: Context): Promise<Answer> {
  const { portal } = await askPortal(context);
  const { app, key_id, limits, server_time } = unwrap(await portal.ping());
  return {
    text: [
      `The portal accepts the key: app ${app.name === '' ? app.id : app.name} (${app.environment}), key ${key_id}.`,
      `Limits: ${limits.rate_limit_per_minute} requests per minute, ${limits.connection_items_per_hour} items per hour and connection, ${limits.max_batch_items} items per batch.`,
      `Its clock: ${server_time}. The clock here differs by ${Math.abs(portal.clockOffset())} ms.`,
    ].join('\n'),
    json: { ping: { app, key_id, limits, server_time, clock_offset_ms: portal.clockOffset() } },
  };
}

async function connect(context: Context, [code = '']: readonly string[]): Promise<Answer> {
  const { portal } = await askPortal(context);
  const connection = unwrap(await portal.redeem(code));
  return {
    text: `${connection.agency.name} is connected (${connection.status}). Write this in its feeds: \`connection: ${connection.id}\`.`,
    json: { connection },
  };
}

async function connections(context: Context): Promise<Answer> {
  const { portal, config } = await askPortal(context);
  const found = unwrap(await portal.listConnections());
  const { feeds } = await settledConfig(config, context);
  const feedsOf = ({ id }: Connection): string[] =>
    feeds.filter((feed) => feed.connectionId === id).map((feed) => feed.name);
  const rows = found.map((connection) => [
    connection.agency.name,
    connection.id,
    connection.status,
    connection.counts.live,
    connection.counts.review,
    connection.counts.failed,
    quota(connection),
    feedsOf(connection).join(', '),
  ]);
  const headings = ['agency', 'connection', 'status', 'live', 'review', 'failed', 'quota', 'feeds here'];
  return {
    text: table(headings, rows, 'The key has no connections yet. `feedsync connect CODE` creates one.'),
    json: { connections: found.map((connection) => ({ ...connection, feeds: feedsOf(connection) })) },
  };
}

function quota({ agency }: Connection): string {
  const { used, limit } = agency.listing_quota;
  return limit === null ? `${used}` : `${used} of ${limit}`;
}

async function vocabularies(
  context: Context,
  [field]: readonly string[],
  { accept }: { accept?: true },
): Promise<Answer> {
  if (accept === true) {
    const { config } = await readConfig(context);
    const request = { kind: 'accept_vocabulary', payload: {} } as const;
    return executeRequest(context, config, request, 'feedsync status');
  }
  const { portal } = await askPortal(context);
  const document = unwrap(await portal.vocabularies(null))?.document ?? {};
  const { version, fields } = readVocabulary(document);
  if (field !== undefined && !Object.hasOwn(fields, field))
    throw new CliError(
      2,
      `The vocabularies have no field "${field}". Fields: ${Object.keys(fields).join(', ')}.`,
    );
  const chosen = Object.entries(fields).filter(([name]) => field === undefined || name === field);
  const rows = chosen.flatMap(([name, entries]) =>
    entries.map(({ key, labels }) => [name, key, labels.join(' / ')]),
  );
  return {
    text: `Version ${version}\n${table(['field', 'key', 'labels'], rows, 'No entries.')}`,
    // The whole document, so that it can be saved for a sandbox portal.
    json: { version, vocabulary: Object.fromEntries(chosen), ...(field === undefined && { document }) },
  };
}

async function places(context: Context, [query]: readonly string[]): Promise<Answer> {
  const { portal } = await askPortal(context);
  const found = unwrap(await portal.places(query === undefined ? {} : { q: query }));
  const rows = found.map((place) => [
    place.name_sr,
    place.name_en,
    place.type,
    place.city_name_sr,
    place.official_code,
    place.id,
  ]);
  return {
    text: table(
      ['name', 'in English', 'type', 'city', 'code', 'id'],
      rows,
      'No places match. A part of a name is enough; diacritics must match.',
    ),
    json: { places: found },
  };
}

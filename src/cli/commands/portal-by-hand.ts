import type { Command } from 'commander';
import { validateItemsMax } from '../../wire/limits.js';
import type { Batch, ItemResult } from '../../wire/replies.js';
import type { Answer } from '../answer.js';
import { askPortal, unwrap } from '../ask-portal.js';
import type { Bind } from '../bind.js';
import type { Context } from '../context.js';
import { viewStore } from '../context.js';
import { CliError } from '../exit.js';
import { isRecord, readJsonFile } from '../json-file.js';
import { table } from '../print/table.js';
import { count } from '../print/text.js';

/** Operations of the portal that do not change the store. */
export function addCommands(program: Command, bind: Bind): void {
  program
    .command('disconnect')
    .summary('End a connection; its listings pass to the agency')
    .description('End a connection. Its listings pass to the agency. This cannot be undone.')
    .argument('<connection>', 'Id of the connection')
    .option('--reason <text>', 'Reason shown to the agency (at most 200 characters)')
    .action(bind(disconnect));
  program
    .command('validate')
    .summary('Check listings at the portal without sending them')
    .description('Check listings at the portal without sending them. Exits with 1 if it would refuse one.')
    .argument('<file>', 'JSON file: a listing, a list of them, or {"listings": […]}')
    .option('--connection <id>', 'Also check them against the plan of this agency')
    .action(bind(validate));
  program
    .command('batch')
    .description('Show the portal’s result of a batch')
    .argument('<batch>', 'Number of the batch here, or its id at the portal')
    .action(bind(batch));
}

async function disconnect(
  context: Context,
  [id = '']: readonly string[],
  { reason }: { reason?: string },
): Promise<Answer> {
  const { portal } = await askPortal(context);
  const connection = unwrap(await portal.disconnect(id, reason));
  return {
    text: `The connection of ${connection.agency.name} is ${connection.status}; its listings now belong to the agency. Remove its feeds from the configuration.`,
    json: { connection },
  };
}

async function validate(
  context: Context,
  [file = '']: readonly string[],
  { connection }: { connection?: string },
): Promise<Answer> {
  const listings = listingsOf(file, await readJsonFile(file));
  const { portal } = await askPortal(context);
  const { results } = unwrap(await portal.validate(listings, connection));
  const refused = results.filter(({ result }) => result === 'rejected').length;
  const verdict =
    refused === 0
      ? `The portal would accept ${count(listings.length, 'listing')}.`
      : `The portal would refuse ${refused} of ${count(listings.length, 'listing')}.`;
  return {
    text: `${verdict}\n${resultsTable(results)}`,
    json: { listings: listings.length, refused, results },
    failed: refused > 0,
  };
}

/** @throws CliError 2 if the file has no listing, or more than `validateItemsMax` */
function listingsOf(file: string, document: unknown): unknown[] {
  const inner = isRecord(document) && Array.isArray(document.listings) ? document.listings : document;
  const listings: unknown[] = Array.isArray(inner) ? inner : [inner];
  if (listings.length === 0)
    throw new CliError(
      2,
      `The file ${file} holds no listing; nothing was checked. Write a listing in the portal’s format, or a list of them.`,
    );
  if (listings.length > validateItemsMax)
    throw new CliError(
      2,
      `The file ${file} holds ${listings.length} listings; the portal checks at most ${validateItemsMax} at a time. Split the file.`,
    );
  return listings;
}

async function batch(context: Context, [id = '']: readonly string[]): Promise<Answer> {
  const portalId = /^\d{1,9}$/.test(id) ? await portalIdOf(context, Number(id)) : id;
  const { portal } = await askPortal(context);
  const found: Batch = unwrap(await portal.getBatch(portalId));
  return {
    text: `Batch ${found.id} is ${found.status}.\n${resultsTable(found.items)}`,
    json: { batch: found },
  };
}

/** @throws CliError 1 if the batch has no id at the portal */
async function portalIdOf(context: Context, number: number): Promise<string> {
  const found = await viewStore(context, ({ store }) => store.batches.get(number));
  if (found?.portalId != null) return found.portalId;
  throw new CliError(
    1,
    found === null
      ? `There is no batch ${number}. \`feedsync explain\` names the batches of a listing.`
      : `Batch ${number} is ${found.state}; the portal gave it no id, so its result cannot be read. \`feedsync explain\` shows what became of a listing in it.`,
  );
}

function resultsTable(items: readonly ItemResult[]): string {
  const rows = items.map((item) => [
    item.external_id,
    item.result,
    item.failure_code,
    reasons(item).join(' · '),
  ]);
  return table(['listing', 'result', 'code', 'why'], rows, 'The portal listed no items.');
}

function reasons({ details, warnings }: ItemResult): string[] {
  const problems = (Array.isArray(details) ? details : [])
    .filter(isRecord)
    .map((detail) => [detail.pointer, detail.message].filter((part) => typeof part === 'string').join(' '));
  return [...problems, ...warnings.map(({ code }) => `warning: ${code}`)];
}

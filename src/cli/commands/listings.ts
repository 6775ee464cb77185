import { Option, type Command } from 'commander';
import { externalId } from '../../core/listing/external-id.js';
import { portalStates, type Presence, type PortalState } from '../../model/listing-states.js';

import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { wholeNumber, type Bind } from '../bind.js';
import { csvTable } from '../print/csv.js';
import {
  feedConfig,
  scopeOf,
  viewStore,
  type Context,
  type ScopeOptions,
  type StoreView,
} from '../context.js';
import { explainListing } from './explain.js';
import { issueText, listingWithDetails } from './listing-documents.js';
import { table } from '../print/table.js';
import { showUnmapped } from './unmapped.js';

const presences: readonly Presence[] = ['present', 'invalid', 'grace', 'held', 'pinned', 'gone'];
/** What fits a person's screen, and what a program may want whole. */
const shownMax = 50;
const listedMax = 1_000_000;

interface ListingsOptions extends ScopeOptions {
  invalid?: boolean;
  portal?: PortalState;
  presence?: Presence;
  text?: string;
  limit?: number;
  after?: string;
  csv?: boolean;
}

export function addListingCommands(program: Command, bind: Bind): void {
  program
    .command('listings')
    .description('listings and where they stand')
    .option('--invalid', 'only records that cannot be published, with the reasons')
    .option('--feed <name>', 'only of this feed')
    .option('--connection <id>', 'only of this connection')
    .addOption(new Option('--portal <state>', 'only in this state at the portal').choices(portalStates))
    .addOption(new Option('--presence <state>', 'only in this state in the feed').choices(presences))
    .option('--text <text>', 'only with this in title, id or code')
    .option('--limit <n>', `at most so many (text: ${shownMax}, --json: all)`, wholeNumber)
    .option('--after <external-id>', 'from this one on')
    .option('--csv', 'all of them as CSV for a spreadsheet, which calculates nothing of it')
    .action(bind(listListings));
  program
    .command('unmapped')
    .description('words of the feeds that no table knows, most frequent first')
    .option('--feed <name>', 'only of this feed')
    .action(bind(showUnmapped));
  program
    .command('explain')
    .description('one listing’s whole story: why it is, or is not, on the portal')
    .argument(
      '<external-id>',
      'its id, the agency’s code, its page at the portal, or words of its title or street',
    )
    .option('--feed <name>', 'where several feeds have the id')
    .option('--connection <id>', 'where several connections have it')
    .option('--show-contacts', 'phone numbers and e-mail addresses too; the audit says who saw them')
    .action(bind(explainListing));
}

async function listListings(
  context: Context,
  _args: readonly string[],
  options: ListingsOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const isWhole = context.options.json === true || options.csv === true;
    const limit = options.limit ?? (isWhole ? listedMax : shownMax);
    const answer =
      options.invalid === true ? await invalid(view, options, limit) : await list(view, options, limit);
    return { ...answer, attention: await attentionIn(view) };
  });
}

async function list(view: StoreView, options: ListingsOptions, limit: number): Promise<Answer> {
  const rows = await view.store.listings.list({
    ...scopeOf(options, view.feeds),
    ...(options.portal !== undefined && { portal: [options.portal] }),
    ...(options.presence !== undefined && { presence: [options.presence] }),
    ...(options.text !== undefined && { text: options.text }),
    ...(options.after !== undefined && { after: options.after }),
    limit,
  });
  const outbox = await wishesOf(rows, view);
  return {
    text: options.csv === true ? listingsCsv(rows, view) : listingsTable(rows, outbox, limit, view),
    json: { listings: rows.map((row) => listingWithDetails(row, outbox.get(row) ?? null, view)) },
  };
}

async function wishesOf(
  rows: readonly ListingRecord[],
  { store }: StoreView,
): Promise<ReadonlyMap<ListingRecord, OutboxEntry>> {
  const wishes = new Map<ListingRecord, OutboxEntry>();
  for (const connectionId of new Set(rows.map((row) => row.connectionId))) {
    const own = rows.filter((row) => row.connectionId === connectionId);
    const found = await store.outbox.of(
      connectionId,
      own.map((row) => row.externalId),
    );
    const byId = new Map(found.map((wish) => [wish.externalId, wish]));
    for (const row of own) {
      const wish = byId.get(row.externalId);
      if (wish !== undefined) wishes.set(row, wish);
    }
  }
  return wishes;
}

function listingsTable(
  rows: readonly ListingRecord[],
  outbox: ReadonlyMap<ListingRecord, OutboxEntry>,
  limit: number,
  { feedName }: StoreView,
): string {
  const cells = rows.map((row) => [
    row.externalId,
    feedName(row.feedId),
    row.presence,
    row.failureCode === null ? row.portal : `${row.portal} (${row.failureCode})`,
    outbox.get(row)?.op ?? null,
    row.title,
  ]);
  const headings = ['listing', 'feed', 'in the feed', 'at the portal', 'to do', 'title'];
  const more =
    rows.length === limit ? `\nThere may be more: --limit, or --after ${rows.at(-1)?.externalId ?? ''}.` : '';
  return table(headings, cells, 'There is no such listing.') + more;
}

function listingsCsv(rows: readonly ListingRecord[], { feedName }: StoreView): string {
  const headings = [
    'external_id',
    'connection',
    'feed',
    'source_id',
    'presence',
    'portal',
    'failure',
    'title',
  ];
  const cells = rows.map((row) => [
    row.externalId,
    row.connectionId,
    feedName(row.feedId),
    row.sourceId,
    row.presence,
    row.portal,
    row.failureCode,
    row.title,
  ]);
  return csvTable(headings, cells);
}

async function invalid(view: StoreView, options: ListingsOptions, limit: number): Promise<Answer> {
  const { feedId, connectionId } = scopeOf(options, view.feeds);
  const feeds = view.feeds.filter((feed) => connectionId === undefined || feed.connectionId === connectionId);
  const records = (await view.store.records.invalid(feedId ?? null, limit)).flatMap((record) => {
    const feed = feeds.find((row) => row.id === record.feedId);
    if (feed === undefined) return [];
    const prefix = feedConfig(view.config, feed.name)?.idPrefix ?? '';
    const errors = record.issues.filter((issue) => issue.severity === 'error');
    return [{ feed, sourceId: record.sourceId, id: externalId(record.sourceId, prefix), errors }];
  });
  const cells = records.map(({ feed, id, errors }) => [id, feed.name, errors.map(issueText).join(' · ')]);
  return {
    text: table(['listing', 'feed', 'why it cannot be published'], cells, 'Every record can be published.'),
    json: {
      listings: records.map(({ feed, sourceId, id, errors }) => ({
        external_id: id,
        connection: feed.connectionId,
        feed: feed.name,
        source_id: sourceId,
        issues: errors,
      })),
    },
  };
}

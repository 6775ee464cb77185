import { readableFeed } from '../../assemble/readable-feed.js';
import { agencyHome } from '../../inspect/agency-home.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import { agencyReport, type AgencyReport } from '../../server/api/agency-report.js';
import { reportText } from '../print/report-text.js';
import { Option, type Command } from 'commander';
import { externalId } from '../../core/listing/external-id.js';
import { staleBefore } from '../../core/listing/stale.js';
import { portalStates, type Presence, type PortalState } from '../../model/listing-states.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Answer } from '../answer.js';
import { attentionContext, attentionIn } from './attention.js';
import { wholeNumber, type Bind } from '../bind.js';
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
import { listingsCsv } from './listings-csv.js';
import { showUnmapped } from './unmapped.js';
import { waitingListings } from './waiting-listings.js';

const presences: readonly Presence[] = ['present', 'invalid', 'grace', 'held', 'pinned', 'gone'];
/** Default limits: `shownMax` fits a screen, `listedMax` is for documents. */
const shownMax = 50;
const listedMax = 1_000_000;

interface ListingsOptions extends ScopeOptions {
  invalid?: boolean;
  waiting?: boolean;
  stale?: boolean;
  portal?: PortalState;
  presence?: Presence;
  text?: string;
  limit?: number;
  after?: string;
  csv?: boolean;
}

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('listings')
    .description('List listings and their states')
    .option('--invalid', 'Only records that cannot be published, with the reasons')
    .addOption(
      new Option(
        '--waiting',
        'Only new listings that wait because a value of theirs is in doubt, with the reasons',
      ).conflicts(['invalid', 'portal', 'presence', 'after']),
    )
    .addOption(
      new Option('--stale', 'Only ads that were untouched for 365 days, rentals for 90').conflicts([
        'invalid',
        'waiting',
        'after',
      ]),
    )
    .option('--feed <name>', 'Only listings of this feed')
    .option('--connection <id>', 'Only listings of this connection')
    .addOption(
      new Option('--portal <state>', 'Only listings in this state at the portal').choices(portalStates),
    )
    .addOption(new Option('--presence <state>', 'Only listings in this state in the feed').choices(presences))
    .option('--text <text>', 'Only listings with this in their title, id or code')
    .option('--limit <n>', `Number of listings (default: ${shownMax}; all with --json or --csv)`, wholeNumber)
    .option('--after <external-id>', 'Start at this listing')
    .option('--csv', 'Print CSV for a spreadsheet; cells that look like formulas stay text')
    .action(bind(listListings));
  program
    .command('report')
    .summary('Show how the listings of each agency stand')
    .description(
      'Show how the listings of each agency stand, as its page “Report to print” does: what waits for the agency, and the first listings of each state.',
    )
    .option('--feed <name>', 'Only the agency of this feed')
    .option('--connection <id>', 'Only this connection')
    .action(bind(showReport));
  program
    .command('unmapped')
    .summary('List unmapped values of the feeds, with suggestions')
    .description(
      'List unmapped values of the feeds, most frequent first, with suggestions and lines for the configuration.',
    )
    .option('--feed <name>', 'Only values of this feed')
    .action(bind(showUnmapped));
  program
    .command('explain')
    .summary('Explain why a listing is or is not on the portal')
    .description(
      'Explain why a listing is or is not on the portal: its way from the feed to the portal, each field with the rule that made it, and what happened to it.',
    )
    .argument(
      '<external-id>',
      'Its id, the agency’s code, its address on the portal, or words of its title or street',
    )
    .option('--feed <name>', 'Its feed, if several feeds have the id')
    .option('--connection <id>', 'Its connection, if several connections have the id')
    .option('--show-contacts', 'Show phone numbers and e-mail addresses; the audit log records it')
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
    const answer = await (options.invalid === true ? invalid : options.waiting === true ? waiting : list)(
      view,
      options,
      limit,
    );
    return { ...answer, attention: await attentionIn(view) };
  });
}

async function list(view: StoreView, options: ListingsOptions, limit: number): Promise<Answer> {
  const rows =
    options.stale === true
      ? await staleRows(view, options, limit)
      : await view.store.listings.list({
          ...scopeOf(options, view.feeds),
          ...(options.portal !== undefined && { portal: [options.portal] }),
          ...(options.presence !== undefined && { presence: [options.presence] }),
          ...(options.text !== undefined && { text: options.text }),
          ...(options.after !== undefined && { after: options.after }),
          limit,
        });
  const outbox = await outboxEntriesOf(rows, view);
  return {
    text:
      options.csv === true
        ? await listingsCsv(rows, view)
        : listingsTable(rows, outbox, { limit, isStale: options.stale === true }, view),
    json: { listings: rows.map((row) => listingWithDetails(row, outbox.get(row) ?? null, view)) },
  };
}

function staleRows(view: StoreView, options: ListingsOptions, limit: number): Promise<ListingRecord[]> {
  const { feedId, connectionId } = scopeOf(options, view.feeds);
  return view.store.listings.page({
    ...{ feedId, text: options.text, limit, after: null, untouchedSince: staleBefore(view.now) },
    connectionIds: connectionId === undefined ? null : [connectionId],
    portal: options.portal === undefined ? undefined : [options.portal],
    presence: options.presence === undefined ? undefined : [options.presence],
  });
}

async function outboxEntriesOf(
  rows: readonly ListingRecord[],
  { store }: StoreView,
): Promise<ReadonlyMap<ListingRecord, OutboxEntry>> {
  const entries = new Map<ListingRecord, OutboxEntry>();
  for (const connectionId of new Set(rows.map((row) => row.connectionId))) {
    const own = rows.filter((row) => row.connectionId === connectionId);
    const found = await store.outbox.of(
      connectionId,
      own.map((row) => row.externalId),
    );
    const byId = new Map(found.map((entry) => [entry.externalId, entry]));
    for (const row of own) {
      const entry = byId.get(row.externalId);
      if (entry !== undefined) entries.set(row, entry);
    }
  }
  return entries;
}

function listingsTable(
  rows: readonly ListingRecord[],
  outbox: ReadonlyMap<ListingRecord, OutboxEntry>,
  { limit, isStale }: { limit: number; isStale: boolean },
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
  const after = isStale ? '' : `, or --after ${rows.at(-1)?.externalId ?? ''}`;
  const more = rows.length === limit ? `\nThere may be more: use --limit${after}.` : '';
  return table(headings, cells, 'No listings match.') + more;
}

function waiting(view: StoreView, options: ListingsOptions, limit: number): Promise<Answer> {
  const { feedId, connectionId } = scopeOf(options, view.feeds);
  return waitingListings({ feedId, connectionId, text: options.text, limit }, view);
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

async function showReport(
  context: Context,
  _args: readonly string[],
  options: ScopeOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const reports = await reportsOf(options, view);
    return {
      text: reports.length === 0 ? 'There is no connection.' : reports.map(reportText).join('\n\n'),
      json: { reports },
      attention: await attentionIn(view),
    };
  });
}

async function reportsOf(options: ScopeOptions, view: StoreView): Promise<AgencyReport[]> {
  const { store, config, feeds, now } = view;
  const { feedId, connectionId } = scopeOf(options, feeds);
  const own = feeds.find(({ id }) => id === feedId)?.connectionId;
  const names = new Map(feeds.map(({ id, name }) => [id, name]));
  const deps = {
    ...{ store, spool: createFileSpool(config.dataDir) },
    idPrefixOf: (feed: string) => feedConfig(config, feed)?.idPrefix ?? '',
    itemWindowMs: config.portal.protocol.item_window_seconds * 1000,
    readable: (name: string) => readableFeed(config, name, { store, guard: null }),
  };
  const reports: AgencyReport[] = [];
  for (const connection of await store.connections.all()) {
    if (![connectionId, own].every((id) => id === undefined || id === connection.id)) continue;
    const home = await agencyHome(connection, store, {
      ...(await attentionContext(view)),
      zone: config.timezone,
      absenceLimits: (id) => Promise.resolve(feedConfig(config, names.get(id) ?? '')?.removals ?? null),
    });
    reports.push(await agencyReport(home, deps, now));
  }
  return reports;
}

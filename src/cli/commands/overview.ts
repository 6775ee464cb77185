import { mappingGains, type MappingGain } from '../../store/facts/mapping-gains.js';
import { Option, type Command } from 'commander';
import { connectionDocument } from '../../documents/connection.js';
import { feedDocument, type FeedNames } from '../../documents/feed.js';
import { holdDocument } from '../../documents/hold.js';
import { runDocument } from '../../documents/run.js';

import { isStoreLocked } from '../../assemble/reader.js';
import { waitWords } from '../../texts/listing/wait-words.js';
import { attentionText } from '../print/attention-text.js';
import {
  connectionCells,
  connectionHeadings,
  feedCells,
  feedHeadings,
} from '../../inspect/overview-cells.js';
import { type ConnectionStatus, type FeedStatus, type Status } from '../../inspect/status.js';
import { feedEtaText } from '../../inspect/listing/eta-text.js';
import { filesText } from '../../inspect/last-file.js';
import type { Run } from '../../model/run.js';
import { lastRestartIn, type LastRestart } from '../../platform/watchdog/last-restart.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { exitsForAttention, wholeNumber, type Bind } from '../bind.js';
import { currentStatus, scopeOf, viewStore, type Context, type StoreView } from '../context.js';
import { otherVersionLines, mappingVersions, type MappingVersion } from './mapping-versions.js';
import { table } from '../print/table.js';
import { maybeIso, type Times } from '../print/times.js';

const runKinds: readonly Run['kind'][] = ['poll', 'remap', 'push', 'outcomes', 'reconcile', 'reference'];

interface RunsOptions {
  feed?: string;
  kind?: Run['kind'];
  limit: number;
}

export function addCommands(program: Command, bind: Bind): void {
  exitsForAttention(program.command('status'))
    .summary('Show feeds, connections, budgets and what needs attention')
    .description('Show feeds, connections, outbox, budgets and what needs attention.')
    .action(bind(showStatus));
  program
    .command('runs')
    .description('List recent polls, pushes and other runs with their counts')
    .option('--feed <name>', 'Only polls of this feed')
    .addOption(new Option('--kind <kind>', 'Only runs of this kind').choices(runKinds))
    .option('--limit <n>', 'Number of runs', wholeNumber, 20)
    .action(bind(showRuns));
}

async function showStatus(context: Context): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { config, now, times } = view;
    const found = await currentStatus(view);
    const waiting = await attentionIn(view);
    const mappings = await mappingVersions(view);
    const restart = lastRestartIn(config.dataDir);
    const isRunning = await isStoreLocked(view.written);
    return {
      text: [
        [
          feedsTable(found.feeds, times, now),
          ...found.feeds.flatMap(({ feed }) => otherVersionLines(feed, mappings)),
        ].join('\n'),
        connectionsTable(found.connections, times),
        ...(isRunning ? [] : [notRunning]),
        ...restartLines(restart, times),
        attentionText(waiting, times),
      ].join('\n\n'),
      json: {
        ...statusDocument(found, { mappings, gains: await mappingGains(view.store) }, view.feedName),
        daemon: { running: isRunning },
        last_restart: restart === null ? null : { at: maybeIso(restart.at), reason: restart.reason },
      },
      attention: waiting,
    };
  });
}

const notRunning =
  'The daemon is not running: nothing is polled or sent until `feedsync run` (or, once, `feedsync sync`) is started.';

const restartWords = {
  blocked: 'the process was blocked for a minute',
  stuck: 'a job could not be ended',
};

function restartLines(restart: LastRestart | null, times: Times): string[] {
  if (restart === null) return [];
  return [
    `Last restart by feedsync itself: ${times.aged(restart.at)}, because ${restartWords[restart.reason]}.`,
  ];
}

function feedsTable(feeds: readonly FeedStatus[], times: Times, now: number): string {
  const format = { time: times.aged, state: (life: string) => life };
  const rows = feeds.map((row) => feedCells(row.feed.name, row, format));
  const stalled = feeds
    .filter(({ feed }) => feed.stallReason !== null)
    .map(
      ({ feed }) =>
        `${feed.name} is stalled since ${times.aged(feed.stalledSince)}: ${feed.stallReason ?? ''}`,
    );
  return [
    table(feedHeadings, rows, 'No feed was polled yet.'),
    ...stalled,
    ...feeds.flatMap(({ feed, lastFile }) => {
      const text = filesText(feed, lastFile, times.aged);
      return text === null ? [] : [`${feed.name} ${text}`];
    }),
    ...feeds.flatMap(({ feed, toSend, eta }) => {
      const text = feedEtaText(toSend, eta, now);
      return text === null ? [] : [`${feed.name} has ${text}`];
    }),
    ...feeds.flatMap(({ feed, keptBack }) =>
      keptBack.map(
        ({ kind, count }) =>
          `${feed.name}: ${count} ${count === 1 ? 'listing waits' : 'listings wait'}, because ${waitWords[kind].why.en}`,
      ),
    ),
    ...feeds.flatMap(({ feed, inDoubt }) =>
      inDoubt === 0
        ? []
        : [
            `${feed.name}: ${inDoubt} ${inDoubt === 1 ? 'value waits' : 'values wait'} for a confirmation: see \`feedsync holds\``,
          ],
    ),
    ...feeds.flatMap(({ feed, newInDoubt }) =>
      newInDoubt === 0
        ? []
        : [
            `${feed.name}: ${newInDoubt} new ${newInDoubt === 1 ? 'listing waits' : 'listings wait'} with a value in doubt: see \`feedsync listings --waiting --feed ${feed.name}\``,
          ],
    ),
    ...feeds.flatMap(({ feed, doubts }) => doubtsLine(feed.name, doubts)),
  ].join('\n');
}

const doubtsShown = 4;

/** Doubtful values at the last count, and the command that lists them. */
function doubtsLine(name: string, doubts: FeedStatus['doubts']): string[] {
  if (doubts.length === 0) return [];
  const counts = doubts.slice(0, doubtsShown).map(({ code, count }) => `${code} ${count}`);
  const more = doubts.length > doubtsShown ? ', …' : '';
  return [
    `${name} has doubtful values (${counts.join(', ')}${more}): see \`feedsync quality --feed ${name}\``,
  ];
}

function connectionsTable(connections: readonly ConnectionStatus[], times: Times): string {
  const rows = connections.map((row) => [
    row.agency,
    row.connection.id,
    ...connectionCells(row, (status) => status, times.aged),
  ]);
  const headings = ['agency', 'connection', ...connectionHeadings];
  return table(headings, rows, 'No connections yet.');
}

function statusDocument(
  { feeds, connections, holds }: Status,
  { mappings, gains }: { mappings: readonly MappingVersion[]; gains: readonly MappingGain[] },
  nameOf: FeedNames,
): Record<string, unknown> {
  return {
    feeds: feeds.map((found) => ({
      ...feedDocument(found, gains),
      mapping_versions: mappings
        .filter(({ feedId }) => feedId === found.feed.id)
        .map(({ name, version, offered }) => ({ name, version, offered: offered?.version ?? null })),
    })),
    connections: connections.map(connectionDocument),
    holds: holds.map((hold) => holdDocument(hold, nameOf)),
  };
}

async function showRuns(context: Context, _args: readonly string[], options: RunsOptions): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { feedId } = scopeOf(options, view.feeds);
    const runs = await view.store.runs.list({
      limit: options.limit,
      ...(feedId !== undefined && { feedId }),
      ...(options.kind !== undefined && { kind: options.kind }),
    });
    return {
      text: runsTable(runs, view),
      json: { runs: runs.map((run) => runDocument(run, view.feedName)) },
      attention: await attentionIn(view),
    };
  });
}

function runsTable(runs: readonly Run[], { times, feedName }: StoreView): string {
  const rows = runs.map((run) => [
    run.id,
    times.local(run.startedAt),
    run.kind,
    feedName(run.feedId) ?? run.connectionId,
    run.state,
    run.message ?? (run.endedAt === null ? 'running, or ended with its process' : ''),
  ]);
  return table(['run', 'started', 'kind', 'of', 'state', 'result'], rows, 'No runs yet.');
}

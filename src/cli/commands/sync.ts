import type { Command } from 'commander';
import type { Config } from '../../config/schema.js';
import { agencyName } from '../../inspect/attention/agency-name.js';
import { itemOf } from '../../inspect/attention/item.js';
import { asListed, type Attention } from '../../inspect/attention/listed-items.js';
import type { Store } from '../../store/store.js';
import type { PollReport } from '../../sync/reports.js';
import type { Feed } from '../../sync/services/services.js';
import { syncRound, type RoundReport } from '../../sync/sync-round.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { askRounds } from '../ask-round.js';
import { attentionText } from '../print/attention-text.js';
import { exitsForAttention, several, type Bind } from '../bind.js';
import { readConfig, settledConfig, unknownFeed, type Context } from '../context.js';
import { besideDaemon, openAlone } from '../daemon.js';
import { count, indent } from '../print/text.js';
import { timesIn } from '../print/times.js';

interface SyncOptions {
  feed?: string[];
  dryRun?: boolean;
}

export function addCommands(program: Command, bind: Bind): void {
  exitsForAttention(program.command('sync'))
    .summary('Poll the feeds and push, once')
    .description(
      `Poll the feeds once, then push until the outbox holds nothing that can be sent now.

While the daemon runs, it does the work and this command prints the result. Exits with 1 if a feed fails or stalls.`,
    )
    .option('--feed <name>', 'Only this feed; repeatable', several)
    .option('--dry-run', 'Print the plan and change nothing')
    .action(bind(sync));
}

async function sync(context: Context, _args: readonly string[], options: SyncOptions): Promise<Answer> {
  const { config, stopped: broken } = await readConfig(context);
  const settled = await settledConfig(config, context);
  const names = [...settled.feeds, ...broken].flatMap(({ name }) => (name === null ? [] : [{ name }]));
  for (const name of options.feed ?? [])
    if (!names.some((feed) => feed.name === name)) throw unknownFeed(name, names);
  const isChosen = ({ name }: { name: string | null }): boolean =>
    options.feed === undefined || (name !== null && options.feed.includes(name));
  const unread = broken.map(({ name, file }) => ({ name, problems: [`${file} cannot be used: see above`] }));
  const dryRun = options.dryRun ?? false;
  // Errors only: the report shows how each poll and push ended.
  const app = await openAlone(config, context, 'error');
  if (app === null)
    return requestRound({ config, feeds: settled.feeds.filter(isChosen), dryRun, isChosen, unread }, context);
  try {
    const feeds = app.feeds.filter(isChosen);
    const stopped = [...app.stopped, ...unread].filter(isChosen);
    const report = await syncRound(feeds, app.services, { dryRun });
    return await answer({ report, stopped, dryRun, feeds }, app.services.store, config, context);
  } finally {
    await app.close();
  }
}

interface Request {
  config: Config;
  feeds: Config['feeds'];
  dryRun: boolean;
  isChosen: (feed: { name: string | null }) => boolean;
  unread: Round['stopped'];
}

/** Requests the round from the daemon, which works on each connection separately (RULES R137, R196). */
async function requestRound(
  { config, feeds, dryRun, isChosen, unread }: Request,
  context: Context,
): Promise<Answer> {
  const payloads = [...new Set(feeds.map((feed) => feed.connectionId))].map((connectionId) => {
    const own = feeds.filter((feed) => feed.connectionId === connectionId).map((feed) => feed.name);
    return { connectionId, feeds: own, dryRun };
  });
  return besideDaemon(config, context, async (store) => {
    const asked = await askRounds('sync', payloads, { store, config, context });
    if ('pending' in asked) return asked.pending;
    const report: RoundReport = {
      polls: asked.reports.flatMap(({ polls }) => polls),
      pushes: asked.reports.flatMap(({ pushes }) => pushes),
      resting: asked.reports.flatMap(({ resting }) => resting),
      problems: asked.reports.flatMap(({ problems }) => problems),
    };
    return answer({ report, stopped: unread.filter(isChosen), dryRun, feeds }, store, config, context);
  });
}

interface Round {
  report: RoundReport;
  stopped: { name: string | null; problems: string[] }[];
  dryRun: boolean;
  feeds: readonly Pick<Feed, 'name' | 'connectionId'>[];
}

async function answer(round: Round, store: Store, config: Config, context: Context): Promise<Answer> {
  const { report, stopped, dryRun } = round;
  const { clock, disk } = context.machine;
  const now = clock.now();
  const waiting = [
    ...(await attentionIn({ store, config, now, disk })),
    ...(dryRun ? await wouldHold(round, store, now) : []),
  ];
  // A stopped key is an attention item, and explains why nothing was sent.
  const isKeyStopped = waiting.some(({ kind }) => kind === 'key');
  const failed =
    stopped.length > 0 ||
    report.polls.some(hasFailed) ||
    (!isKeyStopped && (report.problems.length > 0 || report.pushes.some(hasFailed)));
  const lines = [
    ...stoppedLines(stopped),
    ...pollLines(report.polls, dryRun),
    ...restingLines(report),
    ...pushLines(report),
  ];
  if (waiting.length > 0) lines.push('', attentionText(waiting, timesIn(config.timezone, now)));
  return {
    text: lines.join('\n'),
    json: documentOf(round),
    failed,
    attention: waiting,
  };
}

function hasFailed({ state }: Pick<PollReport, 'state'>): boolean {
  return state === 'failed' || state === 'stalled';
}

function documentOf({ report, stopped, dryRun }: Round): Record<string, unknown> {
  return {
    dry_run: dryRun,
    feeds: report.polls.map((poll) => pollDocument(poll, dryRun)),
    stopped,
    pushes: report.pushes.map(({ connectionId, nextAt, ...push }) => ({
      connection: connectionId,
      ...push,
      next_at: nextAt === null ? null : new Date(nextAt).toISOString(),
    })),
    resting: report.resting,
    problems: report.problems,
  };
}

/** The holds that the round would have opened. */
async function wouldHold({ report, feeds }: Round, store: Store, now: number): Promise<Attention[]> {
  const items = report.polls.map(async (poll): Promise<Attention[]> => {
    if (poll.absences.holdReason === null && poll.state !== 'held') return [];
    const id = feeds.find((feed) => feed.name === poll.feed)?.connectionId ?? '';
    if ((await store.holds.open({})).some((hold) => hold.connectionId === id)) return [];
    const agency = agencyName(await store.connections.get(id), id);
    const found = { kind: 'hold', count: poll.absences.held, since: now, new: true } as const;
    return asListed({ ...itemOf({ ...found, connectionId: id, feed: poll.feed }), agency }, true);
  });
  return (await Promise.all(items)).flat();
}

function stoppedLines(stopped: Round['stopped']): string[] {
  return stopped.map(
    ({ name, problems }) => `${name ?? 'a feed'}: cannot run\n${indent(problems.join('\n'))}`,
  );
}

function restingLines({ resting }: RoundReport): string[] {
  return resting.map(
    ({ feed, life }) =>
      `${feed}: ${life}: not polled; its listings stay. \`feedsync resume ${feed}\` polls it again`,
  );
}

function pollLines(polls: readonly PollReport[], dryRun: boolean): string[] {
  return polls.map((poll) => {
    const head = `${poll.feed}: ${poll.state}: ${poll.message}`;
    const { holdId, holdReason, held } = poll.absences;
    const hold =
      holdReason === null
        ? []
        : [
            `${count(held, poll.balance.deactivationsHeld > 0 ? 'listing' : 'removal')} held: ${holdReason}${holdId === null ? '' : ` (hold ${holdId})`}`,
          ];
    const details = dryRun ? planLines(poll) : [];
    return [head, ...[...hold, ...details].map((line) => indent(line))].join('\n');
  });
}

/** The plan of a dry run, one line for each listing. */
function planLines({ planned, absences }: PollReport): string[] {
  return [
    ...planned.map(({ externalId, action, lane, title }) => {
      const what =
        action === 'queue' ? (lane === 'new' ? 'create' : `update (${words(lane ?? '')})`) : words(action);
      return `${what}  ${externalId}${title === null ? '' : `  ${title}`}`;
    }),
    ...absences.removals.map(
      ({ externalId, title, reason }) =>
        `remove (${reason})  ${externalId}${title === null ? '' : `  ${title}`}`,
    ),
  ];
}

function pushLines({ pushes, problems }: RoundReport): string[] {
  const sent = pushes
    .filter(({ state }) => state !== 'unchanged')
    .map(({ connectionId, message }) => `connection ${connectionId}: ${message}`);
  return [...sent, ...problems];
}

function pollDocument(poll: PollReport, dryRun: boolean): Record<string, unknown> {
  const { feed, state, message, balance, planned, absences } = poll;
  const listings = planned.map(({ externalId, action, lane, title }) => ({
    external_id: externalId,
    action: action === 'queue' ? (lane === 'new' ? 'create' : 'update') : action,
    lane,
    title,
  }));
  return {
    feed,
    state,
    message,
    balance,
    hold: absences.holdReason === null ? null : { id: absences.holdId, reason: absences.holdReason },
    ...(dryRun && {
      creates: listings.filter(({ action }) => action === 'create'),
      updates: listings.filter(({ action }) => action !== 'create'),
      removals: absences.removals.map(({ externalId, title, reason }) => ({
        external_id: externalId,
        title,
        reason,
      })),
    }),
  };
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

import type { ConnectionId } from '../model/ids.js';
import type { FeedLife } from '../model/listing-states.js';
import type { PollReport, PushReport } from './reports.js';
import { isHousekeepingDue, keepHouse } from './upkeep/housekeeping.js';
import { pollFeed } from './poll/poll-feed.js';
import { refreshConnection } from './connection/check-connection.js';
import { pushOutbox } from './push/push-outbox.js';
import { readOutcomes } from './portal-state/read-outcomes.js';
import { refreshReference } from './reference/refresh-reference.js';
import { retryRefused } from './push/retry-refused.js';
import { runIntents } from './run-requests.js';
import type { Feed, Services } from './services/services.js';
import { endSuppressions } from './decisions/suppress-listing.js';

export interface RoundReport {
  polls: PollReport[];
  pushes: PushReport[];
  /** Feeds that are paused or retired. */
  resting: { feed: string; life: FeedLife }[];
  /** What kept the round from being complete, other than the feeds' own problems. */
  problems: string[];
}

/** Runs one round: decisions, words and places, every feed, then every outbox until nothing may be sent now. */
export async function syncRound(
  feeds: readonly Feed[],
  services: Services,
  options: { dryRun?: boolean } = {},
): Promise<RoundReport> {
  const dryRun = options.dryRun ?? false;
  if (!dryRun) {
    await runIntents(services);
    await endSuppressions(services);
  }
  const { problem } = await refreshReference(services);
  const report = await syncFeeds(feeds, services, { dryRun });
  if (problem !== null) report.problems.unshift(problem);
  if (dryRun) return report;

  for (const connectionId of await withoutFeeds(feeds, services))
    await pushNow(connectionId, report, services);
  if (await isHousekeepingDue(services)) await keepHouse(services);
  return report;
}

/** Polls these feeds and pushes their connections. A daemon does the rest of a round on its own schedule. */
export async function syncFeeds(
  feeds: readonly Feed[],
  services: Services,
  { dryRun }: { dryRun: boolean },
): Promise<RoundReport> {
  const report: RoundReport = { polls: [], pushes: [], resting: [], problems: [] };
  const awake = await withoutResting(feeds, report, services);
  const polled = dryRun ? awake : await withoutRevoked(awake, report, services);
  for (const feed of polled) report.polls.push(await pollFeed(feed, services, { dryRun }));
  if (dryRun) return report;

  for (const connectionId of new Set(feeds.map((feed) => feed.connectionId)))
    await pushNow(connectionId, report, services);
  return report;
}

async function pushNow(connectionId: ConnectionId, report: RoundReport, services: Services): Promise<void> {
  await retryRefused(connectionId, services);
  report.pushes.push(await pushOutbox(connectionId, services, { requested: true }));
  const open = await services.store.listings.pendingOutcomes(connectionId);
  const read = open.length > 0 ? await readOutcomes(connectionId, services) : null;
  if (read?.stop) report.problems.push(read.stop.reason);
}

/** Connections that have removals to send although no feed is left. */
async function withoutFeeds(feeds: readonly Feed[], { store, clock }: Services): Promise<Set<string>> {
  const pushed = new Set(feeds.map((feed) => feed.connectionId));
  const ids = new Set<string>();
  for (const { id } of await store.connections.all()) {
    if (pushed.has(id)) continue;
    const hasFeed = (await store.feeds.ofConnection(id)).some(({ life }) => life !== 'orphaned');
    if (!hasFeed && (await store.outbox.sendable(id, 'remove', clock.now(), 1)).length > 0) ids.add(id);
  }
  return ids;
}

/** Feeds without the paused and retired ones, whose listings stay as they are. */
async function withoutResting(
  feeds: readonly Feed[],
  report: RoundReport,
  { store }: Services,
): Promise<readonly Feed[]> {
  const lives = new Map((await store.feeds.all()).map(({ id, life }) => [id, life]));
  const isResting = (life: FeedLife | undefined): life is FeedLife =>
    life !== undefined && life !== 'active' && life !== 'stalled';
  return feeds.filter(({ id, name }) => {
    const life = lives.get(id);
    if (!isResting(life)) return true;
    report.resting.push({ feed: name, life });
    return false;
  });
}

/** Reads the connections first: they state how many photos are sent, and a revoked one accepts nothing. */
async function withoutRevoked(
  feeds: readonly Feed[],
  report: RoundReport,
  services: Services,
): Promise<readonly Feed[]> {
  const revoked = new Set<string>();
  for (const id of new Set(feeds.map((feed) => feed.connectionId))) {
    await services.store.connections.ensure([id]);
    await refreshConnection(id, services);
    if ((await services.store.connections.get(id))?.status !== 'revoked') continue;
    revoked.add(id);
    report.problems.push(
      `the agency revoked connection ${id}: its feeds are no longer polled; ask it for a new connect code, or remove them from the configuration`,
    );
  }
  return feeds.filter((feed) => !revoked.has(feed.connectionId));
}

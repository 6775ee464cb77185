import type { PollReport, PushReport } from './reports.js';
import { pollFeed } from './poll-feed.js';
import { pushOutbox } from './push-outbox.js';
import { readOutcomes } from './read-outcomes.js';
import { refreshReference } from './refresh-reference.js';
import { runIntents } from './run-intents.js';
import type { Feed, Services } from './services.js';

export interface RoundReport {
  polls: PollReport[];
  pushes: PushReport[];
  /** What kept the round from being whole, beside the feeds' own troubles. */
  problems: string[];
}

/** One round now: decisions, words and places, every feed, then every outbox until nothing may be sent now. */
export async function syncRound(
  feeds: readonly Feed[],
  services: Services,
  options: { dryRun?: boolean } = {},
): Promise<RoundReport> {
  const dryRun = options.dryRun ?? false;
  const report: RoundReport = { polls: [], pushes: [], problems: [] };
  if (!dryRun) await runIntents(services);
  const { problem } = await refreshReference(services);
  if (problem !== null) report.problems.push(problem);

  for (const feed of feeds) report.polls.push(await pollFeed(feed, services, { dryRun }));
  if (dryRun) return report;

  for (const connectionId of new Set(feeds.map((feed) => feed.connectionId))) {
    report.pushes.push(await pushOutbox(connectionId, services));
    const open = await services.store.listings.pendingOutcomes(connectionId);
    const read = open.length > 0 ? await readOutcomes(connectionId, services) : null;
    if (read?.stop) report.problems.push(read.stop.reason);
  }
  return report;
}

import { z } from 'zod';
import { isRequestedRound, notUnderstood } from './request-result.js';
import type { JobReport } from './job.js';
import { reconcile } from './reconcile/reconcile.js';
import type { ReconcileReport } from './reports.js';
import type { Feed, Services } from './services/services.js';
import { syncFeeds, type RoundReport } from './sync-round.js';

/**
 * A round or a comparison of one connection that a command requests from a running daemon and waits for. The daemon runs it in the
 * connection's lane, as it does its own polls, pushes and comparisons (RULES R137, R196).
 */
export type RequestedRound = z.infer<typeof requestSchema>;

/** The answer to the command. */
export type RoundAnswer<Report> = { ok: true; report: Report } | { ok: false; message: string };

const connectionId = z.string();
const requestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sync'),
    payload: z.object({ connectionId, feeds: z.array(z.string()), dryRun: z.boolean() }),
  }),
  z.object({ kind: z.literal('reconcile'), payload: z.object({ connectionId, dryRun: z.boolean() }) }),
]);

/** The pending requests, oldest first. */
export async function requestedRounds(
  feeds: readonly Feed[],
  services: Services,
): Promise<{ id: number; lane: string; run: () => Promise<JobReport[]> }[]> {
  const intents = (await services.store.intents.pending()).filter(isRequestedRound);
  return intents.map((intent) => {
    const round = requestSchema.safeParse(intent).data ?? null;
    const lane = round?.payload.connectionId ?? 'intents';
    return { id: intent.id, lane, run: () => answer(intent.id, round, feeds, services) };
  });
}

async function answer(
  id: number,
  round: RequestedRound | null,
  feeds: readonly Feed[],
  services: Services,
): Promise<JobReport[]> {
  const { store, clock } = services;
  let answered: RoundAnswer<unknown> = {
    ok: false,
    message:
      round === null
        ? notUnderstood.message
        : 'The daemon could not complete this request. Its log shows why; repeating it is safe.',
  };
  try {
    if (round === null) return [];
    const { report, jobs } = await execute(round, feeds, services);
    answered = { ok: true, report };
    return round.payload.dryRun ? [] : jobs;
  } finally {
    // Answered even if the round failed: a request runs once.
    await store.intents.done(id, JSON.stringify(answered), clock.now());
  }
}

async function execute(
  { kind, payload }: RequestedRound,
  feeds: readonly Feed[],
  services: Services,
): Promise<{ report: RoundReport | ReconcileReport; jobs: JobReport[] }> {
  const { dryRun } = payload;
  if (kind === 'reconcile') {
    const report = await reconcile(payload.connectionId, services, { dryRun });
    return { report, jobs: [{ kind, report }] };
  }
  const report = await syncRequested(payload, feeds, services);
  const jobs: JobReport[] = [
    ...report.polls.map((poll) => ({ kind: 'poll' as const, report: poll })),
    ...report.pushes.map((push) => ({ kind: 'push' as const, report: push })),
  ];
  return { report: dryRun ? report : withoutPlans(report), jobs };
}

async function syncRequested(
  round: Extract<RequestedRound, { kind: 'sync' }>['payload'],
  feeds: readonly Feed[],
  services: Services,
): Promise<RoundReport> {
  const chosen = feeds.filter(
    (feed) => feed.connectionId === round.connectionId && round.feeds.includes(feed.name),
  );
  const report = await syncFeeds(chosen, services, round);
  const unknown = round.feeds.filter((name) => !chosen.some((feed) => feed.name === name));
  report.problems.push(
    ...unknown.map(
      (name) =>
        `the daemon does not run feed ${name}: \`feedsync config check\` and the daemon’s log show why, and it loads a corrected configuration automatically`,
    ),
  );
  return report;
}

/** Without the plans: after a round that was executed, its plan is in the outbox. Only a dry run reports the plan line by line. */
function withoutPlans(report: RoundReport): RoundReport {
  return {
    ...report,
    polls: report.polls.map((poll) => ({
      ...poll,
      planned: [],
      absences: { ...poll.absences, removals: [] },
    })),
  };
}

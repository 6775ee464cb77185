import { z } from 'zod';
import { isAskedRound, notUnderstood } from './done.js';
import type { JobReport } from './job.js';
import { reconcile } from './reconcile.js';
import type { ReconcileReport } from './reports.js';
import type { Feed, Services } from './services.js';
import { syncFeeds, type RoundReport } from './sync-round.js';

/**
 * What a command beside a daemon asks for and waits for: a round or a comparison of one connection. The daemon does it in the
 * connection's lane, where its own polls, pushes and comparisons run (RULES R109, R153).
 */
export type AskedRound = z.infer<typeof askedSchema>;

/** What the command is told. */
export type RoundAnswer<Report> = { ok: true; report: Report } | { ok: false; message: string };

const connectionId = z.string();
const askedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sync'),
    payload: z.object({ connectionId, feeds: z.array(z.string()), dryRun: z.boolean() }),
  }),
  z.object({ kind: z.literal('reconcile'), payload: z.object({ connectionId, dryRun: z.boolean() }) }),
]);

/** What is asked for now, in the order of asking. */
export async function askedRounds(
  feeds: readonly Feed[],
  services: Services,
): Promise<{ id: number; lane: string; run: () => Promise<JobReport[]> }[]> {
  const intents = (await services.store.intents.pending()).filter(isAskedRound);
  return intents.map((intent) => {
    const asked = askedSchema.safeParse(intent).data ?? null;
    const lane = asked?.payload.connectionId ?? 'intents';
    return { id: intent.id, lane, run: () => answer(intent.id, asked, feeds, services) };
  });
}

async function answer(
  id: number,
  asked: AskedRound | null,
  feeds: readonly Feed[],
  services: Services,
): Promise<JobReport[]> {
  const { store, clock } = services;
  let told: RoundAnswer<unknown> = {
    ok: false,
    message:
      asked === null
        ? notUnderstood.message
        : 'The daemon could not do this to the end. Its log says why; asking again is safe.',
  };
  try {
    if (asked === null) return [];
    const { report, jobs } = await carryOut(asked, feeds, services);
    told = { ok: true, report };
    return asked.payload.dryRun ? [] : jobs;
  } finally {
    // Whatever happened, it is asked for once.
    await store.intents.done(id, JSON.stringify(told), clock.now());
  }
}

async function carryOut(
  { kind, payload }: AskedRound,
  feeds: readonly Feed[],
  services: Services,
): Promise<{ report: RoundReport | ReconcileReport; jobs: JobReport[] }> {
  const { dryRun } = payload;
  if (kind === 'reconcile') {
    const report = await reconcile(payload.connectionId, services, { dryRun });
    return { report, jobs: [{ kind, report }] };
  }
  const report = await syncAsked(payload, feeds, services);
  const jobs: JobReport[] = [
    ...report.polls.map((poll) => ({ kind: 'poll' as const, report: poll })),
    ...report.pushes.map((push) => ({ kind: 'push' as const, report: push })),
  ];
  return { report: dryRun ? report : withoutPlans(report), jobs };
}

async function syncAsked(
  asked: Extract<AskedRound, { kind: 'sync' }>['payload'],
  feeds: readonly Feed[],
  services: Services,
): Promise<RoundReport> {
  const chosen = feeds.filter(
    (feed) => feed.connectionId === asked.connectionId && asked.feeds.includes(feed.name),
  );
  const report = await syncFeeds(chosen, services, asked);
  const unknown = asked.feeds.filter((name) => !chosen.some((feed) => feed.name === name));
  report.problems.push(
    ...unknown.map(
      (name) =>
        `the daemon does not run feed ${name}: \`feedsync config check\` and the daemon’s log say why, and it takes over a corrected configuration by itself`,
    ),
  );
  return report;
}

/** A plan that is carried out is in the outbox; only a dry run has to tell it line by line. */
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

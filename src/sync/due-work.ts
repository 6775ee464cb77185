import type { OutcomesReport, PollReport, PushReport } from './reports.js';
import { roomLeft } from '../core/budget.js';
import { dueAt } from '../core/schedule.js';
import type { ConnectionRow } from '../store/rows.js';
import { pollFeed } from './poll-feed.js';
import { pushOutbox } from './push-outbox.js';
import { storedLimits } from './read-limits.js';
import { readOutcomes } from './read-outcomes.js';
import { refreshReference, type ReferenceReport } from './refresh-reference.js';
import { runIntents } from './run-intents.js';
import type { Feed, Services } from './services.js';

/** A unit of work. Jobs of one lane never run side by side: a lane is a connection, or the portal's own data. */
export interface Job {
  /** The same job is never queued twice. */
  key: string;
  lane: string;
  run: () => Promise<JobReport>;
}

/** What a job did, for whoever watches the daemon. */
export type JobReport =
  | { kind: 'poll'; report: PollReport }
  | { kind: 'push'; report: PushReport }
  | { kind: 'outcomes'; report: OutcomesReport }
  | { kind: 'reference'; report: ReferenceReport }
  | { kind: 'intents'; count: number };

const referenceEveryMs = 3_600_000;

/** What is due now, read from the store alone: nothing is lost by a restart, and a late tick means one catch-up run. */
export async function dueWork(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  const connectionIds = [...new Set(feeds.map((feed) => feed.connectionId))];
  await services.store.connections.ensure(connectionIds);
  const connections = (await services.store.connections.all()).filter((row) =>
    connectionIds.includes(row.id),
  );
  return [
    ...(await intentJobs(services)),
    ...(await referenceJobs(services)),
    ...(await pollJobs(feeds, services)),
    ...(await pushJobs(connections, services)),
    ...outcomeJobs(connections, services),
  ];
}

async function intentJobs(services: Services): Promise<Job[]> {
  const pending = await services.store.intents.pending();
  return pending.length === 0
    ? []
    : [
        {
          key: 'intents',
          lane: 'intents',
          run: async () => ({ kind: 'intents', count: await runIntents(services) }),
        },
      ];
}

async function referenceJobs(services: Services): Promise<Job[]> {
  const { store, clock } = services;
  const askedAt = Number((await store.meta.get('reference.asked_at')) ?? 0);
  const isKnown = (await store.reference.vocabulary()) !== null && (await store.reference.places()) !== null;
  // A clock that was set back must not silence it.
  const since = Math.abs(clock.now() - askedAt);
  if (since < (isKnown ? referenceEveryMs : 30_000)) return [];
  const run = async (): Promise<JobReport> => {
    await store.meta.set('reference.asked_at', String(clock.now()));
    return { kind: 'reference', report: await refreshReference(services) };
  };
  return [{ key: 'reference', lane: 'reference', run }];
}

async function pollJobs(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  const { store, clock } = services;
  if ((await store.reference.vocabulary()) === null || (await store.reference.places()) === null) return [];
  const rows = new Map((await store.feeds.all()).map((row) => [row.id, row]));
  return feeds
    .filter((feed) => {
      const row = rows.get(feed.id);
      return (
        row !== undefined &&
        (row.life === 'active' || row.life === 'stalled') &&
        dueAt(feed.schedule, row.nextPollAt, clock.now()) <= clock.now()
      );
    })
    .map((feed) => ({
      key: `poll:${feed.id}`,
      lane: feed.connectionId,
      run: async () => ({ kind: 'poll', report: await pollFeed(feed, services) }),
    }));
}

async function pushJobs(connections: readonly ConnectionRow[], services: Services): Promise<Job[]> {
  const due: Job[] = [];
  for (const { id, nextPushAt } of connections) {
    if (nextPushAt <= services.clock.now() && (await hasSendable(id, services)))
      due.push({
        key: `push:${id}`,
        lane: id,
        run: async () => ({ kind: 'push', report: await pushOutbox(id, services) }),
      });
  }
  return due;
}

async function hasSendable(connectionId: string, services: Services): Promise<boolean> {
  const { store, clock, protocol } = services;
  const now = clock.now();
  if ((await store.batches.unsettled(connectionId)).some((batch) => batch.nextAttemptAt <= now)) return true;
  if ((await store.outbox.sendable(connectionId, 'remove', now, 1)).length > 0) return true;
  const [next] = await store.outbox.sendable(connectionId, 'upsert', now, 1);
  if (next === undefined) return false;
  const limits = await storedLimits(services);
  if (limits === null) return true;
  const windowMs = protocol.item_window_seconds * 1000;
  const room = roomLeft(
    await store.spend.since(connectionId, now - 2 * windowMs),
    limits.itemsPerHour,
    windowMs,
    now,
  );
  // Rows come by lane: where the first is of our own making, so are all.
  return next.lane === 'own_change' ? room.ownChanges > 0 : room.items > 0;
}

function outcomeJobs(connections: readonly ConnectionRow[], services: Services): Job[] {
  return connections
    .filter(({ outcomesDueAt }) => outcomesDueAt !== null && outcomesDueAt <= services.clock.now())
    .map(({ id }) => ({
      key: `outcomes:${id}`,
      lane: id,
      run: async () => ({ kind: 'outcomes', report: await askOutcomes(id, services) }),
    }));
}

async function askOutcomes(connectionId: string, services: Services): Promise<OutcomesReport> {
  const report = await readOutcomes(connectionId, services);
  const { stop } = report;
  if (stop !== null) await services.store.connections.update(connectionId, { outcomesDueAt: stop.retryAt });
  return report;
}

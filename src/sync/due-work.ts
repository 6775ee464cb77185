import type { ConnectionId } from '../model/ids.js';
import { viewRequestsPerWindow, viewScope } from '../core/schedule/view-share.js';
import { roomLeft } from '../core/schedule/budget.js';
import { dueAheadMs, isDueAgain, isPollDue } from '../core/schedule/due.js';
import { backoffMs, backoffs } from '../core/schedule/backoff.js';
import { storedLimits } from '../store/facts/portal-limits.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { DueHint, DueKind, DuePoll } from '../store/store.js';
import { requestedRounds } from './requested-rounds.js';
import { isRequestedRound } from './request-result.js';
import { backUp, isBackupDue } from './upkeep/back-up.js';
import { agencyLane, isAnyReadAlone, readAloneNow } from './poll/feed-deaths.js';
import { isHousekeepingDue, keepHouse } from './upkeep/housekeeping.js';
import { pollKey, type Job, type JobReport } from './job.js';
import type { OutcomesReport } from './reports.js';
import {
  certifyingRereadMs,
  needsReading,
  refreshConnection,
  rereadMs,
} from './connection/check-connection.js';
import { checkPhotos, photoChecksDue } from './upkeep/check-photos.js';
import { checkKey, isPingDue, stoppedKey } from './portal-state/key-state.js';
import { batchesWaitUntil } from './push/park-requests.js';
import { hasOneSource } from './calm/calm-polls.js';
import { pollFeed } from './poll/poll-feed.js';
import { hostsOf, sourceAt } from './snapshot/feed-hosts.js';
import { remapJobs } from './poll/remap-jobs.js';
import { pushOutbox } from './push/push-outbox.js';
import { agenciesToRead, readNextAgency } from './agencies/read-agencies.js';
import { uploadsToRead } from './agencies/uploads.js';
import { readOutcomes } from './portal-state/read-outcomes.js';
import { isReferenceKnown } from './reference/load-reference.js';
import { isReconcileUnplanned, nextReconcileAt, reconcile } from './reconcile/reconcile.js';
import { refreshReference } from './reference/refresh-reference.js';
import { remindersDue, remindOfHolds } from './holds/remind-holds.js';
import { hasDueRetries, quotaCodes, retryRefused } from './push/retry-refused.js';
import { runIntents } from './run-requests.js';
import type { Feed, Services } from './services/services.js';
import { withSettling } from './settle-job.js';
import { endSuppressions } from './decisions/suppress-listing.js';
import { isNoticeDue, sendNotices } from './notices/send-notices.js';

const requestedPrefix = 'asked:';
const referenceEveryMs = 3_600_000;
const referenceAskedAt = 'reference.asked_at';
const referenceTries = 'reference.tries';

/** All jobs that are due now, from the store's state alone. A restart therefore loses no job, and a late tick runs each due job once. */
export async function dueWork(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  const { store, clock } = services;
  await services.followClock();
  // Includes connections without a feed: decided removals of an orphaned feed still have to be sent.
  const hints = await store.due.hints({
    now: clock.now(),
    ...{ rereadMs, certifyingRereadMs, quotaCodes, aheadMs: dueAheadMs },
  });
  const common = await commonJobs(feeds, services);
  if (await isFirstLook(services)) return withSettling(common, services);
  const polls = await pollJobs(pollsOf(hints), feeds, services);
  const remaps = await remapJobs(remapsOf(hints), feeds, services);
  return withSettling([...common, ...(await portalJobs(hints, services)), ...remaps, ...polls], services);
}

/** The job with this key if it is due now, found without reading the work of other lanes; null if the job is no longer due. */
export async function dueJob(
  { key, lane }: Pick<Job, 'key' | 'lane'>,
  feeds: readonly Feed[],
  services: Services,
): Promise<Job | null> {
  const [kind = ''] = key.split(':', 1);
  const jobs = await jobsOf(kind, lane, feeds, services);
  const [due] = await withSettling(
    jobs.filter((job) => job.key === key),
    services,
  );
  return due ?? null;
}

/** The jobs of one kind in a lane, and possibly others. */
async function jobsOf(
  kind: string,
  lane: string,
  feeds: readonly Feed[],
  services: Services,
): Promise<Job[]> {
  if (kind === 'poll') return pollJobs(await services.store.due.polls(lane), feeds, services);
  if (kind === 'remap') return remapJobs(await services.store.due.remaps(lane), feeds, services);
  const hinted = hintsOfJob[kind];
  if (hinted === undefined) return commonJobs(feeds, services);
  return portalJobs(
    hinted.map((one) => ({ connectionId: lane, kind: one })),
    services,
  );
}

/** For each kind of job, the hints of the store that may make it due. */
const hintsOfJob: Readonly<Record<string, readonly DueKind[]>> = {
  retry: ['retry'],
  push: ['batch', 'outbox'],
  connection: ['connection'],
  outcomes: ['connection'],
  reconcile: ['connection'],
};

type Hint = Pick<DueHint, 'connectionId' | 'kind'>;

/** Jobs of no single connection, and requested rounds. */
async function commonJobs(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  const isStopped = (await stoppedKey(services.store)) !== null;
  return [
    ...(await intentJobs(services)),
    ...(await requestedJobs(feeds, services)),
    ...(await suppressionJobs(services)),
    ...(await reminderJobs(services)),
    ...(await noticeJobs(services)),
    ...(isStopped ? await keyJobs(services) : await referenceJobs(services)),
    ...(await housekeepingJobs(services)),
    ...(await backupJobs(services)),
    ...(await photoJobs(feeds, services)),
    ...(await setupJobs(feeds, services)),
  ];
}

/** Jobs that send requests to the portal. None is due while the key is refused. */
async function portalJobs(hints: readonly Hint[], services: Services): Promise<Job[]> {
  const asking = hints.filter(({ kind }) => kind !== 'poll' && kind !== 'remap');
  if (asking.length === 0 || (await stoppedKey(services.store)) !== null) return [];
  const { connections } = services.store;
  const rows = await connections.some([...new Set(asking.map(({ connectionId }) => connectionId))]);
  const hinted = (...kinds: readonly DueKind[]): ConnectionRecord[] => {
    const ids = new Set(
      asking.filter(({ kind }) => kinds.includes(kind)).map(({ connectionId }) => connectionId),
    );
    return rows.filter(({ id }) => ids.has(id));
  };
  return [
    ...(await retryJobs(hinted('retry'), services)),
    ...(await pushJobs(hinted('batch', 'outbox'), services)),
    ...connectionJobs(hinted('connection'), services),
    ...(await outcomeJobs(hinted('connection'), services)),
    ...(await reconcileJobs(hinted('connection'), services)),
  ];
}

async function keyJobs(services: Services): Promise<Job[]> {
  if (!(await isPingDue(services))) return [];
  const run = async (): Promise<JobReport> => ({ kind: 'key', stop: await checkKey(services) });
  return [{ key: 'key', lane: 'key', run }];
}

async function suppressionJobs(services: Services): Promise<Job[]> {
  const { store, clock } = services;
  if ((await store.suppressions.ended(clock.now())).length === 0) return [];
  const run = async (): Promise<JobReport> => ({
    kind: 'suppressions',
    count: await endSuppressions(services),
  });
  return [{ key: 'suppressions', lane: 'suppressions', run }];
}

async function reminderJobs(services: Services): Promise<Job[]> {
  if ((await remindersDue(services)).length === 0) return [];
  const run = async (): Promise<JobReport> => ({ kind: 'reminders', count: await remindOfHolds(services) });
  return [{ key: 'reminders', lane: 'reminders', run }];
}

/** Notices are sent in a lane of their own, because a slow mail server must not block other jobs. */
async function noticeJobs(services: Services): Promise<Job[]> {
  if (!(await isNoticeDue(services))) return [];
  const run = async (): Promise<JobReport> => ({ kind: 'notices', report: await sendNotices(services) });
  return [{ key: 'notices', lane: 'notices', run }];
}

async function retryJobs(connections: readonly ConnectionRecord[], services: Services): Promise<Job[]> {
  const due: Job[] = [];
  for (const { id } of connections) {
    if (!(await hasDueRetries(id, services))) continue;
    const run = async (): Promise<JobReport> => ({ kind: 'retry', count: await retryRefused(id, services) });
    due.push({ key: `retry:${id}`, lane: id, run });
  }
  return due;
}

async function intentJobs(services: Services): Promise<Job[]> {
  const pending = (await services.store.intents.pending()).filter((intent) => !isRequestedRound(intent));
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

/** Rounds that a waiting command requested, each in the lane of its connection; one that cannot be read, in the lane of decisions. */
async function requestedJobs(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  return (await requestedRounds(feeds, services)).map(({ id, lane, run }) => ({
    key: `${requestedPrefix}${id}`,
    lane,
    hosts: hostsOf(feeds.filter(({ connectionId }) => connectionId === lane)),
    run: async () => ({ kind: 'requested', jobs: await run() }),
  }));
}

async function referenceJobs(services: Services): Promise<Job[]> {
  const { store, clock } = services;
  const askedAt = Number((await store.meta.get(referenceAskedAt)) ?? 0);
  const tries = Number((await store.meta.get(referenceTries)) ?? 0);
  const isKnown = await isReferenceKnown(services);
  const everyMs = isKnown ? referenceEveryMs : backoffMs(tries, backoffs.firstReference);
  if (!isDueAgain(askedAt, everyMs, clock.now())) return [];
  const run = async (): Promise<JobReport> => {
    try {
      return { kind: 'reference', report: await refreshReference(services) };
    } finally {
      await store.meta.set(referenceAskedAt, String(clock.now()));
      await store.meta.set(referenceTries, String(tries + 1));
    }
  };
  return [{ key: 'reference', lane: 'reference', run }];
}

/**
 * On the very first start, the key's limits and the portal's words are read before any poll: without limits, hundreds of agencies would
 * share the low default limit. If the words cannot be loaded, polls keep their files unmapped until the words are known.
 */
async function isFirstLook(services: Services): Promise<boolean> {
  return (await services.store.meta.get(referenceAskedAt)) === null && !(await isReferenceKnown(services));
}

async function housekeepingJobs(services: Services): Promise<Job[]> {
  if (!(await isHousekeepingDue(services))) return [];
  const run = async (): Promise<JobReport> => {
    await keepHouse(services);
    return { kind: 'housekeeping' };
  };
  return [{ key: 'housekeeping', lane: 'housekeeping', run }];
}

async function backupJobs(services: Services): Promise<Job[]> {
  if (!(await isBackupDue(services))) return [];
  const run = async (): Promise<JobReport> => ({ kind: 'backup', file: await backUp(services) });
  return [{ key: 'backup', lane: 'backup', run }];
}

/** New agencies are read one at a time: a partner may add hundreds at once, and many of their feeds may be on the same few hosts. */
async function setupJobs(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  const hasUpload = (await uploadsToRead(services)).length > 0;
  const [next] = hasUpload ? [] : await agenciesToRead(services);
  if ((next === undefined && !hasUpload) || (await isAnyReadAlone(feeds, services))) return [];
  const run = async (): Promise<JobReport> => ({ kind: 'agency', name: await readNextAgency(services) });
  const url = next?.feed.url;
  const hosts = typeof url === 'string' && URL.canParse(url) ? [sourceAt(new URL(url))] : [];
  return [{ key: 'agency', lane: agencyLane, hosts, run }];
}

/** All feeds share one job and are checked one after another: two of them may have the same host. */
async function photoJobs(feeds: readonly Feed[], services: Services): Promise<Job[]> {
  const due = await photoChecksDue(feeds, services);
  if (due.length === 0) return [];
  const run = async (): Promise<JobReport> => ({ kind: 'photos', reports: await checkPhotos(due, services) });
  return [{ key: 'photos', lane: 'photos', run }];
}

function pollsOf(hints: readonly DueHint[]): DuePoll[] {
  return hints.flatMap(({ kind, feedId, at }) =>
    kind !== 'poll' || feedId === null || at === null ? [] : [{ feedId, at }],
  );
}

function remapsOf(hints: readonly DueHint[]): number[] {
  return hints.flatMap(({ kind, feedId }) => (kind !== 'remap' || feedId === null ? [] : [feedId]));
}

async function pollJobs(
  polls: readonly DuePoll[],
  feeds: readonly Feed[],
  services: Services,
): Promise<Job[]> {
  const now = services.clock.now();
  const times = new Map(polls.map(({ feedId, at }) => [feedId, at]));
  if (times.size === 0) return [];
  const due = feeds.filter((feed) => {
    const at = times.get(feed.id);
    return at !== undefined && isPollDue(feed.schedule, at, now);
  });
  const alone = due.length === 0 ? null : await readAloneNow(due, services.store);
  return (alone === null ? due : [alone]).map((feed) => ({
    key: pollKey(feed),
    lane: feed.connectionId,
    hosts: hostsOf([feed]),
    ...(hasOneSource(feed) && { mayBeCalm: feed.id }),
    run: async () => ({ kind: 'poll', report: await pollFeed(feed, services) }),
  }));
}

async function pushJobs(connections: readonly ConnectionRecord[], services: Services): Promise<Job[]> {
  const due: Job[] = [];
  for (const connection of connections) {
    const { id, nextPushAt } = connection;
    if (nextPushAt <= services.clock.now() && (await hasSendable(connection, services)))
      due.push({
        key: `push:${id}`,
        lane: id,
        run: async () => ({ kind: 'push', report: await pushOutbox(id, services) }),
      });
  }
  return due;
}

async function hasSendable(
  { id: connectionId, adoptingSince }: ConnectionRecord,
  services: Services,
): Promise<boolean> {
  const { store, clock, protocol } = services;
  const now = clock.now();
  if ((await store.batches.unsettled(connectionId)).some((batch) => batch.nextAttemptAt <= now)) return true;
  if (adoptingSince === null && (await store.outbox.sendable(connectionId, 'remove', now, 1)).length > 0)
    return true;
  const [next] = await store.outbox.sendable(connectionId, 'upsert', now, 1);
  if (next === undefined || (await batchesWaitUntil(connectionId, services)) !== null) return false;
  const limits = await storedLimits(services);
  if (limits === null) return true;
  const windowMs = protocol.item_window_seconds * 1000;
  const room = roomLeft(
    await store.spend.since(connectionId, now - 2 * windowMs),
    limits.itemsPerHour,
    windowMs,
    now,
  );
  // Entries are ordered by lane, `own_change` last: if the first entry is an `own_change`, all are.
  return next.lane === 'own_change' ? room.ownChanges > 0 : room.items > 0;
}

/**
 * Connections whose last reading is too old, or that a webhook of the portal reported as changed. A connection whose next push is deferred
 * is left out.
 */
function connectionJobs(connections: readonly ConnectionRecord[], services: Services): Job[] {
  const { store, clock } = services;
  const run = async (connectionId: ConnectionId): Promise<JobReport> => {
    const stop = await refreshConnection(connectionId, services);
    if (stop !== null) await store.connections.update(connectionId, { nextPushAt: stop.retryAt });
    return { kind: 'connection', connectionId, stop };
  };
  return connections
    .filter((row) => needsReading(row, clock.now()))
    .map(({ id }) => ({ key: `connection:${id}`, lane: id, run: () => run(id) }));
}

/** A revoked connection is skipped: it has released its listings, so there are no outcomes to read. */
async function outcomeJobs(connections: readonly ConnectionRecord[], services: Services): Promise<Job[]> {
  const isDue = ({ outcomesDueAt: at }: ConnectionRecord): boolean =>
    at !== null && at <= services.clock.now();
  const due = connections.filter((row) => row.status !== 'revoked' && isDue(row));
  if (due.length === 0) return [];
  // Only as many connections become jobs as the request budget allows: the rest would occupy slots and delay pushes.
  const longestFirst = due.sort((a, b) => (a.outcomesDueAt ?? 0) - (b.outcomesDueAt ?? 0));
  return longestFirst.slice(0, await viewRoom(services)).map(({ id }) => ({
    key: `outcomes:${id}`,
    lane: id,
    run: async () => ({ kind: 'outcomes', connectionId: id, report: await outcomesReport(id, services) }),
  }));
}

/** How many pages of views may be requested now. */
async function viewRoom(services: Services): Promise<number> {
  const { store, clock, protocol, keyId } = services;
  const limits = await storedLimits(services);
  if (limits === null) return Infinity;
  const windowMs = protocol.rate_window_seconds * 1000;
  const now = clock.now();
  const spends = await store.spend.since(viewScope(keyId), now - 2 * windowMs);
  return roomLeft(spends, viewRequestsPerWindow(limits.requestsPerMinute), windowMs, now).items;
}

/** A new connection waits for its first scheduled time. After missed nights, one comparison catches up. */
async function reconcileJobs(connections: readonly ConnectionRecord[], services: Services): Promise<Job[]> {
  const due: Job[] = [];
  for (const connection of connections) {
    const { id } = connection;
    if (isReconcileUnplanned(connection, services))
      await services.store.connections.update(id, { nextReconcileAt: nextReconcileAt(id, services) });
    else if ((connection.nextReconcileAt ?? Infinity) <= services.clock.now())
      due.push({
        key: `reconcile:${id}`,
        lane: id,
        run: async () => ({ kind: 'reconcile', report: await reconcile(id, services) }),
      });
  }
  return due;
}

async function outcomesReport(connectionId: ConnectionId, services: Services): Promise<OutcomesReport> {
  const report = await readOutcomes(connectionId, services);
  const { stop } = report;
  if (stop !== null) await services.store.connections.update(connectionId, { outcomesDueAt: stop.retryAt });
  return report;
}

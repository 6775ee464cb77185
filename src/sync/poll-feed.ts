import type { PlannedListing, PollReport } from './reports.js';
import { emptyBalance, imbalances, type PollBalance } from '../core/balance.js';
import { readConnection } from './check-connection.js';
import { commitRecords } from './commit-records.js';
import { finishPoll, type Poll } from './finish-poll.js';
import { judgePlan } from './judge-plan.js';
import { loadReference, type LoadedReference } from './load-reference.js';
import { readRecords } from './read-records.js';
import type { Feed, Services } from './services.js';
import { settleAbsences } from './settle-absences.js';
import { discardSource, feedContext, keepSnapshot, takeSnapshot } from './take-snapshot.js';

export interface PollOptions {
  /** The same path, nothing applied: what would be done. */
  dryRun?: boolean;
}

/**
 * One poll of one feed: fetch, read what is new, plan, commit. Read it as a table of contents; each step is a file.
 * A snapshot that is not proven complete changes nothing but the run's record (SEMANTICS 1).
 */
export async function pollFeed(
  feed: Feed,
  services: Services,
  { dryRun = false }: PollOptions = {},
): Promise<PollReport> {
  const reference = await loadReference(services);
  const poll = await startPoll(feed, reference, services, dryRun);
  const { balance } = poll;
  if (reference === null)
    return finishPoll(poll, {
      state: 'stalled',
      message: 'the portal’s words and places were never read: mapping waits for them',
    });

  const taken = await takeSnapshot(feed, poll.row, reference, services, dryRun);
  if (taken.kind === 'failed')
    return finishPoll(poll, { state: 'stalled', message: taken.message, retryAfterMs: taken.retryAfterMs });
  if (taken.kind === 'unchanged') {
    if (!taken.proven)
      return finishPoll(poll, {
        state: 'unchanged',
        message: 'the source has no content now (204)',
        unproven: true,
      });
    const presence = { seen: 'unchanged', weak: taken.weak, unidentified: 0 } as const;
    const absences = await settleAbsences(feed, presence, balance, services, dryRun);
    return finishPoll(poll, { state: 'unchanged', message: '', absences, validators: taken.validators });
  }

  const reading = await readRecords(feed, taken, reference, balance, services);
  if (reading.end.completeness === 'incomplete') {
    await discardSource(taken);
    return finishPoll(poll, { state: 'stalled', message: reading.end.reason ?? 'the file is not complete' });
  }
  services.crashPoints.reach('records.staged');

  const verdict = await judgePlan(feed, taken, reading, services);
  const snapshot = dryRun ? null : await keepSnapshot(feed, taken, reading.end, verdict.kind, services);
  if (verdict.kind !== 'commit') {
    await services.store.records.discardStaged(feed.id);
    const state = verdict.kind === 'defer' ? 'deferred' : 'held';
    return finishPoll(poll, {
      state,
      message: verdict.message,
      verdict,
      snapshot,
      validators: taken.validators,
    });
  }

  const planned = await commitRecords(feed, reading, balance, services, dryRun);
  const presence = {
    seen: reading.seen,
    weak: reading.end.completeness === 'weak',
    unidentified: reading.unidentified,
  };
  const absences = await settleAbsences(feed, presence, balance, services, dryRun);
  if (dryRun) await discardSource(taken);
  else {
    await services.store.records.sweep(feed.id, reading.seen);
    await countPresent(feed, planned, balance, services);
  }

  const wrong = dryRun ? [] : imbalances(balance);
  if (wrong.length > 0)
    return finishPoll(poll, { state: 'failed', message: `the balance does not add up: ${wrong.join('; ')}` });
  return finishPoll(poll, {
    state: 'done',
    message: '',
    planned,
    absences,
    validators: taken.validators,
    snapshot,
    reading,
  });
}

async function startPoll(
  feed: Feed,
  reference: LoadedReference | null,
  services: Services,
  dryRun: boolean,
): Promise<Poll> {
  const { store, clock } = services;
  const row = await store.feeds.get(feed.id);
  if (row === null) throw new Error(`feed ${feed.name} is not in the store`);
  const run = dryRun
    ? null
    : await store.runs.start({
        kind: 'poll',
        connectionId: feed.connectionId,
        feedId: feed.id,
        now: clock.now(),
      });
  // How many photos the agency's plan keeps decides the payloads: it is known before the first record is mapped.
  if ((await store.connections.get(feed.connectionId))?.remote == null)
    await readConnection(feed.connectionId, services);
  const context = reference === null ? null : await feedContext(feed, reference, services);
  return { feed, row, run, context, balance: emptyBalance(), services };
}

/** The balance's listing side is counted in the store, apart from what was counted while reading. */
async function countPresent(
  feed: Feed,
  planned: readonly PlannedListing[],
  balance: PollBalance,
  { store }: Services,
): Promise<void> {
  const present = await store.listings.presentCounts(feed.id);
  balance.queued = planned.filter((p) => p.action === 'queue').length;
  balance.alreadyQueued = present.queued - balance.queued;
  balance.unchanged = present.unchanged;
  balance.blocked = present.blocked;
}

import { imbalances } from '../../core/schedule/balance.js';
import { doubtOfAbsences, noteFile } from './absence-doubt.js';
import { commitRecords } from './commit-records.js';
import { settleContent } from '../content/settle-content.js';
import { settlePoll } from './settle-poll.js';
import { forgetOldSnapshots } from '../snapshot/forget-old-snapshots.js';
import { beginReading, forgetDeaths } from './feed-deaths.js';
import { judgePlan, type PlanVerdict } from './judge-plan.js';
import { keepUnmapped } from './keep-unmapped.js';
import { loadReference } from '../reference/load-reference.js';
import { stalled, stopped, type Poll, type PollEnd } from './poll.js';
import { readRecords } from './read-records.js';
import { joinReports, remapKept } from './remap-kept.js';
import type { PollReport } from '../reports.js';
import { retryAfterNewContext } from '../push/retry-refused.js';
import type { Feed, Services } from '../services/services.js';
import { doubtLastFile, holdsSameRecords } from './same-records.js';
import { settleAbsences } from './settle-absences.js';
import { settleBalance } from './settle-balance.js';
import { startPoll } from './start-poll.js';
import {
  discardSource,
  keepSnapshot,
  secureSource,
  takeSnapshot,
  type Unchanged,
} from '../snapshot/take-snapshot.js';
import { nextWaiting, passOver, whyNotNext } from './waiting-files.js';
import { whyIncomplete } from './why-incomplete.js';

export interface PollOptions {
  /** Runs the same path but applies nothing, and reports what would be done. */
  dryRun?: boolean;
}

/** Polls one feed once, from its source to the outbox. Always ends with a run and a message. */
export async function pollFeed(
  feed: Feed,
  services: Services,
  options: PollOptions = {},
): Promise<PollReport> {
  if (options.dryRun !== true) await beginReading(feed, services);
  try {
    return await pollFiles(feed, services, options);
  } finally {
    // Whatever the result, the process survived this read.
    if (options.dryRun !== true) await forgetDeaths(feed.id, services).catch(() => undefined);
  }
}

async function pollFiles(feed: Feed, services: Services, options: PollOptions): Promise<PollReport> {
  const dryRun = options.dryRun ?? false;
  if (feed.kind === 'full') return pollOnce(feed, services, { dryRun });
  const remapped = await remapKept(feed, services, { dryRun });
  if (remapped !== null && remapped.state !== 'done') return remapped;
  const mayApply = !dryRun && (await loadReference(services)) !== null;
  for (;;) {
    const file = mayApply ? await nextWaiting(feed, services) : null;
    const report = await pollOnce(feed, services, { dryRun, file });
    const isSettled = report.state === 'done' || report.state === 'unchanged';
    if (file === null || !isSettled) return joinReports(remapped, report);
  }
}

async function pollOnce(
  feed: Feed,
  services: Services,
  of: Parameters<typeof startPoll>[2],
): Promise<PollReport> {
  const poll = await startPoll(feed, services, of);
  return settlePoll(poll, () => readPoll(poll));
}

/** Reads and applies one file, step by step. If the snapshot is not proven complete, only the run is stored (RULES R1). */
export async function readPoll(poll: Poll): Promise<PollEnd> {
  const { feed, row, reference, balance, services, dryRun } = poll;
  const taken = await takeSnapshot(poll);
  if (taken.kind === 'failed') {
    if (taken.code === 'disk') return { state: 'failed', message: taken.message };
    if (taken.code === 'stopped') return stopped(taken.message);
    return stalled(taken.message, taken.retryAfterMs);
  }
  if (taken.kind === 'unchanged') return runUnchanged(poll, taken);
  const { validators } = taken;
  if (reference === null) return keepUnmapped(poll, taken);

  const reading = await readRecords(poll, taken, reference);
  const incomplete = whyIncomplete(feed, reading);
  if (incomplete !== null) {
    await discardSource(taken);
    return stalled(incomplete);
  }
  const weak = reading.end.completeness === 'weak';
  if (!(await secureSource(feed, taken, reading.end, services))) {
    await discardSource(taken);
    return stalled('the file was changed while it was being read: the next poll reads it again');
  }
  const { facts } = reading;
  if (!dryRun && (await holdsSameRecords(poll, taken))) {
    await discardSource(taken);
    return runUnchanged(poll, { kind: 'unchanged', proven: true, fileKind: facts.kind, weak, validators });
  }
  const refusal = await whyNotNext(poll, taken, facts);
  if (refusal !== null) return passOver(poll, taken, refusal);
  services.crashPoints.reach('records.staged');

  const verdict = await judgePlan(poll, taken, reading);
  if (verdict.kind !== 'commit' && poll.isRemap && row.failures > 0) return leaveToSource(poll, verdict);
  const end = { ...reading.end, ...facts };
  const snapshot = dryRun ? null : await keepSnapshot(feed, taken, end, verdict.kind, services);
  // Deleting a large file takes a tenth of a second. The commit does not wait for it.
  const forgotten = dryRun ? null : forgetOldSnapshots(feed, services);
  forgotten?.catch(() => undefined);
  if (verdict.kind !== 'commit') {
    await forgotten;
    await services.store.records.discardStaged(feed.id);
    const state = verdict.kind === 'defer' ? 'deferred' : 'held';
    return { state, message: verdict.message, verdict, snapshot, validators };
  }

  if (!dryRun) await doubtLastFile(poll);
  const planned = await commitRecords(
    feed,
    { ...reading, whole: verdict.whole },
    balance,
    services,
    dryRun,
    poll.watch,
  );
  await forgotten;
  if (!poll.dryRun) await retryAfterNewContext(poll.row, poll.context, poll.services);
  const { seen, unidentified } = reading;
  const doubt = await doubtOfAbsences(feed, reading, services);
  // Kept files and records show nothing about what the source has now: only a file from the source makes a listing absent.
  const fileKind = poll.isRemap ? 'kept' : facts.kind;
  const presence = { seen, fileKind, weak, doubt, unidentified } as const;
  const absences = await settleAbsences(feed, presence, balance, services, dryRun);
  if (dryRun) {
    await discardSource(taken);
    return { state: 'done', message: '', planned, absences, reading };
  }
  if (!poll.isRemap) await noteFile(feed, reading, services);
  await settleContent(feed, { seen, fileKind, whole: verdict.whole }, services);
  await settleBalance(feed, reading, balance, services, poll.isRemap);
  const wrong = imbalances(balance);
  if (wrong.length > 0)
    return {
      state: 'failed',
      message: `the balance does not add up: ${wrong.join('; ')}. This is a bug in feedsync: report it with this line; the next poll tries again`,
    };
  return { state: 'done', message: '', planned, absences, reading, snapshot, validators };
}

/**
 * For a remap after a poll that could not read the source: the mapping may have been changed for the source's new file, so its effect on
 * the kept file raises no hold.
 */
async function leaveToSource(
  { feed, services }: Poll,
  verdict: Exclude<PlanVerdict, { kind: 'commit' }>,
): Promise<PollEnd> {
  await services.store.records.discardStaged(feed.id);
  const message = `nothing was changed: the last poll could not read the source; of the kept file, ${verdict.message}`;
  return { state: 'unchanged', message, unproven: true };
}

/** The source confirmed the file of the last poll, which counts as a complete poll for absences. Status 204 confirms nothing. */
async function runUnchanged({ feed, balance, services, dryRun }: Poll, taken: Unchanged): Promise<PollEnd> {
  if (!taken.proven)
    return { state: 'unchanged', message: 'the source has no content now (204)', unproven: true };
  const { fileKind, weak, validators } = taken;
  const presence = { seen: 'unchanged', fileKind, weak, doubt: null, unidentified: 0 } as const;
  const absences = await settleAbsences(feed, presence, balance, services, dryRun);
  // A source that confirms the last file without sending it still serves that file.
  if (validators !== null && !dryRun) await noteFile(feed, null, services);
  return { state: 'unchanged', message: '', absences, validators };
}

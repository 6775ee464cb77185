import { doubtOfAbsences, noteFile } from '../removals/absence-doubt.js';
import { commitRecords } from './commit-records.js';
import { settleContentHold } from '../content/settle-content.js';
import { settlePoll } from './settle-poll.js';
import { forgetOldSnapshots } from '../snapshot/forget-old-snapshots.js';
import { beginReading, forgetDeaths } from './feed-deaths.js';
import { askAboutOlder, judgePlan, type PlanVerdict } from './judge-plan.js';
import { keepUnmapped } from './keep-unmapped.js';
import { loadReference } from '../reference/load-reference.js';
import { stalled, stopped, type Poll, type PollEnd } from './poll.js';
import { readRecords } from './read-records.js';
import { settleToken } from '../map/settle-token.js';
import { askHostsAgain } from '../map/https-hosts.js';
import { joinParts, joinReports, remapKept } from './remap-kept.js';
import type { JudgedReading, Reading } from './reading.js';
import { removeStated } from './remove-stated.js';
import type { AbsenceReport, PlannedListing, PollReport } from '../reports.js';
import { retryAfterNewContext } from '../push/retry-refused.js';
import type { Feed, Services } from '../services/services.js';
import { doubtLastFile, holdsSameRecords } from './same-records.js';
import { settleAbsences, type Presence } from '../removals/settle-absences.js';
import { outOfBalance, settleBalance } from './settle-balance.js';
import { stagedListings } from './staged-listings.js';
import { startPoll } from './start-poll.js';
import { feedOfPart } from '../snapshot/feed-parts.js';
import {
  discardSource,
  keepSnapshot,
  secureSource,
  takeSnapshot,
  type Source,
  type Unchanged,
} from '../snapshot/take-snapshot.js';
import { leaveChanged, nextWaiting, noteChanged, passOver, turnOf } from './waiting-files.js';
import { whyIncomplete } from './why-incomplete.js';

export interface PollOptions {
  /** Runs the same path but applies nothing, and reports what would be done. */
  dryRun?: boolean;
}

/** Polls one feed once, from its source to the outbox. Always ends with a message and, unless it is a dry run, with a stored run. */
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
  if (!dryRun) await askHostsAgain(feed, services);
  if (feed.kind === 'full') return pollOnce(feed, services, { dryRun });
  const remapped = await remapKept(feed, services, { dryRun });
  if (remapped !== null && remapped.state !== 'done') return remapped;
  const waiting = !dryRun && (await loadReference(services)) !== null;
  let applied = remapped;
  for (let file = waiting ? await nextWaiting(feed, services) : null; file !== null;) {
    applied = joinReports(applied, await pollOnce(feedOfPart(feed, file.kind), services, { dryRun, file }));
    if (applied.state !== 'done' && applied.state !== 'unchanged') return applied;
    file = await nextWaiting(feed, services);
  }
  const report = await pollOnce(feedOfPart(feed, 'full'), services, { dryRun });
  if (feed.changes === null) return joinReports(applied, report);
  // A full file that cannot be read does not keep back the changes of the day.
  const changes = await pollOnce(feedOfPart(feed, 'delta'), services, { dryRun });
  return joinReports(applied, joinParts(report, changes));
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
  const { feed, row, reference, services, dryRun } = poll;
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
  const turn = await turnOf(poll, taken, facts);
  if (turn.kind === 'pass') return passOver(poll, taken, turn.message);
  await leaveChanged(poll, taken, reading);
  services.crashPoints.reach('records.staged');

  const verdict = turn.kind === 'ask' ? askAboutOlder(turn) : await judgePlan(poll, taken, reading);
  if (verdict.kind !== 'commit' && poll.isRemap && row.failures > 0) return leaveToSource(poll, verdict);
  const end = { ...reading.end, ...facts };
  const snapshot = dryRun ? null : await keepSnapshot(feed, taken, end, verdict.kind, services);
  // Deleting a large file takes a tenth of a second. The commit does not wait for it.
  const forgotten = dryRun ? null : forgetOldSnapshots(feed, services);
  forgotten?.catch(() => undefined);
  if (verdict.kind !== 'commit') {
    await forgotten;
    const stated = verdict.kind === 'hold' && !dryRun ? await removeStated(poll, reading) : null;
    await reading.staging.discard();
    const state = verdict.kind === 'defer' ? 'deferred' : 'held';
    const message = `${verdict.message}${stated === null ? '' : statedSentence(stated)}`;
    return { state, message, verdict, snapshot, validators, ...(stated !== null && { absences: stated }) };
  }

  const applied = await applyFile(poll, taken, reading, { verdict, forgotten });
  return { ...applied, ...(applied.state === 'done' && { snapshot, validators }) };
}

/** Commits the records of a file that was judged fit, settles its absences and doubts, and checks that all counts add up. */
async function applyFile(
  poll: Poll,
  taken: Source,
  reading: Reading,
  {
    verdict,
    forgotten,
  }: { verdict: Extract<PlanVerdict, { kind: 'commit' }>; forgotten: Promise<void> | null },
): Promise<PollEnd> {
  const { feed, balance, services, dryRun } = poll;
  const { facts } = reading;
  if (!dryRun) await doubtLastFile(poll);
  const planned = await commit(poll, { ...reading, whole: verdict.whole });
  if (!dryRun) await noteChanged(feed, taken, reading, services);
  await forgotten;
  if (!poll.dryRun) await retryAfterNewContext(poll.row, poll.context, poll.services);
  const presence = await presenceOf(poll, reading, planned);
  const absences = await settleAbsences(feed, presence, balance, services, dryRun);
  if (dryRun) {
    await discardSource(taken);
    return { state: 'done', message: '', planned, absences, reading };
  }
  // Records without an id are compared between full files.
  const isFull = facts.kind === 'full' || feed.kind === 'delta';
  if (!poll.isRemap) await noteFile(feed, isFull ? reading : null, services);
  await settleBalance(feed, reading, balance, services, poll.isRemap);
  await settleContentHold(feed, services, verdict.whole.isFirstDoubted);
  return outOfBalance(balance) ?? { state: 'done', message: '', planned, absences, reading };
}

function statedSentence({ removals, held }: AbsenceReport): string {
  const off = `; ${removals.length} listings that it calls sold or rented are removed`;
  return held === 0 ? off : `${off}, ${held} are held`;
}

async function presenceOf(
  { feed, isRemap, dryRun, services }: Poll,
  reading: Reading,
  planned: readonly PlannedListing[],
): Promise<Presence> {
  const { seen, unidentified, facts, end } = reading;
  const hidden = dryRun ? planned.filter(({ action }) => action === 'deactivate') : [];
  return {
    seen,
    // Kept files and records show nothing about what the source has now: only a file from the source makes a listing absent.
    fileKind: isRemap ? 'kept' : facts.kind,
    weak: end.completeness === 'weak',
    doubt: await doubtOfAbsences(feed, reading, services),
    unidentified,
    planned: hidden.map(({ externalId }) => externalId),
  };
}

async function commit(poll: Poll, reading: JudgedReading): ReturnType<typeof commitRecords> {
  const { feed, balance, services, dryRun, watch } = poll;
  // In a file of changes, and in a file that is mapped again, the photos that did not change cannot be seen.
  const isWhole = reading.facts.kind === 'full' && !reading.ownChange;
  // A feed without listings has no photos to compare with.
  const isCompared = isWhole && (await services.store.listings.ownedCount(feed.id)) > 0;
  const seen = { known: balance.known, dryRun, watch };
  const settled = isCompared
    ? await settleToken(feed, stagedListings(reading.staging), seen, services)
    : feed;
  return commitRecords(settled, reading, balance, services, dryRun, watch);
}

/**
 * For a remap after a poll that could not read the source: the mapping may have been changed for the source's new file, so its effect on
 * the kept file raises no hold.
 */
async function leaveToSource(
  { staging }: Poll,
  verdict: Exclude<PlanVerdict, { kind: 'commit' }>,
): Promise<PollEnd> {
  await staging.discard();
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

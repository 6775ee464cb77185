import type { PollBalance } from '../../core/schedule/balance.js';
import { unconfirmedContext } from '../snapshot/kept-context.js';
import { nextPollAt } from '../../core/schedule/next-poll.js';
import type { Hold } from '../../model/hold.js';
import type { FeedRecord } from '../../model/feed.js';
import { isReferenceKnown } from '../reference/load-reference.js';
import { noteContent } from './note-content.js';
import type { Poll, PollEnd } from './poll.js';
import { noAbsences, type PollReport } from '../reports.js';
import { changeOfPart } from '../snapshot/feed-parts.js';
import type { Validators } from '../snapshot/take-snapshot.js';
import { raiseHold } from '../holds/raise-hold.js';
import { dropOvertaken } from './waiting-files.js';
import { repairCounts, repairText } from '../../texts/repair-words.js';
import { endOf } from './failed-poll.js';

/**
 * Runs a poll's work and ends the poll: writes the run, schedules the next poll and reports the result in one message. A remap schedules
 * nothing; a dry run writes nothing. Work that throws or exceeds its time limit is a failed run: its temporary files are removed, and the
 * work can no longer write or send.
 */
export async function settlePoll(poll: Poll, work: () => Promise<PollEnd>): Promise<PollReport> {
  try {
    return await writeEnd(poll, await endOf(poll, work));
  } finally {
    // A file that cannot be removed is swept later.
    await poll.staging.discard().catch(() => undefined);
  }
}

async function writeEnd(poll: Poll, end: PollEnd): Promise<PollReport> {
  const { feed, run, balance, services } = poll;
  const message = end.message === '' ? summary(balance, end) : end.message;
  let newWords = 0;
  if (run !== null) {
    await keepPlanHold(poll, end);
    if (end.state === 'done' && end.snapshot != null) {
      await services.store.snapshots.update(end.snapshot.id, { state: 'committed' });
      await dropOvertaken(feed, end.snapshot, services);
    }
    if (end.state === 'done') newWords = await noteContent(poll, end.snapshot?.id ?? null, end.reading);
    await services.store.feeds.endPoll(feed.id, changeOfPart(feed, poll.row, feedChange(poll, end)), {
      id: run,
      ...(!poll.isRemap && { sourceHash: poll.row.sourceHash }),
      remapAskedAt: poll.row.remapAskedAt,
      state: end.state,
      message,
      balance: { ...balance, ...repairCounts(end.reading?.repairs), ...hiddenRowCount(end) },
      now: services.clock.now(),
    });
    // The portal's words were read while this poll ran. That read requested polls of delta feeds and of feeds whose file waits for the
    // words. It did not know of this file, and the end of this poll replaces the time that it requested. So this feed is polled at once.
    if (end.state === 'deferred' && poll.reference === null && (await isReferenceKnown(services)))
      await services.store.feeds.update(feed.id, { nextPollAt: services.clock.now() });
    services.log[isFailure(end) ? 'warn' : 'info'](poll.isRemap ? 'kept file mapped again' : 'poll ended', {
      state: end.state,
      message,
    });
    services.crashPoints.reach('run.finished');
  }
  return {
    feed: feed.name,
    state: end.state,
    message,
    balance,
    planned: end.planned ?? [],
    absences: end.absences ?? noAbsences,
    newWords,
    retryAfterMs: end.retryAfterMs ?? null,
  };
}

function isFailure({ state, wasStopped }: PollEnd): boolean {
  return (state === 'stalled' || state === 'failed') && wasStopped !== true;
}

function feedChange(poll: Poll, end: PollEnd): Partial<FeedRecord> {
  if (poll.isRemap) return keptChange(poll, end);
  const { feed, row, services } = poll;
  const now = services.clock.now();
  if (end.wasStopped === true) return { nextPollAt: now };
  const failed = isFailure(end);
  const failures = failed ? row.failures + 1 : 0;
  const outcome = failed
    ? ({ kind: 'failure', retryAfterMs: end.retryAfterMs ?? null } as const)
    : ({ kind: 'success' } as const);
  const next = nextPollAt(feed.schedule, outcome, failures, now, services.random.fraction());
  if (failed) {
    return {
      lastPollAt: now,
      failures,
      nextPollAt: next,
      stalledSince: row.stalledSince ?? now,
      stallReason: end.message,
      life: 'stalled',
    };
  }
  return {
    lastPollAt: now,
    failures: 0,
    nextPollAt: next,
    stalledSince: null,
    stallReason: null,
    life: 'active',
    // While a file is held, each poll requests the file in full: the source may answer 304 only for a file that was committed.
    ...(end.state === 'held'
      ? { etag: null, lastModified: null, parts: null }
      : {
          ...(end.unproven !== true && { lastCompleteAt: now }),
          ...validatorChange(end.validators ?? null, now),
        }),
    ...snapshotChange(poll, end),
  };
}

/** The change of the feed after a remap. The source was not requested: its validators, failures and times stay as they are. */
function keptChange(poll: Poll, end: PollEnd): Partial<FeedRecord> {
  // The next poll requests the file in full and plans it again.
  if (end.state === 'held') return { etag: null, lastModified: null, parts: null };
  if (end.state !== 'done') return {};
  const { context, feed } = poll;
  const isWhole = feed.kind === 'full' && context !== null;
  return { ...snapshotChange(poll, end), ...(isWhole && { context: unconfirmedContext(context) }) };
}

function validatorChange(validators: Validators | null, now: number): Partial<FeedRecord> {
  if (validators === null) return {};
  const { etag, lastModified, parts, full } = validators;
  return { etag, lastModified, parts, ...(full && { lastFullFetchAt: now }) };
}

function snapshotChange({ context }: Poll, end: PollEnd): Partial<FeedRecord> {
  if (end.state === 'deferred') return { deferredSnapshotId: end.snapshot?.id ?? null };
  if (end.state !== 'done') return {};
  return { deferredSnapshotId: null, committedSnapshotId: end.snapshot?.id ?? null, context };
}

/**
 * Raises, updates or closes the feed's hold of kind `plan`, which shows the newest held file. The hold is closed when a file is committed
 * again, or when the source serves the committed one.
 */
async function keepPlanHold({ feed, services }: Poll, end: PollEnd): Promise<void> {
  // Mapping kept records again does not answer the question that the hold asks about a file.
  if (end.unproven === true) return;
  const { store, clock, limits } = services;
  const open = (await store.holds.open({ feedId: feed.id, kind: 'plan' }))[0];
  const asked = open?.snapshotId == null ? null : await store.snapshots.get(open.snapshotId);
  // If the source serves the committed file again, it no longer serves the full file that the hold is about, so the hold is answered. A
  // hold about a delta file stays open: no later file repeats that file.
  const isAnswered = end.state === 'done' || (end.state === 'unchanged' && asked?.kind !== 'delta');
  if (!isAnswered && end.verdict === undefined) return;
  const snapshotId = end.snapshot?.id ?? null;
  if (
    open?.snapshotId != null &&
    open.snapshotId !== snapshotId &&
    end.verdict?.kind !== 'wait' &&
    (end.state === 'held' || isAnswered)
  )
    await store.snapshots.update(open.snapshotId, { state: 'kept' });
  if (end.verdict?.kind === 'hold') {
    const { reason, lines, cause, renames = [] } = end.verdict;
    const isRejected = (hold: Hold): boolean =>
      hold.kind === 'plan' && hold.state === 'rejected' && (hold.cause ?? 'ids') === cause;
    const since = Math.max(
      0,
      ...(await store.holds.all({ feedId: feed.id })).filter(isRejected).map((hold) => hold.decidedAt ?? 0),
    );
    // After a rejection, no hold is raised for the same cause until the pin expires. For delta files a rejection pins nothing: each is a
    // new question.
    const isPinned = end.snapshot?.kind !== 'delta' && clock.now() - since < limits.pinMs;
    if (open === undefined && isPinned) return;
    const { connectionId, id: feedId } = feed;
    await raiseHold(
      { connectionId, feedId, kind: 'plan', reason, lines, snapshotId, cause, renames },
      services,
    );
  } else if (open !== undefined && isAnswered) {
    await store.holds.close(open.id, clock.now());
  }
}

/** The message of a poll of an unchanged feed that changed nothing. */
export const fileIsUnchanged = 'the file is unchanged';

function summary(balance: PollBalance, end: PollEnd): string {
  const parts = [
    end.state === 'unchanged' ? fileIsUnchanged : `${balance.seen} records`,
    sending(balance, end),
    balance.invalid > 0 ? `${balance.invalid} not publishable of those read now` : null,
    end.absences !== undefined && end.absences.removals.length > 0
      ? `${end.absences.removals.length} to remove`
      : null,
    balance.inGrace > 0 ? `${balance.inGrace} missing, in grace` : null,
    balance.held > 0 ? `${balance.held} removals held` : null,
    balance.deactivated > 0 ? `${balance.deactivated} become inactive` : null,
    balance.deactivationsHeld > 0 ? `${balance.deactivationsHeld} held that would become inactive` : null,
    balance.conflicts > 0 ? `${balance.conflicts} with an id that is duplicated or another feed’s` : null,
    balance.duplicates > 0 ? `${balance.duplicates} twice with the same content, kept once` : null,
    balance.elsewhere > 0 ? `${balance.elsewhere} of other feeds` : null,
    (end.absences?.transferred ?? 0) > 0
      ? `${end.absences?.transferred ?? 0} transferred to another feed`
      : null,
    repairText(end.reading?.repairs),
    (end.reading?.end.hiddenRows ?? 0) > 0
      ? `${end.reading?.end.hiddenRows ?? 0} rows are hidden in the sheet and count like all others`
      : null,
    (end.reading?.unidentified ?? 0) > 0
      ? `${end.reading?.unidentified ?? 0} unreadable without an id: absences do not count`
      : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** A count of the run that only sheets with hidden rows have. */
function hiddenRowCount({ reading }: PollEnd): Record<string, number> {
  const hiddenRows = reading?.end.hiddenRows ?? 0;
  return hiddenRows === 0 ? {} : { hiddenRows };
}

function sending({ queued }: PollBalance, { state }: PollEnd): string | null {
  if (queued > 0) return `${queued} to send`;
  return state === 'unchanged' ? null : 'nothing to send';
}

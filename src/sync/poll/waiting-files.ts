import { fileTime, olderBy, type FileTimes } from '../../core/schedule/file-order.js';
import type { FileKind } from '../../model/feed-format.js';
import type { Snapshot } from '../../model/snapshot.js';
import { olderMark } from '../../texts/older-file.js';
import { isRereadFromStart } from '../removals/absence-doubt.js';
import type { FileFacts } from '../snapshot/file-facts.js';
import type { Poll, PollEnd } from './poll.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from '../services/services.js';
import { discardSource, type Source } from '../snapshot/take-snapshot.js';

/**
 * The kept file of a delta feed that is applied next: an approved one, or else the oldest of these: files kept before the portal's words
 * were known, files whose poll a crash interrupted before it ended or raised its hold, and files that followed a held file. Null while a
 * hold is open.
 */
export async function nextWaiting(feed: Feed, services: Services): Promise<Snapshot | null> {
  const { store } = services;
  const holds = (await store.holds.all({ feedId: feed.id })).filter(({ kind }) => kind === 'plan');
  if (holds.some(({ state }) => state === 'open')) return null;
  const oldestFirst = (await store.snapshots.ofFeed(feed.id)).sort((a, b) => a.id - b.id);
  const approved = oldestFirst.find(({ state }) => state === 'approved');
  if (approved !== undefined) return approved;
  const asked = new Set(holds.map(({ snapshotId }) => snapshotId));
  const isUnasked = ({ id, state, kind, parts }: Snapshot): boolean =>
    state === 'held' && kind === 'delta' && parts.length > 0 && !asked.has(id);
  return oldestFirst.find((file) => file.state === 'pending' || isUnasked(file)) ?? null;
}

/**
 * What is done with a file, by the order of the feed's files: it is planned, passed over, or a person is asked first. `isPending`: the same
 * file is kept already and is applied later.
 */
export type Turn =
  | { kind: 'next' }
  | { kind: 'pass'; message: string; isPending?: boolean }
  | { kind: 'ask'; message: string; reason: string };

type FileToPlace = Pick<Source, 'snapshot' | 'bodyHash' | 'modifiedAt' | 'fetchedAt'>;

/**
 * Delta files are applied in order. Identical files in a row are one file; a file that comes again after a different one is a new file
 * (RULES R89). A file that is older than the last one is passed over. If the source serves an older full file for so long that a reminder
 * would be due, a person is asked.
 */
export async function turnOf(
  poll: Pick<Poll, 'feed' | 'row' | 'services'>,
  source: FileToPlace,
  facts: FileFacts,
): Promise<Turn> {
  const { feed, row, services } = poll;
  const { snapshot } = source;
  const others = (await services.store.snapshots.ofFeed(feed.id)).filter(({ id }) => id !== snapshot?.id);
  if (facts.kind === 'delta') {
    const former = lastBefore(snapshot, others);
    if (former?.bodyHash === source.bodyHash)
      return { kind: 'pass', message: repeated(former), isPending: former.state === 'pending' };
  }
  const last = lastApplied(poll, facts.kind, others);
  const by =
    (last === null ? null : await olderThan(last, poll, source, facts)) ??
    overtakenBy(poll, source, facts, others);
  if (by === null) return { kind: 'next' };
  const message = `this ${nameOf(facts.kind)} ${olderMark} (by ${by}): it would bring old content back, and nothing was changed`;
  const since = row.lastCompleteAt ?? services.clock.now();
  if (facts.kind === 'delta' || services.clock.now() - since < services.limits.remindAfterMs)
    return { kind: 'pass', message };
  const reason = `The source of feed ${feed.name} serves a file that is older than the one that was applied last (by ${by}). A cache on the way may keep it, or the agency put an old export back. Nothing of it was taken over; a newer export is taken over by itself.`;
  return { kind: 'ask', message, reason };
}

function repeated({ state }: Snapshot): string {
  return state === 'committed'
    ? 'this delta file was applied last, so it is applied already: nothing was changed'
    : 'this delta file is already kept and waits for its turn: nothing was changed';
}

/** The file with which a file is compared. A full file may be older than delta files: of their records it decides nothing. */
function lastApplied(
  { feed, row }: Pick<Poll, 'feed' | 'row'>,
  kind: FileKind,
  others: readonly Snapshot[],
): Snapshot | null {
  if (kind === 'delta' || feed.kind === 'full' || feed.part !== null)
    return others.find(({ id }) => id === row.committedSnapshotId) ?? null;
  return newest(others.filter((file) => file.state === 'committed' && file.kind === 'full'));
}

/** Why the changes beside a full file are older than the full file that was applied last, as part of a sentence; null if they are not. */
function overtakenBy(
  { feed }: Pick<Poll, 'feed'>,
  { modifiedAt, fetchedAt }: FileToPlace,
  { kind, sequence }: FileFacts,
  others: readonly Snapshot[],
): string | null {
  if (kind === 'full' || feed.changes === null) return null;
  const lastFull = newest(others.filter((file) => file.state === 'committed' && file.kind === 'full'));
  const times = { sequence, modifiedAt, fetchedAt };
  return lastFull !== null && placeOf(feed, times) < placeOf(feed, lastFull)
    ? 'the time of the full file'
    : null;
}

/** By what a file is older than the last one, as part of a sentence; null if it is not. */
async function olderThan(
  last: Snapshot,
  { feed, services }: Pick<Poll, 'feed' | 'services'>,
  source: FileToPlace,
  { kind, sequence }: FileFacts,
): Promise<string | null> {
  const { snapshot, modifiedAt, fetchedAt } = source;
  // A full file that waits on disk was judged when it was fetched.
  if (kind === 'full' && snapshot !== null) return null;
  const { isSequenceTime } = feed.mapping.file;
  const by = olderBy({ sequence, modifiedAt, fetchedAt }, last, {
    isSequenceTime,
    now: services.clock.now(),
  });
  if (by === null) return null;
  // Another source has dates of its own.
  if (kind === 'full' && (await isRereadFromStart(feed, services.store))) return null;
  return by === 'sequence' ? 'sequence: in the mapping' : 'its Last-Modified';
}

/** The newest file before this one that was applied or waits. Files that were passed over do not count. */
function lastBefore(snapshot: Snapshot | null, others: readonly Snapshot[]): Snapshot | null {
  const before = others.filter(
    ({ id, state }) => state !== 'kept' && (snapshot === null || id < snapshot.id),
  );
  return newest(before);
}

function newest(files: readonly Snapshot[]): Snapshot | null {
  return files.reduce<Snapshot | null>(
    (last, file) => (last === null || file.id > last.id ? file : last),
    null,
  );
}

/**
 * Ends a poll without applying its file: no listing changes. A file that was stored before gets state `kept`, and so is not applied later
 * either. In a dry run its state stays.
 */
export async function passOver(
  { staging, services, dryRun }: Poll,
  taken: Source,
  message: string,
): Promise<PollEnd> {
  const { store } = services;
  if (!dryRun && taken.snapshot !== null) await store.snapshots.update(taken.snapshot.id, { state: 'kept' });
  await staging.discard();
  await discardSource(taken);
  return { state: 'unchanged', message, unproven: true };
}

function nameOf(kind: FileKind): string {
  return kind === 'delta' ? 'delta file' : 'full file';
}

/** A full file is the truth as of its time: delta files that are not newer and still pending are not applied any more. */
export async function dropOvertaken(
  feed: Feed,
  applied: Snapshot,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  if (feed.kind === 'full' || applied.kind !== 'full') return;
  const place = placeOf(feed, applied);
  for (const file of await store.snapshots.ofFeed(feed.id))
    if (file.state === 'pending' && file.id < applied.id && placeOf(feed, file) <= place)
      await store.snapshots.update(file.id, { state: 'kept' });
}

/**
 * Takes out of a full file what it says of records that a later delta file spoke of: their values stay, and their absence from the full file
 * means nothing. Only a feed that has full files and delta files has such records.
 */
export async function leaveChanged(
  { feed, balance }: Pick<Poll, 'feed' | 'balance'>,
  source: Pick<Source, 'modifiedAt' | 'fetchedAt'>,
  reading: Reading,
): Promise<void> {
  if (feed.kind !== 'auto' || reading.facts.kind !== 'full') return;
  const changed = await reading.staging.leaveChanged(placeOf(feed, timesOf(source, reading)));
  for (const { ordinal, listings, staged } of changed) {
    if (staged !== null) {
      balance.known++;
      balance.knownListings += listings;
      if (staged.lostMark !== null)
        reading.lostMarks.set(staged.lostMark, (reading.lostMarks.get(staged.lostMark) ?? 0) - 1);
    } else if (reading.seen.add(ordinal)) reading.unspoken.add(ordinal);
  }
}

/** Stores which records a delta file spoke of, for full files that are older than it. */
export async function noteChanged(
  feed: Feed,
  source: Pick<Source, 'modifiedAt' | 'fetchedAt'>,
  reading: Reading,
  { store }: Services,
): Promise<void> {
  if (feed.kind !== 'auto' || reading.facts.kind !== 'delta') return;
  await store.records.noteChanged(feed.id, reading.seen.indices(), placeOf(feed, timesOf(source, reading)));
}

function timesOf(
  { modifiedAt, fetchedAt }: Pick<Source, 'modifiedAt' | 'fetchedAt'>,
  { facts: { sequence } }: Pick<Reading, 'facts'>,
): FileTimes {
  return { sequence, modifiedAt, fetchedAt };
}

/**
 * The place of a file among the full and delta files of its feed: the number that the file states, else its time. Files of two addresses are
 * not numbered together.
 */
function placeOf(
  { mapping: { file }, changes }: Pick<Feed, 'mapping' | 'changes'>,
  times: FileTimes,
): number {
  if (times.sequence !== null && !file.isSequenceTime && changes === null) return times.sequence;
  return fileTime(times, file);
}

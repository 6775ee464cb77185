import type { FileKind } from '../../model/feed-format.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FileFacts } from '../snapshot/file-facts.js';
import type { Poll, PollEnd } from './poll.js';
import type { Feed, Services } from '../services/services.js';
import { discardSource, type Source } from '../snapshot/take-snapshot.js';

/** A sequence time further in the future than this is taken for a mistake: agencies' clocks and time zones are wrong by no more. */
const clockSlackMs = 24 * 3_600_000;

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
 * Delta files are applied in order. Identical files in a row are one file; a file that comes again after a different one is a new file
 * (RULES R62). A full file of a delta feed is refused only if it is older than the file that was applied
 * last. A full feed's file is always the next one.
 * @returns a message why this file is not the next one; null if it is
 */
export async function whyNotNext(
  { feed, row, services }: Pick<Poll, 'feed' | 'row' | 'services'>,
  { snapshot, bodyHash }: Pick<Source, 'snapshot' | 'bodyHash'>,
  { kind, sequence }: FileFacts,
): Promise<string | null> {
  if (feed.kind === 'full') return null;
  const { store, clock } = services;
  const others = (await store.snapshots.ofFeed(feed.id)).filter(({ id }) => id !== snapshot?.id);
  const former = lastBefore(snapshot, others);
  if (kind === 'delta' && former?.bodyHash === bodyHash)
    return former.state === 'committed'
      ? 'this delta file was applied last, so it is applied already: nothing was changed'
      : 'this delta file is already kept and waits for its turn: nothing was changed';
  const last = others.find(({ id }) => id === row.committedSnapshotId)?.sequence ?? null;
  // A sequence time in the future is taken for a mistake: otherwise every file before that time would be refused.
  const isAhead = feed.mapping.file.isSequenceTime && last !== null && last > clock.now() + clockSlackMs;
  if (sequence !== null && last !== null && !isAhead && sequence < last)
    return `this ${nameOf(kind)} is older than the one that was applied last (by sequence: in the mapping): it would bring old content back, and nothing was changed`;
  return null;
}

/** The newest file before this one that was applied or waits. Files that were passed over do not count. */
function lastBefore(snapshot: Snapshot | null, others: readonly Snapshot[]): Snapshot | null {
  const before = others.filter(
    ({ id, state }) => state !== 'kept' && (snapshot === null || id < snapshot.id),
  );
  return before.reduce<Snapshot | null>(
    (last, file) => (last === null || file.id > last.id ? file : last),
    null,
  );
}

/**
 * Ends a poll without applying its file: no listing changes. A file that was stored before gets state `kept`, and so is not applied later
 * either. In a dry run its state stays.
 */
export async function passOver(
  { feed, services, dryRun }: Poll,
  taken: Source,
  message: string,
): Promise<PollEnd> {
  const { store } = services;
  if (!dryRun && taken.snapshot !== null) await store.snapshots.update(taken.snapshot.id, { state: 'kept' });
  await store.records.discardStaged(feed.id);
  await discardSource(taken);
  return { state: 'unchanged', message, unproven: true };
}

function nameOf(kind: FileKind): string {
  return kind === 'delta' ? 'delta file' : 'full file';
}

/** A full file is the truth as of its time: older delta files that are still pending are not applied any more. */
export async function dropOvertaken(
  feed: Feed,
  applied: Snapshot,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  if (feed.kind === 'full' || applied.kind !== 'full') return;
  for (const { id, state } of await store.snapshots.ofFeed(feed.id))
    if (state === 'pending' && id < applied.id) await store.snapshots.update(id, { state: 'kept' });
}

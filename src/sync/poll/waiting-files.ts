import type { FileKind } from '../../model/feed-format.js';
import type { Snapshot } from '../../model/snapshot.js';
import { bodyMemoryMs } from '../snapshot/forget-old-snapshots.js';
import type { FileFacts } from '../snapshot/file-facts.js';
import type { Poll, PollEnd } from './poll.js';
import type { Feed, Services } from '../services/services.js';
import { discardSource, type Source } from '../snapshot/take-snapshot.js';

/** Clocks and time zones of agencies are off by no more than this. */
const clockSlackMs = 24 * 3_600_000;

/**
 * The file of a feed of changes that is to be applied next, of those that wait on disk: what was kept before the portal's words
 * were known, what a crash interrupted, what no person was asked about yet, and what followed a file about which a person decides.
 * None while that is open.
 */
export async function nextWaiting(feed: Feed, services: Services): Promise<Snapshot | null> {
  const { store } = services;
  const holds = (await store.holds.all({ feedId: feed.id })).filter(({ kind }) => kind === 'plan');
  if (holds.some(({ state }) => state === 'open')) return null;
  const oldestFirst = (await store.snapshots.ofFeed(feed.id)).sort((a, b) => a.id - b.id);
  const approved = oldestFirst.find(({ state }) => state === 'approved');
  if (approved !== undefined) return approved;
  const asked = new Set(holds.map(({ snapshotId }) => snapshotId));
  const isUnasked = ({ id, state, kind, path }: Snapshot): boolean =>
    state === 'held' && kind === 'delta' && path !== '' && !asked.has(id);
  return oldestFirst.find((file) => file.state === 'pending' || isUnasked(file)) ?? null;
}

/** Files of changes are applied in their order, each once. Why this one is not, as a sentence; null where it is next. */
export async function whyNotNext(
  { feed, row, services }: Pick<Poll, 'feed' | 'row' | 'services'>,
  { snapshot, bodyHash }: Pick<Source, 'snapshot' | 'bodyHash'>,
  { kind, sequence }: FileFacts,
): Promise<string | null> {
  if (feed.kind === 'full') return null;
  const { store, clock } = services;
  const others = (await store.snapshots.ofFeed(feed.id)).filter(({ id }) => id !== snapshot?.id);
  const former = others.find(
    ({ bodyHash: hash, state, fetchedAt }) =>
      hash === bodyHash && state !== 'kept' && clock.now() - fetchedAt <= bodyMemoryMs,
  );
  if (kind === 'delta' && former !== undefined)
    return former.state === 'committed'
      ? 'this file of changes was taken over before: each is applied once, and nothing was changed'
      : 'this file of changes is kept already and waits for its turn: each is applied once, and nothing was changed';
  const last = others.find(({ id }) => id === row.committedSnapshotId)?.sequence ?? null;
  // A date that is yet to come was a slip: nothing would follow it until then.
  const isAhead = feed.mapping.file.isSequenceTime && last !== null && last > clock.now() + clockSlackMs;
  if (sequence !== null && last !== null && !isAhead && sequence < last)
    return `this ${nameOf(kind)} is older than the one that was applied last (by sequence: in the mapping): it would bring old content back, and nothing was changed`;
  return null;
}

/** The file changes nothing; one that waited does not wait any more. */
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
  return kind === 'delta' ? 'file of changes' : 'full file';
}

/** A whole file is the truth as of its time: files of changes that waited and are older have nothing to add. */
export async function dropOvertaken(
  feed: Feed,
  applied: Snapshot,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  if (feed.kind === 'full' || applied.kind !== 'full') return;
  for (const { id, state } of await store.snapshots.ofFeed(feed.id))
    if (state === 'pending' && id < applied.id) await store.snapshots.update(id, { state: 'kept' });
}

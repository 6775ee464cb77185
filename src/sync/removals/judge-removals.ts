import type { AbsenceSteps } from '../../core/removals/absence.js';
import { guardLeaving, type GuardVerdict } from '../../core/removals/guard.js';
import { hostShrinks, isShrunk } from '../../core/removals/host-shrink.js';
import type { Hold, HoldCause } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Expectation } from '../../store/store.js';
import { doubtSentences, type AbsenceDoubt } from './absence-doubt.js';
import type { Feed, Services } from '../services/services.js';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

export interface RemovalsToJudge {
  steps: AbsenceSteps;
  absent: readonly ListingRecord[];
  /** Those of `absent` and `deactivations` that the portal shows, or may show. */
  shown: ReadonlySet<string>;
  /** Held since a full file missed them. They count in the guard's limits together with the due listings, but are not due again. */
  stillHeld: readonly ListingRecord[];
  /** Shown listings that are due to become inactive: the guard counts them as removals. */
  deactivations: readonly ListingRecord[];
  openHold: Hold | null;
  weak: boolean;
  /** Why some of them are held whatever the guard decides. */
  doubt: AbsenceDoubt | null;
}

export type RemovalsVerdict = {
  /** Due listings that an announcement covers (`feedsync expect`). */
  expected: ReadonlySet<string>;
  expectation: Expectation | null;
} & (
  | Extract<GuardVerdict, { kind: 'pass' }>
  | (Extract<GuardVerdict, { kind: 'hold' }> & { cause: HoldCause | null })
);

/**
 * Judges whether due listings may be removed or become inactive. Listings that the portal does not show need no judgement (RULES R65,
 * R67, R75).
 */
export async function judgeRemovals(
  feed: Feed,
  of: RemovalsToJudge,
  services: Services,
): Promise<RemovalsVerdict> {
  const { store, clock } = services;
  const due = of.steps.due.filter(({ externalId }) => of.shown.has(externalId));
  const nothing = { expected: new Set<string>(), expectation: null };
  if (due.length + of.deactivations.length === 0) return { kind: 'pass', ...nothing };
  const wasPinned = countExpired(due, of);
  if (wasPinned > 0)
    return {
      kind: 'hold',
      reason: `${wasPinned} of them were kept by a decision that has expired and must be renewed`,
      cause: null,
      ...nothing,
    };
  if (of.doubt !== null)
    return { kind: 'hold', reason: doubtSentences[of.doubt], cause: of.doubt, ...nothing };
  const isExplicit = new Set(
    of.absent.filter(({ intent }) => intent === 'remove').map((row) => row.externalId),
  );
  const missing = due.some(({ externalId }) => !isExplicit.has(externalId));
  const waiting = missing ? await heldBeside(feed, services) : null;
  if (waiting !== null)
    return {
      kind: 'hold',
      reason: `feed ${waiting} of the same connection has a held file that may contain them`,
      cause: null,
      ...nothing,
    };
  const announced = await asAnnounced(feed, due, of.absent, services);
  const together = announced.expected.size > 0 ? null : await shrinksWithItsHost(feed, of.absent, services);
  if (together !== null) return { kind: 'hold', ...together, ...nothing };

  // Judged as of the hold's opening: if listings return, the rest may pass and the hold is closed; passing time alone closes nothing.
  const asOf = of.openHold?.openedAt ?? clock.now();
  const removed = await store.expectations.removed(feed.id);
  const owned = (await store.listings.ownedSince(feed.id, asOf - weekMs)).filter(
    ({ externalId, offSince }) =>
      !announced.expected.has(externalId) && (offSince === null || !removed.has(externalId)),
  );
  const unexpected = due.map(({ externalId }) => externalId).filter((id) => !announced.expected.has(id));
  const inactive = of.deactivations.map(({ externalId }) => externalId);
  const all = new Set([...unexpected, ...inactive, ...of.stillHeld.map(({ externalId }) => externalId)]);
  const verdict =
    unexpected.length + inactive.length === 0
      ? ({ kind: 'pass' } as const)
      : guardLeaving(all, owned, feed.removals, of.weak, asOf);
  if (verdict.kind === 'pass') return { ...verdict, ...announced };
  return { ...verdict, reason: `${verdict.reason}${announced.remark}`, cause: null, ...announced };
}

/** Number of due listings that a rejection kept until now. */
function countExpired(
  due: AbsenceSteps['due'],
  { absent, deactivations }: Pick<RemovalsToJudge, 'absent' | 'deactivations'>,
): number {
  const ids = new Set(due.map(({ externalId }) => externalId));
  const removals = absent.filter(
    ({ externalId, pinnedUntil }) => pinnedUntil !== null && ids.has(externalId),
  );
  return removals.length + deactivations.filter(({ activeUntil }) => activeUntil !== null).length;
}

/**
 * Listings that left this feed may be in a held file of another feed of the connection (RULES R72).
 * @returns the name of that feed; null: none
 */
async function heldBeside(
  { id, connectionId }: Feed,
  { store }: Pick<Services, 'store'>,
): Promise<string | null> {
  const held = new Set((await store.holds.open({ kind: 'plan' })).map(({ feedId }) => feedId));
  held.delete(id);
  if (held.size === 0) return null;
  const feeds = await store.feeds.ofConnection(connectionId);
  return feeds.find((one) => held.has(one.id))?.name ?? null;
}

interface Announced {
  expected: ReadonlySet<string>;
  expectation: Expectation | null;
  /** Why an announcement does not cover the removals; empty if there is none, or if it does. */
  remark: string;
}

/** Absences pass as announced all together or not at all: if more are absent than announced, which of them were meant is unknown. */
async function asAnnounced(
  feed: Feed,
  due: AbsenceSteps['due'],
  absent: readonly ListingRecord[],
  { store, clock }: Services,
): Promise<Announced> {
  const expectation = await store.expectations.open(feed.id, clock.now());
  if (expectation === null) return { expected: new Set(), expectation, remark: '' };
  const explicit = new Set(
    absent.filter((row) => row.intent === 'remove' || !row.offered).map((row) => row.externalId),
  );
  const byAbsence = due.map(({ externalId }) => externalId).filter((id) => !explicit.has(id));
  const left = expectation.removals - expectation.used;
  if (byAbsence.length <= left) return { expected: new Set(byAbsence), expectation, remark: '' };
  const remark = `; ${expectation.removals} were announced (\`feedsync expect\`), of which ${left} are left`;
  return { expected: new Set(), expectation, remark };
}

/** If many feeds of one host lose listings within an hour, the fault is taken to be the host's, not the agencies' (RULES R70). */
async function shrinksWithItsHost(
  feed: Feed,
  absent: readonly ListingRecord[],
  { store }: Services,
): Promise<{ reason: string; cause: HoldCause } | null> {
  const missedAt = absent.flatMap(({ graceSince }) => graceSince ?? []);
  const within = around(missedAt);
  if (!isShrunk(await store.listings.missedBetween(feed.id, ...within))) return null;
  const feeds = await store.feeds.all();
  const hosts = feeds.find(({ id }) => id === feed.id)?.hosts ?? [];
  for (const host of hosts) {
    const there = feeds.filter((row) => row.hosts.includes(host) && row.life !== 'retired');
    const counts = [];
    for (const { id } of there)
      counts.push({ feedId: id, ...(await store.listings.missedBetween(id, ...within)) });
    const shrunk = hostShrinks(counts);
    if (shrunk.includes(feed.id))
      return {
        reason: `${shrunk.length} of ${there.length} feeds of the host ${host} lost listings within the same hour: the host probably failed, and all of these removals are held`,
        cause: `host ${host}`,
      };
  }
  return null;
}

function around(times: readonly number[]): [from: number, to: number] {
  const latest = Math.max(0, ...times);
  return [latest - hourMs, latest + hourMs];
}

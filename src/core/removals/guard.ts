import type { ExternalId } from '../../model/ids.js';

/** Limits of `removals:` in the configuration. */
export interface GuardLimits {
  alwaysAllow: number;
  maxShare: number;
  maxCount: number;
}

export interface OwnedListing {
  externalId: ExternalId;
  /** When the listing was first sent. Null: it was never sent, so no base counts it. */
  firstSentAt: number | null;
  /** When the listing's removal was queued; null while it is published, or published again. */
  offSince: number | null;
}

const hourMs = 3_600_000;
const windows = [
  { name: 'this run', ms: 0 },
  { name: '24 hours', ms: 24 * hourMs },
  { name: '7 days', ms: 7 * 24 * hourMs },
] as const;

/** A weakly complete snapshot may remove at most the larger of these within 24 hours, whatever the configured limits (RULES R6). */
const weakShare = 0.05;
const weakCount = 2;

/** A listing that left public view without being removed. */
export interface LeavingListing extends OwnedListing {
  /** When it became inactive; 0: before anything was counted; null while it is shown. */
  inactiveSince: number | null;
}

export type GuardVerdict =
  | { kind: 'pass' }
  /** All removals are held. `reason` is a clause: the limit, its numbers and the config key that sets it. */
  | { kind: 'hold'; reason: string };

/**
 * Decides whether the due listings may be removed. Listings that were never sent do not count. The removals of a window are those due
 * now plus those queued within it that were not reversed. Two shares are limited: of the listings published when the window began, so
 * that new ids make no room for removing old ones, and of the most listings published at any moment of the window, so that a young feed
 * has a base too (RULES R67). The number of removals is limited too. Removals that leave at most one of three or more listings are always
 * held. Up to `alwaysAllow` removals within 7 days pass if more than one listing remains and the limit of a weakly complete snapshot is kept.
 * @param due ids to remove now
 * @param owned all listings of the feed, the due ones included
 * @param weak the snapshot is only weakly complete
 */
export function guardRemovals(
  due: ReadonlySet<string>,
  owned: readonly OwnedListing[],
  limits: GuardLimits,
  weak: boolean,
  now: number,
): GuardVerdict {
  const sent = owned.filter((l) => l.firstSentAt !== null);
  if (!sent.some((l) => due.has(l.externalId))) return { kind: 'pass' };
  const remaining = sent.filter((l) => isPublished(l) && !due.has(l.externalId)).length;
  const counts = windows.map(({ name, ms }) => countSince(name, due, sent, now - ms));

  for (const { name, base } of counts) {
    if (remaining <= 1 && base >= 3)
      return hold(`it would leave ${remaining} of the ${base} listings of ${spell(name)}`);
  }
  const [, day, week] = counts;
  if (weak && day && day.removals > Math.max(weakCount, day.base * weakShare))
    return hold(
      `${day.removals} of ${day.base} listings within 24 hours is more than max(${weakCount}, ${percent(weakShare)}), the limit for a file that cannot prove that it is whole`,
    );
  // `always_allow` applies to the whole week: a few removals every day must still reach the limits.
  if (week && week.removals <= limits.alwaysAllow && remaining > 1) return { kind: 'pass' };
  const over = counts.map((count) => overLimits(count, limits)).find((reason) => reason !== null);
  return over == null ? { kind: 'pass' } : hold(over);
}

/**
 * `guardRemovals` for everything that leaves public view: removals, and listings that become inactive. Judged twice, and held if either
 * judgement holds it (RULES R75): among all published listings, where a removal and a deactivation of one listing count once, and
 * among the shown ones, so that many inactive listings make no room for hiding the rest.
 * @param due ids to remove or to make inactive now
 */
export function guardLeaving(
  due: ReadonlySet<string>,
  owned: readonly LeavingListing[],
  limits: GuardLimits,
  weak: boolean,
  now: number,
): GuardVerdict {
  const since = now - windows[2].ms;
  const published = owned.map(({ inactiveSince, ...l }) => ({
    ...l,
    offSince: l.offSince ?? (inactiveSince !== null && inactiveSince > since ? inactiveSince : null),
  }));
  const verdict = guardRemovals(due, published, limits, weak, now);
  if (verdict.kind === 'hold' || owned.every(({ inactiveSince }) => inactiveSince === null)) return verdict;
  const shown = owned.map(({ inactiveSince, ...l }) => ({
    ...l,
    offSince: earliest(l.offSince, inactiveSince),
  }));
  const hidden = new Set(shown.filter((l) => !isPublished(l)).map((l) => l.externalId));
  const leaving = new Set([...due].filter((id) => !hidden.has(id)));
  const ofShown = guardRemovals(leaving, shown, limits, weak, now);
  return ofShown.kind === 'pass'
    ? ofShown
    : hold(`${ofShown.reason}, counting only listings that visitors see`);
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

interface Count {
  name: string;
  removals: number;
  /** The most listings published at one moment of the window. */
  base: number;
  /** Listings published when the window began. */
  former: number;
  /** Removals among `former`. */
  formerRemovals: number;
}

function overLimits(count: Count, { maxCount, maxShare }: GuardLimits): string | null {
  const { removals, base, former, formerRemovals } = count;
  const within = spell(count.name);
  const shareLimit = `more than removals.max_share (${percent(maxShare)})`;
  if (removals > maxCount)
    return `${removals} listings within ${within} is more than removals.max_count (${maxCount})`;
  if (removals > base * maxShare) return `${removals} of ${base} listings within ${within} is ${shareLimit}`;
  if (formerRemovals > former * maxShare)
    return `${formerRemovals} of the ${former} listings that were live before ${within} is ${shareLimit}`;
  return null;
}

function countSince(
  name: string,
  due: ReadonlySet<string>,
  sent: readonly OwnedListing[],
  start: number,
): Count {
  const former = sent.filter((l) => wasPublished(l, start));
  return {
    name,
    removals: removalsSince(due, sent, start),
    base: peakSince(sent, start),
    former: former.length,
    formerRemovals: removalsSince(due, former, start),
  };
}

function removalsSince(due: ReadonlySet<string>, sent: readonly OwnedListing[], start: number): number {
  return sent.filter((l) => due.has(l.externalId) || (l.offSince !== null && l.offSince > start)).length;
}

/** The largest number of listings published at one moment between `start` and now. */
function peakSince(sent: readonly OwnedListing[], start: number): number {
  let count = 0;
  const changes: [at: number, by: 1 | -1][] = [];
  for (const { firstSentAt, offSince } of sent) {
    if (firstSentAt === null || (offSince !== null && offSince <= start)) continue;
    if (firstSentAt <= start) count++;
    else changes.push([firstSentAt, 1]);
    if (offSince !== null) changes.push([offSince, -1]);
  }
  let peak = count;
  for (const [, by] of changes.sort((a, b) => a[0] - b[0])) peak = Math.max(peak, (count += by));
  return peak;
}

function isPublished(listing: OwnedListing): boolean {
  return listing.offSince === null;
}

function wasPublished({ firstSentAt, offSince }: OwnedListing, at: number): boolean {
  return firstSentAt !== null && firstSentAt <= at && (offSince === null || offSince > at);
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function spell(name: string): string {
  return name === 'this run' ? 'this run' : `the last ${name}`;
}

function hold(reason: string): GuardVerdict {
  return { kind: 'hold', reason };
}

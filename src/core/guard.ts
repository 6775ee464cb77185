/** Limits of `removals:` in the configuration. */
export interface GuardLimits {
  alwaysAllow: number;
  maxShare: number;
  maxCount: number;
}

export interface OwnedListing {
  externalId: string;
  /** When it was first sent; null: never sent, so it is not part of any base. */
  firstSentAt: number | null;
  /** When its removal was queued; null while it is on. What came back is on. */
  offSince: number | null;
}

const hourMs = 3_600_000;
const windows = [
  { name: 'this run', ms: 0 },
  { name: '24 hours', ms: 24 * hourMs },
  { name: '7 days', ms: 7 * 24 * hourMs },
] as const;

/** A weakly complete snapshot may take off at most this, whatever the other limits say (SEMANTICS 1). */
const weakShare = 0.05;
const weakCount = 2;

export type GuardVerdict =
  | { kind: 'pass' }
  /** All of them wait. `reason` is a clause for a person: which limit, its numbers, where it is set. */
  | { kind: 'hold'; reason: string };

/**
 * May these listings be taken off? A function over exactly the ids to be taken off and exactly the ids that we own
 * (SEMANTICS 4). In each window: removals = those due now plus those that went off in it and did not come back;
 * base = the most that was sent and on at any moment of it, so that neither a young feed nor new ids distort the share.
 */
export function guardRemovals(
  due: ReadonlySet<string>,
  owned: readonly OwnedListing[],
  limits: GuardLimits,
  weak: boolean,
  now: number,
): GuardVerdict {
  if (due.size === 0) return { kind: 'pass' };
  const remaining = owned.filter((l) => isOn(l) && !due.has(l.externalId)).length;
  const counts = windows.map(({ name, ms }) => ({
    name,
    removals: removalsSince(due, owned, now - ms),
    base: peakSince(owned, now - ms),
  }));

  for (const { name, base } of counts) {
    if (remaining <= 1 && base >= 3)
      return hold(`it would leave ${remaining} of the ${base} listings of ${spell(name)}`);
  }
  const [, day, week] = counts;
  if (weak && day && day.removals > Math.max(weakCount, day.base * weakShare))
    return hold(
      `${day.removals} of ${day.base} listings within 24 hours is more than max(${weakCount}, ${weakShare * 100} %), the limit for a file that cannot prove that it is whole`,
    );
  // Always allowed only while they are all there are: two a day, every day, is a drip that the week must see.
  if (week && week.removals <= limits.alwaysAllow) return { kind: 'pass' };
  for (const { name, removals, base } of counts) {
    if (removals > limits.maxCount)
      return hold(
        `${removals} listings within ${spell(name)} is more than removals.max_count (${limits.maxCount})`,
      );
    if (removals > base * limits.maxShare)
      return hold(
        `${removals} of ${base} listings within ${spell(name)} is more than removals.max_share (${limits.maxShare * 100} %)`,
      );
  }
  return { kind: 'pass' };
}

function removalsSince(due: ReadonlySet<string>, owned: readonly OwnedListing[], start: number): number {
  return owned.filter((l) => due.has(l.externalId) || (l.offSince !== null && l.offSince > start)).length;
}

/** The largest number of listings that were sent and on at one moment between `start` and now. */
function peakSince(owned: readonly OwnedListing[], start: number): number {
  let on = 0;
  const changes: [at: number, by: 1 | -1][] = [];
  for (const { firstSentAt, offSince } of owned) {
    if (firstSentAt === null || (offSince !== null && offSince <= start)) continue;
    if (firstSentAt <= start) on++;
    else changes.push([firstSentAt, 1]);
    if (offSince !== null) changes.push([offSince, -1]);
  }
  let peak = on;
  for (const [, by] of changes.sort((a, b) => a[0] - b[0])) peak = Math.max(peak, (on += by));
  return peak;
}

function isOn(listing: OwnedListing): boolean {
  return listing.offSince === null;
}

function spell(name: string): string {
  return name === 'this run' ? 'this run' : `the last ${name}`;
}

function hold(reason: string): GuardVerdict {
  return { kind: 'hold', reason };
}

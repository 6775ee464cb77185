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

/** A weakly complete snapshot may remove at most this, whatever the other limits say (RULES R6). */
const weakShare = 0.05;
const weakCount = 2;

export type GuardVerdict =
  | { kind: 'pass' }
  /** All of them wait. `reason` is a clause for a person: which limit, its numbers, where it is set. */
  | { kind: 'hold'; reason: string };

/**
 * May these listings be taken off? A function over exactly the ids to be taken off and exactly the ids that we own
 * (RULES R50); what was never sent is no part of it. In each window: removals = those due now plus those that went off
 * in it and did not come back. Two shares of them count: of what was on when the window began, so that new ids make no
 * room for taking off old ones, and of the most that was on at any moment of it, so that a young feed has a base too.
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
  const remaining = sent.filter((l) => isOn(l) && !due.has(l.externalId)).length;
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
  // Always allowed only while they are all there are: two a day, every day, is a drip that the week must see.
  if (week && week.removals <= limits.alwaysAllow && remaining > 1) return { kind: 'pass' };
  const over = counts.map((count) => overLimits(count, limits)).find((reason) => reason !== null);
  return over == null ? { kind: 'pass' } : hold(over);
}

interface Count {
  name: string;
  removals: number;
  /** The most that was on at one moment of the window. */
  base: number;
  /** What was on when the window began, and how many of these go. */
  former: number;
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
    return `${formerRemovals} of the ${former} listings that were on before ${within} is ${shareLimit}`;
  return null;
}

function countSince(
  name: string,
  due: ReadonlySet<string>,
  sent: readonly OwnedListing[],
  start: number,
): Count {
  const former = sent.filter((l) => wasOn(l, start));
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

/** The largest number of listings that were on at one moment between `start` and now. */
function peakSince(sent: readonly OwnedListing[], start: number): number {
  let on = 0;
  const changes: [at: number, by: 1 | -1][] = [];
  for (const { firstSentAt, offSince } of sent) {
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

function wasOn({ firstSentAt, offSince }: OwnedListing, at: number): boolean {
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

import { sharesAlmostNothing } from '../core/plan.js';
import type { HoldLine } from '../store/rows.js';
import type { Rename } from '../store/store.js';
import { findPriceJump } from './find-price-jump.js';
import { findRenamed } from './find-renamed.js';
import { bodyMemoryMs } from './forget-old-snapshots.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from './services.js';
import type { Source } from './take-snapshot.js';

export type PlanVerdict =
  | { kind: 'commit' }
  /** The body equals a former snapshot: a cache may have served an old file. It is planned at the next complete poll. */
  | { kind: 'defer'; message: string }
  /** A file of changes, while a person decides about one before it: they are applied in their order. */
  | { kind: 'wait'; message: string }
  /** Not this agency's feed any more, or all ids renamed: a person decides. */
  | {
      kind: 'hold';
      message: string;
      reason: string;
      lines: HoldLine[];
      cause: 'ids' | 'prices';
      renames?: Rename[];
    };

/** Looks at the snapshot as a whole before anything of it counts (SEMANTICS 1 and 4). */
export async function judgePlan(
  feed: Feed,
  source: Source,
  reading: Reading,
  services: Services,
): Promise<PlanVerdict> {
  if (source.snapshot?.state === 'approved') return { kind: 'commit' };
  if (reading.facts.kind === 'delta') {
    const verdict = await judgeChanges(feed, services);
    return verdict.kind === 'commit' ? judgePrices(feed, reading, null, services) : verdict;
  }
  if (source.snapshot === null && (await isFormerBody(feed, source, services)))
    return {
      kind: 'defer',
      message:
        'this file equals an older one of the last 7 days: it waits one poll, in case a cache served it',
    };

  const { listings } = services.store;
  const former = await listings.ownedCount(feed.id);
  const missing = await listings.ownedUnseen(feed.id, reading.seen);
  const shared = former - missing.length;
  if (!sharesAlmostNothing({ former, shared, now: reading.ownRecords }))
    return judgePrices(feed, reading, shared, services);
  const lines = await absentLines(feed, missing, services);
  const renames = await findRenamed(feed, lines, services);
  const proposal =
    renames.length === 0
      ? ''
      : ` ${renames.length} of them look like listings of it under new ids: address, area and price match.`;
  return {
    kind: 'hold',
    cause: 'ids',
    message: `only ${shared} of ${former} listings are in this file: it looks like another agency’s feed, or all ids were renamed; nothing of it is taken over before \`feedsync holds\` is answered`,
    reason: `Of ${former} listings of feed ${feed.name}, ${shared} stand in the new file, which holds ${reading.ownRecords} records. It looks like another agency’s feed, or every id was renamed. Nothing of it was taken over.${proposal}`,
    lines,
    renames,
  };
}

const examplesMax = 3;

/** @param shared how many of the feed's listings stand in the file; null: as many as it speaks of, of a file of changes */
async function judgePrices(
  feed: Feed,
  reading: Reading,
  shared: number | null,
  services: Services,
): Promise<PlanVerdict> {
  const jump = await findPriceJump(feed, reading, shared, services);
  if (jump === null) return { kind: 'commit' };
  const { factor, changes } = jump;
  const told = factor >= 1 ? `${round(factor)} times` : `1/${round(1 / factor)} of`;
  const examples = changes
    .slice(0, examplesMax)
    .map(({ externalId, from, to }) => `${externalId} ${from} → ${to}`)
    .join(', ');
  const what = `${changes.length} prices of feed ${feed.name} are ${told} what they were (${examples})`;
  return {
    kind: 'hold',
    cause: 'prices',
    message: `${what}: nothing of this file is taken over before \`feedsync holds\` is answered`,
    reason: `${what}. No market does that: a unit, a decimal point or a currency may be lost. Nothing of the file was taken over.`,
    lines: [],
  };
}

function round(factor: number): number {
  return Math.round(factor * 100) / 100;
}

async function judgeChanges(feed: Feed, { store }: Services): Promise<PlanVerdict> {
  const [open] = await store.holds.open({ feedId: feed.id, kind: 'plan' });
  if (open === undefined) return { kind: 'commit' };
  return {
    kind: 'wait',
    message: `this file of changes is kept and waits: it follows a file about which hold ${open.id} asks (\`feedsync holds\`)`,
  };
}

async function isFormerBody(feed: Feed, source: Source, { store, clock }: Services): Promise<boolean> {
  const latest = (await store.feeds.get(feed.id))?.committedSnapshotId ?? null;
  const committed = (await store.snapshots.ofFeed(feed.id)).filter((s) => s.state === 'committed');
  if (committed.some((s) => s.id === latest && s.bodyHash === source.bodyHash)) return false;
  return committed.some((s) => s.bodyHash === source.bodyHash && clock.now() - s.fetchedAt <= bodyMemoryMs);
}

async function absentLines(feed: Feed, missing: readonly number[], { store }: Services): Promise<HoldLine[]> {
  const rows = await store.listings.ofOrdinals(feed.id, missing);
  return rows.map(({ externalId, title, lastSeenAt }) => ({
    externalId,
    title,
    lastSeenAt,
    reason: feed.removals.reason,
  }));
}

import { mappedContext } from '../snapshot/kept-context.js';
import type { LostField } from '../../core/listing/lost-fields.js';
import { isSmallAndUnshared, sharesAlmostNothing } from '../../core/listing/plan.js';
import type { PriceJump } from '../../core/listing/price-jump.js';
import type { Swap } from '../../core/listing/swapped-rows.js';
import type { HoldLine } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Rename } from '../../store/store.js';
import { compareKnown, wholeFile } from './compare-known.js';
import { findLostMarks, type LostMarks } from './find-lost-marks.js';
import { findRenamed } from './find-renamed.js';
import { bodyMemoryMs } from '../snapshot/forget-old-snapshots.js';
import type { WholeFile } from '../content/content-gate.js';
import type { Reading } from './reading.js';
import { crossedOver } from '../removals/absence-doubt.js';
import { signSentence, smallFeedSigns } from './small-feed.js';
import type { Feed, Services } from '../services/services.js';
import type { Source } from '../snapshot/take-snapshot.js';

export type PlanVerdict =
  | { kind: 'commit'; whole: WholeFile }
  /**
   * The file equals a former snapshot: a cache may have served an old file. The plan is deferred until the next complete poll confirms the
   * file.
   */
  | { kind: 'defer'; message: string }
  /** A delta file that follows one which is held for a decision: delta files are applied in order. */
  | { kind: 'wait'; message: string }
  /**
   * The file looks like another agency's feed, all ids were renamed, most listings changed alike, or the source has long served an old
   * file: an operator decides.
   */
  | {
      kind: 'hold';
      message: string;
      reason: string;
      lines: HoldLine[];
      cause: 'ids' | 'older' | WholeCause;
      renames?: Rename[];
    };

type WholeCause = 'prices' | 'fields' | 'rows' | 'states';

/** The feed with its stored row, the context of this reading, and whether it is a remap. */
interface Asking {
  feed: Feed;
  row: Pick<FeedRecord, 'context' | 'failures'>;
  context: string | null;
  isRemap: boolean;
  services: Services;
}

/** Judges the snapshot as a whole before any of its records is committed (RULES R16, R56, R57, R58, R61, R62). */
export async function judgePlan(asking: Asking, source: Source, reading: Reading): Promise<PlanVerdict> {
  const { feed, services } = asking;
  if (source.snapshot?.state === 'approved')
    return { kind: 'commit', whole: await approvedValues(asking, source.snapshot, reading) };
  if (reading.facts.kind === 'delta') {
    const waits = await waitsForFormer(feed, services);
    return waits ?? judgeKnown(asking, reading, null);
  }
  if (source.snapshot === null && (await isFormerBody(feed, source, services)))
    return {
      kind: 'defer',
      message:
        'this file equals an older one of the last 7 days: it waits one poll, in case a cache served it',
    };

  const { former, missing, shared } = await sharedWith(feed, reading, services);
  const counts = { former, shared, now: reading.ownRecords };
  const isSmall = isSmallAndUnshared(counts);
  if (!isSmall && !sharesAlmostNothing(counts)) return judgeKnown(asking, reading, shared);
  const absent = await services.store.listings.ofOrdinals(feed.id, missing);
  const lines = linesOf(feed, absent);
  const renames = await findRenamed(feed, lines, reading, services);
  const signs = isSmall ? await smallFeedSigns({ feed, absent, renames, counts }, reading, services) : null;
  if (signs?.length === 0) return judgeKnown(asking, reading, shared);
  const proposal =
    renames.length === 0
      ? ''
      : ` ${renames.length} of them look like listings of it under new ids: address, area and price match.`;
  return {
    kind: 'hold',
    cause: 'ids',
    message: `only ${shared} of ${former} listings are in this file: it looks like another agency’s feed, or all ids were renamed; nothing of it is taken over before \`feedsync holds\` is answered`,
    reason: `Of ${former} listings of feed ${feed.name}, ${shared} are in the new file, which holds ${reading.ownRecords} records. It looks like another agency’s feed, or every id was renamed.${signSentence(signs)} Nothing of it was taken over.${proposal}`,
    lines,
    renames,
  };
}

/** The hold about a full file that has been older than the last one for so long that a person is asked. */
export function askAboutOlder({ message, reason }: { message: string; reason: string }): PlanVerdict {
  return { kind: 'hold', cause: 'older', message, reason, lines: [] };
}

const examplesMax = 3;

/** @param shared number of the feed's listings in the file; null: a delta file, of which only the named listings are compared */
async function judgeKnown(
  { feed, row, context, isRemap, services }: Asking,
  reading: Reading,
  shared: number | null,
): Promise<PlanVerdict> {
  const compared = await compareKnown(feed, reading, shared, services);
  const { jump, lost, swap } = compared;
  const found: Finding[] = [];
  let cause: WholeCause = 'fields';
  // The same file under another mapping: the operator intends the losses. But in a remap while the source is unreadable, the mapping may be
  // meant for the new file, so its losses count.
  if (!reading.ownChange || (isRemap && row.failures > 0)) {
    // Under another vocabulary, the portal may have withdrawn words, so lost fields with the portal's words do not count.
    const missed = mappedContext(row) === context ? lost : lost.filter(({ field }) => !isPortalWord(field));
    const marks = shared === null ? [] : await findLostMarks(feed.id, reading, shared, services);
    if (swap !== null) found.push(whatSwapped(feed, swap));
    if (swap !== null) cause = 'rows';
    if (missed.length + marks.length > 0) found.push(whatIsLost(feed, missed, marks));
    const crossed = shared === null ? null : await crossedOver(feed, reading, services);
    if (crossed !== null && found.length === 0) cause = 'states';
    if (crossed !== null) found.push(whatCrossed(feed, crossed));
  }
  if (jump !== null && (await isPricePlanOpen(feed, services)))
    return holdWhole('prices', [whatJumped(feed, jump), ...found]);
  if (found.length > 0) return holdWhole(cause, found);
  // Values that changed alike are asked about one by one: all else of the file is taken over.
  return { kind: 'commit', whole: await wholeFile(feed, reading, compared, services) };
}

/**
 * What the values of an approved file look like. The approval answers what its hold asked: only where that was the prices, they are approved
 * too.
 */
async function approvedValues(
  { feed, services }: Asking,
  { id }: Pick<Snapshot, 'id'>,
  reading: Reading,
): Promise<WholeFile> {
  const shared = reading.facts.kind === 'delta' ? null : (await sharedWith(feed, reading, services)).shared;
  const compared = await compareKnown(feed, reading, shared, services);
  const answered = (await services.store.holds.all({ feedId: feed.id })).find(
    ({ kind, snapshotId }) => kind === 'plan' && snapshotId === id,
  );
  const arePricesApproved = answered?.cause === 'prices';
  return { ...(await wholeFile(feed, reading, compared, services)), arePricesApproved };
}

/** How many listings the feed had, and which of them, by ordinal, the file lacks. */
async function sharedWith(
  { id }: Feed,
  { seen }: Reading,
  { store: { listings } }: Services,
): Promise<{ former: number; missing: number[]; shared: number }> {
  const former = await listings.ownedCount(id);
  const missing = await listings.ownedUnseen(id, seen);
  return { former, missing, shared: former - missing.length };
}

function isPortalWord(field: string): boolean {
  return field.startsWith('attributes.');
}

/** What was found, and what may have caused it. Both are sentences of the hold. */
type Finding = readonly [what: string, why: string];

/** A question about prices that release 0.1.0 asked about the whole file stays that question until it is answered. */
async function isPricePlanOpen({ id: feedId }: Feed, { store }: Services): Promise<boolean> {
  return (await store.holds.open({ feedId, kind: 'plan' })).some(({ cause }) => cause === 'prices');
}

function holdWhole(cause: WholeCause, found: readonly Finding[]): PlanVerdict {
  return {
    kind: 'hold',
    cause,
    message: `${found.map(([what]) => what).join('; ')}: nothing of this file is taken over before \`feedsync holds\` is answered`,
    reason: `${found.map(([what, why]) => `${what}. ${why}`).join(' Also, ')} Nothing of the file was taken over.`,
    lines: [],
  };
}

function whatJumped(feed: Feed, { factor, changes }: PriceJump): Finding {
  const ratio = factor >= 1 ? `${round(factor)} times` : `1/${round(1 / factor)} of`;
  const examples = changes
    .slice(0, examplesMax)
    .map(({ externalId, from, to }) => `${externalId} ${round(from)} → ${round(to)}`)
    .join(', ');
  return [
    `${changes.length} prices of feed ${feed.name} are ${ratio} what they were (${examples})`,
    'No market does that: a unit, a decimal point or a currency may be lost.',
  ];
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

const swappedWords: Readonly<Record<Swap['column'], string>> = {
  price: 'prices',
  area: 'areas',
  address: 'addresses',
  place: 'places',
};

function whatSwapped(feed: Feed, { column, swapped }: Swap): Finding {
  return [
    `${swapped} listings of feed ${feed.name} swapped their ${swappedWords[column]} among each other`,
    'A table may have been sorted by one column alone, so that values stand in the wrong rows.',
  ];
}

function whatIsLost(feed: Feed, lost: readonly LostField[], marks: readonly LostMarks[]): Finding {
  const fields = lost.map(({ field, had, lost: gone }) => `${field} (${gone} of ${had} listings)`);
  for (const { ofInactive, lost: gone, had } of marks) {
    const whose = ofInactive ? 'reserved or switched off' : 'sold or excluded from the portal';
    fields.unshift(`the marks of listings that are ${whose} (${gone} of ${had})`);
  }
  const others = fields.length > examplesMax ? ` and ${fields.length - examplesMax} more` : '';
  return [
    `feed ${feed.name} no longer has ${fields.slice(0, examplesMax).join(', ')}${others}`,
    'A column or an element may have a new name: then the mapping must use it.',
  ];
}

function whatCrossed({ name, emptyState }: Feed, { before, now }: { before: number; now: number }): Finding {
  const shares = `${percent(now)} of the records that it does not take off offer, not ${percent(before)}`;
  const [meaning, way] =
    emptyState === 'word'
      ? ['has the meaning of “(empty)”', 'give “(empty)” another one']
      : ['means that the ad is on offer', 'write `empty_state: word`, so that it is asked about'];
  return [
    `in feed ${name} the state has a word in ${shares} as before`,
    `An empty cell ${meaning}, which may be wrong now. If it still is right, approve the file; if not, ${way} first.`,
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

async function waitsForFormer(feed: Feed, { store }: Services): Promise<PlanVerdict | null> {
  const [open] = await store.holds.open({ feedId: feed.id, kind: 'plan' });
  if (open === undefined) return null;
  return {
    kind: 'wait',
    message: `this delta file is kept and waits: the file before it is held by hold ${open.id} (\`feedsync holds\`)`,
  };
}

async function isFormerBody(feed: Feed, source: Source, { store, clock }: Services): Promise<boolean> {
  const latest = (await store.feeds.get(feed.id))?.committedSnapshotId ?? null;
  const committed = (await store.snapshots.ofFeed(feed.id)).filter((s) => s.state === 'committed');
  if (committed.some((s) => s.id === latest && s.bodyHash === source.bodyHash)) return false;
  return committed.some((s) => s.bodyHash === source.bodyHash && clock.now() - s.fetchedAt <= bodyMemoryMs);
}

function linesOf(feed: Feed, absent: readonly ListingRecord[]): HoldLine[] {
  return absent.map(({ externalId, title, lastSeenAt }) => ({
    externalId,
    title,
    lastSeenAt,
    reason: feed.removals.reason,
  }));
}

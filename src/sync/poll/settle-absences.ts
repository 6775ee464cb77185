import type { FeedId, SourceId } from '../../model/ids.js';
import type { AbsenceReport } from '../reports.js';
import {
  ageAbsences,
  keepsListing,
  type AbsenceSteps,
  type AbsentListing,
} from '../../core/removals/absence.js';
import type { PollBalance } from '../../core/schedule/balance.js';
import type { Bitmap } from '../../core/removals/bitmap.js';
import { counted, listingForms } from '../../texts/counted.js';
import type { FileKind } from '../../model/feed-format.js';
import { groupBy } from '../../model/group-by.js';
import type { HoldLine, Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { AbsenceDecision } from '../../store/store.js';
import { doubtOfHold, type AbsenceDoubt } from './absence-doubt.js';
import { judgeRemovals, type RemovalsVerdict } from './judge-removals.js';
import { updateOrphanHolds } from '../holds/orphan-hold.js';
import { raiseHold } from '../holds/raise-hold.js';
import type { Feed, Services } from '../services/services.js';

export interface Presence {
  /** Ordinals of the records in this snapshot; `unchanged`: the file equals the last one (304 or identical bytes), which counts as a poll. */
  seen: Bitmap | 'unchanged';
  /**
   * Kind of the file, or of the last file if this one is unchanged. A delta file makes nothing absent. `kept`: kept records were mapped
   * again, which shows nothing about the source's present state.
   */
  fileKind: FileKind | 'kept';
  weak: boolean;
  /** Why listings that this poll is the first to miss are held at once. */
  doubt: AbsenceDoubt | null;
  /** Number of unreadable records without an id. Each absent listing might be one of them, so absences do not count. */
  unidentified: number;
}

type Waiting = ListingRecord & { ordinal: number };

/** Ages absences, lets the guard judge what is due, and commits the result: grace, a hold, or a removal in the outbox (RULES R47, R48, R50). */
export async function settleAbsences(
  feed: Feed,
  presence: Presence,
  balance: PollBalance,
  services: Services,
  dryRun: boolean,
): Promise<AbsenceReport> {
  const { store, clock, crashPoints } = services;
  const { absent: missing, returned, shielded, stillHeld } = await compare(feed, presence, services);
  const { absent, transfers } = await splitTransfers(feed, missing, services);
  const openHold = (await store.holds.open({ feedId: feed.id, kind: 'removals' }))[0] ?? null;
  const { weak } = presence;
  const { aged, doubt } = withDoubt(absent, presence.doubt, openHold);
  const steps = ageAbsences(aged, feed.removals, weak, clock.now());
  const verdict = await judgeRemovals(feed, { steps, absent, stillHeld, openHold, weak, doubt }, services);

  const rows = new Map(absent.map((row) => [row.externalId, row]));
  // A listing that was never sent is removed without a hold: the portal does not have it.
  const isSent = (id: string): boolean => rows.get(id)?.firstSentAt != null;
  const dueHeld =
    verdict.kind === 'hold'
      ? steps.due.filter(({ externalId: id }) => isSent(id) && !verdict.expected.has(id))
      : [];
  const held = new Set(dueHeld.map((due) => due.externalId));
  const removals = steps.due.filter((due) => !held.has(due.externalId));
  balance.shielded = shielded;
  balance.absent = absent.length;
  balance.inGrace = steps.grace.length;
  balance.held = held.size;
  balance.queuedForRemoval = removals.length;
  balance.pinned = steps.pinned.length;

  const report: AbsenceReport = {
    inGrace: steps.grace.length,
    held: held.size,
    pinned: steps.pinned.length,
    removals: removals.map(({ externalId, reason }) => ({
      externalId,
      reason,
      title: rows.get(externalId)?.title ?? null,
    })),
    returned: returned.length,
    transferred: transfers.length,
    holdId: openHold?.id ?? null,
    holdReason: verdict.kind === 'hold' ? verdict.reason : null,
  };
  if (dryRun) return report;

  await updateOrphanHolds(transfers, services);
  await store.listings.applyAbsences(
    feed.connectionId,
    feed.id,
    [...decisionsOf(steps, held, returned, verdict), ...transfers.map(transferDecision)],
    clock.now(),
  );
  crashPoints.reach('removals.planned');
  report.holdId = await keepHold(
    feed,
    openHold,
    [
      ...dueHeld.map((due) => toLine(rows.get(due.externalId), due)),
      ...stillHeld.map((row) => toLine(row, { externalId: row.externalId, reason: feed.removals.reason })),
    ],
    dueHeld.filter(({ externalId }) => rows.get(externalId)?.intent === 'remove').length,
    verdict,
    services,
  );
  return report;
}

/**
 * Selects the absent listings that a doubt holds at once: those that this poll is the first to miss, and those that an earlier doubt holds
 * until they return or a user decides. A process that was killed may have marked these as held without raising the hold.
 * @returns doubt: null unless it applies to any of them
 */
function withDoubt(
  absent: readonly ListingRecord[],
  fresh: AbsenceDoubt | null,
  openHold: Hold | null,
): { aged: AbsentListing[]; doubt: AbsenceDoubt | null } {
  const doubt = fresh ?? doubtOfHold(openHold);
  const aged = absent.map((row): AbsentListing => {
    const { externalId, graceSince, gracePolls, pinnedUntil, presence } = row;
    const isOff = row.intent === 'remove';
    const isFirstMissed = presence === 'present' || presence === 'invalid';
    const isAsked = !isOff && (presence === 'held' ? doubt !== null : fresh !== null && isFirstMissed);
    const explicit = isOff ? (row.removeReason ?? 'withdrawn') : null;
    return { externalId, graceSince, gracePolls, pinnedUntil, explicit, asked: isAsked };
  });
  return { aged, doubt: aged.some((one) => one.asked) ? doubt : null };
}

interface Compared {
  absent: ListingRecord[];
  returned: ListingRecord[];
  /** Number of absent listings that an unreadable record might be. They count as present. */
  shielded: number;
  /**
   * Listings held since a full file missed them. A delta file that does not mention such a listing neither ages its absence nor ends it.
   */
  stillHeld: ListingRecord[];
}

/** Finds absent and returned listings. Only these are loaded one by one. */
async function compare(feed: Feed, presence: Presence, { store }: Services): Promise<Compared> {
  const waiting = await store.listings.waiting(feed.id);
  const { seen } = presence;
  if (presence.fileKind === 'delta') return compareChanges(waiting, seen);
  if (presence.fileKind === 'kept') return compareKept(waiting, seen);
  const stillHeld: ListingRecord[] = [];
  if (seen === 'unchanged') return { absent: waiting, returned: [], shielded: 0, stillHeld };
  const isAbsent = (row: Waiting): boolean =>
    !seen.has(row.ordinal) || !row.offered || row.intent === 'remove';
  const returned = waiting.filter((row) => !isAbsent(row));
  const known = new Set(waiting.map((row) => row.externalId));
  const missing = await store.listings.ownedUnseen(feed.id, seen);
  const rows = missing.length === 0 ? [] : await store.listings.ofOrdinals(feed.id, missing);
  const unseen = rows.filter((row) => !known.has(row.externalId));
  if (presence.unidentified > 0) {
    const explicit = waiting.filter((row) => row.intent === 'remove' && seen.has(row.ordinal));
    const counted = await store.listings.presentOrdinals(feed.id);
    const shielded = counted.filter((ordinal) => !seen.has(ordinal)).length;
    return { absent: explicit, returned, shielded, stillHeld };
  }
  return { absent: [...waiting.filter(isAbsent), ...unseen], returned, shielded: 0, stillHeld };
}

/**
 * A delta file removes only what one of its records states: a deletion, or a listing that its record no longer yields. All other listings
 * stay as they are, even those that an earlier full file missed.
 */
function compareChanges(waiting: readonly Waiting[], seen: Presence['seen']): Compared {
  const isExplicit = (row: Waiting): boolean => row.intent === 'remove' || !row.offered;
  const isSeen = ({ ordinal }: Waiting): boolean => seen !== 'unchanged' && seen.has(ordinal);
  return {
    absent: waiting.filter(isExplicit),
    returned: waiting.filter((row) => !isExplicit(row) && isSeen(row)),
    shielded: 0,
    stillHeld: waiting.filter((row) => !isExplicit(row) && !isSeen(row) && row.presence === 'held'),
  };
}

/**
 * Kept records remove only what a record itself states as removed. A listing that its record no longer yields under the changed mapping is
 * judged with the source's next file, so that no number of mapping changes ages an absence.
 */
function compareKept(waiting: readonly Waiting[], seen: Presence['seen']): Compared {
  const isOff = (row: Waiting): boolean => row.intent === 'remove';
  const isBack = (row: Waiting): boolean =>
    !isOff(row) && row.offered && seen !== 'unchanged' && seen.has(row.ordinal);
  return {
    absent: waiting.filter(isOff),
    returned: waiting.filter(isBack),
    shielded: 0,
    stillHeld: waiting.filter((row) => !isOff(row) && !isBack(row) && row.presence === 'held'),
  };
}

/** An absent listing and the record of another feed that claims it. */
interface Transfer {
  row: ListingRecord;
  feedId: FeedId;
  sourceId: SourceId;
}

/** Separates listings that another feed of the connection has. They are transferred to that feed, and nothing is removed (RULES R32). */
async function splitTransfers(
  feed: Feed,
  missing: readonly ListingRecord[],
  { store }: Services,
): Promise<{ absent: ListingRecord[]; transfers: Transfer[] }> {
  const claims = missing.length === 0 ? [] : await store.listings.claims(feed.id);
  const claimsOf = groupBy(claims, ({ externalId }) => externalId);
  const transfers = missing.flatMap((row): Transfer[] => {
    const isStated = row.intent === 'remove';
    const claim = claimsOf.get(row.externalId)?.find(({ life }) => keepsListing(life, isStated));
    return claim === undefined ? [] : [{ row, feedId: claim.feedId, sourceId: claim.sourceId }];
  });
  const kept = new Set(transfers.map(({ row }) => row.externalId));
  return { absent: missing.filter((row) => !kept.has(row.externalId)), transfers };
}

function transferDecision({ row: { externalId }, feedId, sourceId }: Transfer): AbsenceDecision {
  const kept = { presence: 'present', graceSince: null, gracePolls: 0, queueRemoval: null } as const;
  return { externalId, ...kept, giveTo: { feedId, sourceId } };
}

function decisionsOf(
  steps: AbsenceSteps,
  held: ReadonlySet<string>,
  returned: readonly ListingRecord[],
  { expected, expectation }: RemovalsVerdict,
): AbsenceDecision[] {
  return [
    ...steps.grace.map((g): AbsenceDecision => ({ ...g, presence: 'grace', queueRemoval: null })),
    ...steps.pinned.map((externalId): AbsenceDecision => ({
      externalId,
      presence: 'pinned',
      graceSince: null,
      gracePolls: 0,
      queueRemoval: null,
    })),
    ...steps.due.map(({ externalId, reason, graceSince, gracePolls }): AbsenceDecision => {
      const isHeld = held.has(externalId);
      return {
        externalId,
        presence: isHeld ? 'held' : 'gone',
        graceSince,
        gracePolls,
        queueRemoval: isHeld ? null : reason,
        ...(expectation !== null && expected.has(externalId) && { expectationId: expectation.id }),
      };
    }),
    ...returned.map(({ externalId }): AbsenceDecision => ({
      externalId,
      presence: 'present',
      graceSince: null,
      gracePolls: 0,
      queueRemoval: 'cancel',
    })),
  ];
}

/** @param stated number of listings that the feed itself reports as sold, rented or withdrawn */
function whatIsMissing({ name }: Feed, count: number, stated: number): string {
  const listings = `${counted(count, listingForms).en} that ${count === 1 ? 'is' : 'are'} on the portal`;
  const off = 'sold, rented or withdrawn';
  if (stated === 0) return `Feed ${name} no longer has ${listings}.`;
  if (stated === count) return `Feed ${name} reports ${listings} as ${off}.`;
  return `Feed ${name} no longer has ${listings}, or reports them (${stated}) as ${off}.`;
}

/** Raises, updates or closes the feed's hold so that it shows exactly the listings that are held. */
async function keepHold(
  feed: Feed,
  openHold: Hold | null,
  lines: HoldLine[],
  stated: number,
  verdict: RemovalsVerdict,
  services: Services,
): Promise<number | null> {
  const { store, clock } = services;
  if (lines.length > 0 && (verdict.kind === 'hold' || openHold !== null)) {
    const reason =
      verdict.kind === 'hold'
        ? `${whatIsMissing(feed, lines.length, stated)} They were not removed, because ${verdict.reason}.`
        : (openHold?.reason ?? '');
    const hold = {
      connectionId: feed.connectionId,
      feedId: feed.id,
      kind: 'removals',
      reason,
      snapshotId: null,
      lines,
      cause: verdict.kind === 'hold' ? verdict.cause : (openHold?.cause ?? null),
    } as const;
    return (await raiseHold(hold, services)).id;
  }
  if (openHold !== null) await store.holds.close(openHold.id, clock.now());
  return null;
}

function toLine(
  row: ListingRecord | undefined,
  due: Pick<AbsenceSteps['due'][number], 'externalId' | 'reason'>,
): HoldLine {
  return {
    externalId: due.externalId,
    title: row?.title ?? null,
    lastSeenAt: row?.lastSeenAt ?? null,
    reason: due.reason,
  };
}

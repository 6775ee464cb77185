import type { ExternalId, FeedId, SourceId } from '../../model/ids.js';
import type { AbsenceReport } from '../reports.js';
import {
  ageAbsences,
  keepsListing,
  type AbsenceSteps,
  type AbsentListing,
} from '../../core/removals/absence.js';
import { dueDeactivations } from '../../core/removals/visibility.js';
import type { PollBalance } from '../../core/schedule/balance.js';
import type { Bitmap } from '../../core/removals/bitmap.js';
import type { FileKind } from '../../model/feed-format.js';
import { groupBy } from '../../model/group-by.js';
import type { Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { AbsenceDecision, WaitingForFeed } from '../../store/store.js';
import { noteUpgraded } from '../../store/facts/upgraded-feeds.js';
import { doubtOfHold, type AbsenceDoubt } from './absence-doubt.js';
import { judgeRemovals, type RemovalsVerdict } from './judge-removals.js';
import { inactiveContents, shownListings } from './visibility.js';
import { updateOrphanHolds } from '../holds/orphan-hold.js';
import { keepHold, toLine } from './keep-hold.js';
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
  /** Of a dry run, which commits nothing: listings that its records would make inactive. */
  planned?: readonly ExternalId[];
}

type Waiting = WaitingForFeed;

/**
 * Ages absences, lets the guard judge what is due to be removed or to become inactive, and commits the result: grace, a hold, or an outbox
 * entry (RULES R64, R65, R67, R75).
 */
export async function settleAbsences(
  feed: Feed,
  presence: Presence,
  balance: PollBalance,
  services: Services,
  dryRun: boolean,
): Promise<AbsenceReport> {
  const judgement = await judge(feed, presence, services);
  count(judgement, balance);
  const report = reportOf(judgement);
  if (dryRun) return report;
  const isKept = presence.fileKind === 'kept';
  report.holdId = await commit(feed, { ...judgement, isKept }, balance, services);
  if (presence.seen !== 'unchanged') await noteUpgraded(feed.id, false, services.store);
  return report;
}

/** What leaves public view with a poll, and what the guard says about it. */
interface Judgement extends Pick<Compared, 'returned' | 'shielded' | 'stillHeld'> {
  absent: readonly ListingRecord[];
  transfers: Transfer[];
  steps: AbsenceSteps;
  openHold: Hold | null;
  verdict: RemovalsVerdict;
  /** Due removals that are held, and those that are not. */
  held: AbsenceSteps['due'];
  removals: AbsenceSteps['due'];
  deactivations: Record<'passed' | 'held' | 'pinned', ListingRecord[]>;
}

async function judge(feed: Feed, presence: Presence, services: Services): Promise<Judgement> {
  const { store, clock } = services;
  const compared = await compare(feed, presence, services);
  const { returned, shielded, stillHeld } = compared;
  const open = await openDeactivations(feed, compared, presence.planned ?? [], services);
  const { absent, transfers } = await splitTransfers(feed, compared.absent, services);
  const openHold = (await store.holds.open({ feedId: feed.id, kind: 'removals' }))[0] ?? null;
  const { weak } = presence;
  const { aged, doubt } = withDoubt(absent, presence.doubt, openHold);
  const steps = ageAbsences(aged, feed.removals, weak, clock.now());
  // What the portal does not show leaves without a question: no visitor misses it.
  const shown = await shownListings([...absent, ...open.due], feed.connectionId, services);
  const isShown = ({ externalId }: Pick<ListingRecord, 'externalId'>): boolean => shown.has(externalId);
  const hiding = open.due.filter(isShown);
  const toJudge = { steps, absent, shown, stillHeld, openHold, weak, doubt, deactivations: hiding };
  const verdict = await judgeRemovals(feed, toJudge, services);
  const isHold = verdict.kind === 'hold';

  const isHeld = (due: AbsenceSteps['due'][number]): boolean =>
    isHold && isShown(due) && !verdict.expected.has(due.externalId);
  return {
    ...{ returned, shielded, stillHeld, absent, transfers, steps, openHold, verdict },
    held: steps.due.filter(isHeld),
    removals: steps.due.filter((due) => !isHeld(due)),
    deactivations: {
      passed: isHold ? open.due.filter((row) => !isShown(row)) : open.due,
      held: isHold ? hiding : [],
      pinned: open.pinned,
    },
  };
}

function count({ shielded, absent, steps, ...judgement }: Judgement, balance: PollBalance): void {
  const { passed, held, pinned } = judgement.deactivations;
  Object.assign(balance, {
    shielded,
    absent: absent.length,
    inGrace: steps.grace.length,
    held: judgement.held.length,
    queuedForRemoval: judgement.removals.length,
    pinned: steps.pinned.length,
    becomingInactive: passed.length + held.length + pinned.length,
    deactivated: passed.length,
    deactivationsHeld: held.length,
    keptActive: pinned.length,
  } satisfies Partial<PollBalance>);
}

function reportOf(judgement: Judgement): AbsenceReport {
  const { steps, absent, removals, deactivations, verdict, openHold } = judgement;
  const titles = new Map(absent.map(({ externalId, title }) => [externalId, title]));
  return {
    inGrace: steps.grace.length,
    held: judgement.held.length + deactivations.held.length,
    pinned: steps.pinned.length,
    deactivated: deactivations.passed.length,
    removals: removals.map(({ externalId, reason }) => ({
      externalId,
      reason,
      title: titles.get(externalId) ?? null,
    })),
    returned: judgement.returned.length,
    transferred: judgement.transfers.length,
    holdId: openHold?.id ?? null,
    holdReason: verdict.kind === 'hold' ? verdict.reason : null,
  };
}

/** @returns the id of the open hold; null: none is open */
async function commit(
  feed: Feed,
  judgement: Judgement & { isKept: boolean },
  balance: PollBalance,
  services: Services,
): Promise<number | null> {
  const { store, clock, crashPoints } = services;
  const { absent, transfers, steps, held, returned, stillHeld, deactivations, verdict, openHold, isKept } =
    judgement;
  await updateOrphanHolds(transfers, services);
  const ids = new Set(held.map(({ externalId }) => externalId));
  await store.listings.applyAbsences(
    feed.connectionId,
    feed.id,
    [...decisionsOf(steps, ids, returned, verdict), ...transfers.map(transferDecision)],
    clock.now(),
  );
  balance.queued += await settleDeactivations(feed, deactivations, services);
  crashPoints.reach('removals.planned');
  const rows = new Map(absent.map((row) => [row.externalId, row]));
  const { reason } = feed.removals;
  const lines = [
    ...held.map((due) => toLine(rows.get(due.externalId), due)),
    ...stillHeld.map((row) => toLine(row, { externalId: row.externalId, reason })),
    ...deactivations.held.map((row) => toLine(row, { externalId: row.externalId, reason: 'inactive' })),
  ];
  const stated = held.filter(({ externalId }) => rows.get(externalId)?.intent === 'remove').length;
  const heldLines = { lines, stated, inactive: deactivations.held.length, isKept };
  return keepHold(feed, openHold, heldLines, verdict, services);
}

/** @returns how many listings with nothing queued before have something queued now */
async function settleDeactivations(
  feed: Feed,
  { passed, held }: Judgement['deactivations'],
  services: Services,
): Promise<number> {
  if (passed.length + held.length === 0) return 0;
  const { store, clock } = services;
  const verdict = {
    held: held.map(({ externalId }) => externalId),
    changes: await inactiveContents(passed, feed.connectionId, feed, services),
  };
  return store.listings.settleDeactivations(feed.connectionId, verdict, clock.now());
}

interface Deactivations {
  due: ListingRecord[];
  pinned: ListingRecord[];
}

/** Deactivations of listings that this poll does not miss: an absent listing is judged as a removal. */
async function openDeactivations(
  { id, connectionId }: Feed,
  { absent, returned }: Compared,
  planned: readonly ExternalId[],
  { store, clock }: Services,
): Promise<Deactivations> {
  const idsOf = (rows: readonly ListingRecord[]): Set<string> => new Set(rows.map((row) => row.externalId));
  const [missing, back] = [idsOf(absent), idsOf(returned)];
  const isHere = ({ externalId, presence }: ListingRecord): boolean =>
    back.has(externalId) || presence === 'present' || presence === 'invalid';
  const open = (await store.listings.deactivations(id)).filter(
    (row) => isHere(row) && !missing.has(row.externalId),
  );
  const known = idsOf(open);
  const more = planned.filter((externalId) => !known.has(externalId));
  const fresh = more.length === 0 ? [] : await store.listings.getMany(connectionId, more);
  return dueDeactivations([...open, ...fresh], clock.now());
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
  returned: Waiting[];
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

/** Separates listings that another feed of the connection has. They are transferred to that feed, and nothing is removed (RULES R43). */
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
  returned: readonly Waiting[],
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
    // A record that is as unpublishable as before it was missing is not mapped again: its listing returns as it was.
    ...returned.map(({ externalId, recordKind }): AbsenceDecision => ({
      externalId,
      presence: recordKind === 'invalid' ? 'invalid' : 'present',
      graceSince: null,
      gracePolls: 0,
      queueRemoval: 'cancel',
    })),
  ];
}

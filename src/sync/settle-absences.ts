import type { AbsenceReport } from './reports.js';
import { ageAbsences, type AbsenceSteps, type AbsentListing } from '../core/absence.js';
import type { PollBalance } from '../core/balance.js';
import type { Bitmap } from '../core/bitmap.js';
import { counted, listingForms } from '../core/counted.js';
import type { FileKind } from '../core/format.js';
import type { HoldLine, HoldRow, ListingRow } from '../store/rows.js';
import type { AbsenceDecision } from '../store/store.js';
import { doubtOfHold, type AbsenceDoubt } from './absence-doubt.js';
import { judgeRemovals, type RemovalsVerdict } from './judge-removals.js';
import { askAboutPassing } from './orphan-hold.js';
import { raiseHold } from './raise-hold.js';
import type { Feed, Services } from './services.js';

export interface Presence {
  /** Ordinals of this snapshot, or `unchanged`: the file is the last one (304, identical bytes), which counts as a poll. */
  seen: Bitmap | 'unchanged';
  /**
   * What the file holds, or the last one held: in a file of changes nothing is missing. `kept`: what is kept was mapped again, which says
   * nothing of what the source has now.
   */
  fileKind: FileKind | 'kept';
  weak: boolean;
  /** Why listings that it is the first to miss are asked about at once. */
  doubt: AbsenceDoubt | null;
  /** Records without any readable id: each absent listing might be one of them, so absence does not count. */
  unidentified: number;
}

type Waiting = ListingRow & { ordinal: number };

/** Ages absences, lets the guard judge what is due, and commits: grace, hold, or a removal in the outbox (RULES R47, R48, R50). */
export async function settleAbsences(
  feed: Feed,
  presence: Presence,
  balance: PollBalance,
  services: Services,
  dryRun: boolean,
): Promise<AbsenceReport> {
  const { store, clock, crashPoints } = services;
  const { absent: missing, returned, shielded, standing } = await compare(feed, presence, services);
  const { absent, passing } = await splitTransfers(feed, missing, services);
  const openHold = (await store.holds.open({ feedId: feed.id, kind: 'removals' }))[0] ?? null;
  const { weak } = presence;
  const { aged, asked } = toAsk(absent, presence.doubt, openHold);
  const steps = ageAbsences(aged, feed.removals, weak, clock.now());
  const verdict = await judgeRemovals(feed, { steps, absent, standing, openHold, weak, asked }, services);

  const rows = new Map(absent.map((row) => [row.externalId, row]));
  // What was never sent can go without a question: the portal does not have it.
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
    transferred: passing.length,
    holdId: openHold?.id ?? null,
    holdReason: verdict.kind === 'hold' ? verdict.reason : null,
  };
  if (dryRun) return report;

  await askAboutPassing(passing, services);
  await store.listings.applyAbsences(
    feed.connectionId,
    feed.id,
    [...decisionsOf(steps, held, returned, verdict), ...passing.map(transfer)],
    clock.now(),
  );
  crashPoints.reach('removals.planned');
  report.holdId = await keepHold(
    feed,
    openHold,
    [
      ...dueHeld.map((due) => toLine(rows.get(due.externalId), due)),
      ...standing.map((row) => toLine(row, { externalId: row.externalId, reason: feed.removals.reason })),
    ],
    dueHeld.filter(({ externalId }) => rows.get(externalId)?.intent === 'remove').length,
    verdict,
    services,
  );
  return report;
}

/**
 * Which absent listings a doubt has asked about at once: those that this poll is the first to miss, and those of a doubt before it, until
 * they are back or a person has decided. A process that was killed may have held them without asking.
 * @returns asked: the doubt, where there are such listings
 */
function toAsk(
  absent: readonly ListingRow[],
  fresh: AbsenceDoubt | null,
  openHold: HoldRow | null,
): { aged: AbsentListing[]; asked: AbsenceDoubt | null } {
  const doubt = fresh ?? doubtOfHold(openHold);
  const aged = absent.map((row): AbsentListing => {
    const { externalId, graceSince, gracePolls, pinnedUntil, presence } = row;
    const isOff = row.intent === 'remove';
    const isFirstMissed = presence === 'present' || presence === 'invalid';
    const asked = !isOff && (presence === 'held' ? doubt !== null : fresh !== null && isFirstMissed);
    const explicit = isOff ? (row.removeReason ?? 'withdrawn') : null;
    return { externalId, graceSince, gracePolls, pinnedUntil, explicit, asked };
  });
  return { aged, asked: aged.some((one) => one.asked) ? doubt : null };
}

interface Compared {
  absent: ListingRow[];
  returned: ListingRow[];
  /** Listings that are counted as present and that an unreadable record might be. */
  shielded: number;
  /** Held since a whole file missed them; what says nothing of them neither adds to that nor ends it. */
  standing: ListingRow[];
}

/** Who is missing, and who came back: only these are looked at one by one. */
async function compare(feed: Feed, presence: Presence, { store }: Services): Promise<Compared> {
  const waiting = await store.listings.waiting(feed.id);
  const { seen } = presence;
  if (presence.fileKind === 'delta') return compareChanges(waiting, seen);
  if (presence.fileKind === 'kept') return compareKept(waiting, seen);
  const standing: ListingRow[] = [];
  if (seen === 'unchanged') return { absent: waiting, returned: [], shielded: 0, standing };
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
    return { absent: explicit, returned, shielded, standing };
  }
  return { absent: [...waiting.filter(isAbsent), ...unseen], returned, shielded: 0, standing };
}

/**
 * A file of changes takes off what a record itself says is off: a deletion, or a listing that its record no longer yields. What it does
 * not speak of is as it was, whatever a whole file before it missed.
 */
function compareChanges(waiting: readonly Waiting[], seen: Presence['seen']): Compared {
  const isExplicit = (row: Waiting): boolean => row.intent === 'remove' || !row.offered;
  const isSeen = ({ ordinal }: Waiting): boolean => seen !== 'unchanged' && seen.has(ordinal);
  return {
    absent: waiting.filter(isExplicit),
    returned: waiting.filter((row) => !isExplicit(row) && isSeen(row)),
    shielded: 0,
    standing: waiting.filter((row) => !isExplicit(row) && !isSeen(row) && row.presence === 'held'),
  };
}

/**
 * Only what a record says itself is off is taken off. What a record no longer yields under the changed mapping is judged with the source's
 * next file: however often people change a mapping, no absence grows older by it.
 */
function compareKept(waiting: readonly Waiting[], seen: Presence['seen']): Compared {
  const isOff = (row: Waiting): boolean => row.intent === 'remove';
  const isBack = (row: Waiting): boolean =>
    !isOff(row) && row.offered && seen !== 'unchanged' && seen.has(row.ordinal);
  return {
    absent: waiting.filter(isOff),
    returned: waiting.filter(isBack),
    shielded: 0,
    standing: waiting.filter((row) => !isOff(row) && !isBack(row) && row.presence === 'held'),
  };
}

/** To this record of another feed. */
interface Passing {
  row: ListingRow;
  feedId: number;
  sourceId: string;
}

/** A listing absent here and present in another feed of the connection passes to that feed; nothing is removed (RULES R32). */
async function splitTransfers(
  feed: Feed,
  missing: readonly ListingRow[],
  { store }: Services,
): Promise<{ absent: ListingRow[]; passing: Passing[] }> {
  const claims = missing.length === 0 ? [] : await store.listings.claims(feed.id);
  const claimOf = new Map(claims.toReversed().map((claim) => [claim.externalId, claim]));
  const passing = missing.flatMap((row): Passing[] => {
    const claim = claimOf.get(row.externalId);
    return claim === undefined ? [] : [{ row, feedId: claim.feedId, sourceId: claim.sourceId }];
  });
  return { absent: missing.filter((row) => !claimOf.has(row.externalId)), passing };
}

function transfer({ row: { externalId }, feedId, sourceId }: Passing): AbsenceDecision {
  const kept = { presence: 'present', graceSince: null, gracePolls: 0, queueRemoval: null } as const;
  return { externalId, ...kept, giveTo: { feedId, sourceId } };
}

function decisionsOf(
  steps: AbsenceSteps,
  held: ReadonlySet<string>,
  returned: readonly ListingRow[],
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

/** @param stated of so many the feed says so itself: sold, rented, withdrawn */
function whatIsMissing({ name }: Feed, count: number, stated: number): string {
  const listings = `${counted(count, listingForms).en} that ${count === 1 ? 'is' : 'are'} on the portal`;
  const off = `that ${count === 1 ? 'it is' : 'they are'} sold, rented or withdrawn`;
  if (stated === 0) return `Feed ${name} no longer has ${listings}.`;
  if (stated === count) return `Feed ${name} says of ${listings} ${off}.`;
  return `Feed ${name} no longer has ${listings}, or says of them (${stated}) ${off}.`;
}

/** Raises, revises or closes the feed's hold so that it shows exactly the listings that wait. */
async function keepHold(
  feed: Feed,
  openHold: HoldRow | null,
  lines: HoldLine[],
  stated: number,
  verdict: RemovalsVerdict,
  services: Services,
): Promise<number | null> {
  const { store, clock } = services;
  if (lines.length > 0 && (verdict.kind === 'hold' || openHold !== null)) {
    const reason =
      verdict.kind === 'hold'
        ? `${whatIsMissing(feed, lines.length, stated)} They were not taken off, because ${verdict.reason}.`
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
  row: ListingRow | undefined,
  due: Pick<AbsenceSteps['due'][number], 'externalId' | 'reason'>,
): HoldLine {
  return {
    externalId: due.externalId,
    title: row?.title ?? null,
    lastSeenAt: row?.lastSeenAt ?? null,
    reason: due.reason,
  };
}

import { isHidden } from '../../core/removals/visibility.js';
import { isShown } from '../../model/listing-states.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import type { Sentence } from '../../model/sentence.js';
import { contentFieldName, shownValue } from '../../texts/content-words.js';
import { timelineWords as words } from '../../texts/listing/timeline-words.js';
import { issueSentence } from '../../texts/issue-sentences.js';
import { etaText } from './eta-text.js';
import type { Subject } from './find-subject.js';
import { portalWords, waitOf, waitSentence, type Wait } from './wait.js';
import { problems, type VerdictContext, type VerdictFacts } from './verdict.js';

/**
 * One step of a listing's publication or removal. `waiting`: the first step that has not happened; the steps after it are `later`.
 * `unknown`: the step happened at a time that was not recorded.
 */
export interface TimelineStep {
  name:
    | 'changed'
    | 'put'
    | 'read'
    | 'understood'
    | 'queued'
    | 'sent'
    | 'accepted'
    | 'visible'
    | 'last_seen'
    | 'missed'
    | 'taken_off';
  state: 'done' | 'unknown' | 'waiting' | 'later';
  at: Millis | null;
  /** Milliseconds since the last step with a time; for a waiting step, until now. Null where that is unknown or meaningless. */
  took: number | null;
  /** Whether this step took longest of all, and at least a minute. */
  slow: boolean;
  /** Why the step is waiting, or why its time is unknown. */
  reason: Sentence | null;
}

export interface TimelineFacts extends VerdictFacts {
  /** Oldest first. */
  events: readonly ListingEvent[];
}

type Step = Pick<TimelineStep, 'name' | 'state' | 'at' | 'reason'>;

/** Exports run at least daily: a change that was read later than this was not in the files before. */
const exportedWithinMs = 48 * 3_600_000;
/** A step below this is never marked as slow. */
const slowFromMs = 60_000;

/** The steps from the change in the feed until visitors see it; for a listing that leaves, until it is removed from the portal. */
export function timelineOf(facts: TimelineFacts, context: VerdictContext): TimelineStep[] {
  const { listing } = facts;
  if (listing?.owner === 'foreign') return [];
  const isLeaving =
    listing !== null && (listing.offSince !== null || ['grace', 'held', 'pinned'].includes(listing.presence));
  const steps = isLeaving ? removalSteps(listing, facts, context) : publicationSteps(facts, context);
  return timed(steps, facts, context.now);
}

/** The timeline of an id that was never seen. @param reason where it was searched */
export function timelineOfUnknown(reason: string): TimelineStep[] {
  const why = { sr: reason, en: reason };
  return timed([waiting('changed', why), following('read'), ...lastSteps.map(following)], null, 0);
}

function publicationSteps(facts: TimelineFacts, context: VerdictContext): Step[] {
  const { listing, record } = facts;
  const begin =
    listing?.owner === 'manual'
      ? [done('put', listing.lastSeenAt)]
      : [
          changed(facts),
          done('read', record?.readAt ?? null),
          understood(facts) ?? done('understood', record?.understoodAt ?? null),
        ];
  return ended([...begin, ...outboxSteps(facts, context)]);
}

function changed(facts: TimelineFacts): Step {
  const at = facts.listing?.feedUpdatedAt ?? null;
  if (at === null) return { name: 'changed', state: 'unknown', at, reason: words.noDate };
  return isDateOfChange(at, facts)
    ? done('changed', at)
    : { name: 'changed', state: 'unknown', at: null, reason: words.olderDate };
}

/**
 * Whether the date that the record states is that of its present content. Software that does not touch the date at a change states one that
 * is not later than what was sent before (RULES R55). Of a feed that was read
 * before, a date long before the reading is of another change: the files between would have had it.
 */
function isDateOfChange(at: Millis, facts: TimelineFacts): boolean {
  const { listing, record, events } = facts;
  const versions = new Set(events.flatMap(({ data }) => data.digest ?? []));
  if (typeof listing?.wantedDigest === 'string') versions.add(listing.wantedDigest);
  const sentAt = listing?.sentUpdatedAt ?? null;
  if (versions.size > 1 && sentAt !== null && at < sentAt) return false;
  const readAt = record?.readAt ?? null;
  if (readAt === null || isBeforeOurTime({ name: 'read', at: readAt }, facts)) return true;
  return at >= readAt - exportedWithinMs;
}

/** The waiting step of a record that is invalid or was not read yet; null for other records. */
function understood({ record }: Subject): Step | null {
  if (record?.kind === 'invalid') return waiting('understood', words.invalid(problems(record.issues)));
  return record?.kind === null ? waiting('understood', words.nextPoll) : null;
}

function outboxSteps(facts: TimelineFacts, context: VerdictContext): Step[] {
  const { listing, outbox, batch } = facts;
  if (listing?.wantedDigest == null) return [waiting('queued', whyUnwanted(facts))];
  if (outbox?.op === 'upsert') {
    const queued = done('queued', outbox.queuedAt);
    const carried = batch?.items.find((item) => item.externalId === listing.externalId);
    if (batch === null || carried?.digest !== outbox.digest)
      return [queued, waiting('sent', whyUnsent(facts, context))];
    return [queued, done('sent', batch.createdAt), waiting('accepted', words.answerAwaited(batch.id))];
  }
  if (listing.intent === 'suppressed') return [waiting('queued', words.suppressed)];
  const answer = lastAnswer(facts, listing.wantedDigest);
  if (answer === null && listing.confirmedDigest !== listing.wantedDigest)
    return [waiting('queued', whyUnwanted(facts))];
  const time = (name: string): Millis | null => {
    const at = answer?.data[name];
    return typeof at === 'number' ? at : null;
  };
  return [
    done('queued', time('queued_at')),
    done('sent', time('sent_at')),
    ...outcome(listing, answer?.at ?? null, facts, context),
  ];
}

/** The portal's last answer for exactly this content. */
function lastAnswer({ events }: TimelineFacts, digest: string): ListingEvent | null {
  return events.findLast((event) => event.data.digest === digest && 'sent_at' in event.data) ?? null;
}

function outcome(
  listing: ListingRecord,
  answeredAt: Millis | null,
  facts: TimelineFacts,
  { now, showTime }: VerdictContext,
): Step[] {
  const { events, connection } = facts;
  const accepted = done('accepted', answeredAt);
  switch (listing.portal) {
    case 'rejected': {
      const wait = waitOf(facts, now);
      return [waiting('accepted', wait === null ? words.refusedPlain : refusal(wait))];
    }
    case 'unknown':
      return [waiting('accepted', words.lostAnswer)];
    case 'live':
    case 'inactive': {
      const shown = events.findLast(({ kind }) => kind === 'portal_live' || kind === 'portal_inactive');
      return [accepted, done('visible', shown?.at ?? null)];
    }
    case 'needs_review':
      return [accepted, waiting('visible', words.review)];
    case 'taken_down':
    case 'removed':
    case 'archived': {
      const wait = waitOf(facts, now);
      return [accepted, waiting('visible', wait === null ? words.removedThere : wait.why)];
    }
    case 'released':
      return [accepted, waiting('visible', words.revoked)];
    default: {
      const at = connection?.outcomesDueAt ?? null;
      const when = at === null || at <= now ? null : showTime(at);
      return [accepted, waiting('visible', words.listRead(when))];
    }
  }
}

function refusal(wait: Wait): Sentence {
  const more = portalWords(wait);
  return words.refused({ sr: `${wait.why.sr}${more}`, en: `${wait.why.en}${more}` });
}

function whyUnwanted({ record, listing, hold, doubts }: TimelineFacts): Sentence {
  if (hold?.kind === 'plan') return words.heldFile(hold.id);
  if (doubts.length > 0) return words.doubts(valuesOf(doubts), doubts.length);
  if (listing === null && hold?.cause === 'first_file') return words.firstFile(hold.id);
  switch (record?.kind) {
    case 'ignore':
      return words.ignored;
    case 'remove':
      return words.notOffered;
    case 'keep':
    case 'elsewhere': {
      const [first] = record.issues;
      return first === undefined ? words.notNow : { sr: issueSentence(first).sr, en: first.message };
    }
    default:
      return listing === null ? words.noListing : words.noChange;
  }
}

function valuesOf(doubts: TimelineFacts['doubts']): Sentence {
  const listed = (language: keyof Sentence, and: string): string =>
    doubts
      .map((doubt) => `${contentFieldName(doubt.field)[language]} ${shownValue(doubt, language)}`)
      .join(and);
  return { sr: listed('sr', ' i '), en: listed('en', ' and ') };
}

function whyUnsent(facts: TimelineFacts, { now, showTime }: VerdictContext): Sentence {
  const { batch, eta = null } = facts;
  if (batch !== null) return words.earlierVersion(batch.id);
  const wait = waitOf(facts, now);
  const turn = eta === null ? null : etaText(eta, now);
  if (wait === null) return turn ?? words.nextPush;
  // Only for the budget, the estimated turn adds to the reason.
  const { sr, en } = waitSentence(wait, showTime);
  if (wait.kind !== 'budget' || turn === null) return { sr, en };
  return { sr: `${sr}; ${turn.sr}`, en: `${en}; ${turn.en}` };
}

/** Last seen, missed, queued, sent, removed. */
function removalSteps(listing: ListingRecord, facts: TimelineFacts, context: VerdictContext): Step[] {
  const { graceSince, lastSeenAt, offSince, intent } = listing;
  const begin = intent === 'suppressed' ? [] : [done('last_seen', lastSeenAt)];
  if (graceSince !== null) begin.push(done('missed', graceSince));
  if (offSince === null) return ended([...begin, waiting('queued', whyNotRemoved(listing, facts, context))]);
  const queued = done('queued', offSince);
  if (facts.outbox?.op === 'remove')
    return ended([...begin, queued, waiting('sent', whyUnsent(facts, context)), following('taken_off')]);
  if (isShown(listing.portal)) return [...begin, queued, waiting('taken_off', words.unconfirmed)];
  if (listing.firstSentAt === null) return [...begin, done('taken_off', offSince)];
  const gone = facts.events.findLast(({ kind }) =>
    /^(removed|archived|portal_(removed|archived))$/.test(kind),
  );
  return [...begin, queued, done('taken_off', gone?.at ?? null)];
}

function whyNotRemoved(
  listing: ListingRecord,
  { hold }: TimelineFacts,
  { showTime }: VerdictContext,
): Sentence {
  if (hold !== null && hold.kind !== 'content') return words.decision(hold.id);
  const { presence, gracePolls } = listing;
  if (presence === 'pinned') {
    const hidden = isHidden(listing);
    const until = hidden ? listing.activeUntil : listing.pinnedUntil;
    return (hidden ? words.hidden : words.pinned)(until === null ? null : showTime(until));
  }
  return words.grace(gracePolls);
}

const lastSteps: readonly TimelineStep['name'][] = ['understood', 'queued', 'sent', 'accepted', 'visible'];

/** Cuts the steps after the first waiting one and replaces them by `later` steps. */
function ended(steps: readonly Step[]): Step[] {
  const index = steps.findIndex((step) => step.state === 'waiting');
  const name = steps[index]?.name;
  if (name === undefined) return [...steps];
  if (steps[0]?.name === 'last_seen' || steps[0]?.name === 'missed')
    return [...steps.slice(0, index + 1), following('taken_off')];
  return [...steps.slice(0, index + 1), ...lastSteps.slice(lastSteps.indexOf(name) + 1).map(following)];
}

function done(name: TimelineStep['name'], at: Millis | null): Step {
  return { name, state: at === null ? 'unknown' : 'done', at, reason: null };
}

function waiting(name: TimelineStep['name'], reason: Sentence): Step {
  return { name, state: 'waiting', at: null, reason };
}

function following(name: TimelineStep['name']): Step {
  return { name, state: 'later', at: null, reason: null };
}

/**
 * The steps with times that never decrease. A time that is later than that of a following step is of another version: the record was read
 * or mapped again, and its content stayed as it was.
 */
function ofOneVersion(steps: readonly Step[]): Step[] {
  let following: Millis = Infinity;
  return [...steps]
    .reverse()
    .map((step): Step => {
      if (step.at !== null && step.at > following) return { ...step, state: 'unknown', at: null };
      following = step.at ?? following;
      return step;
    })
    .reverse();
}

function timed(given: readonly Step[], facts: TimelineFacts | null, now: Millis): TimelineStep[] {
  const steps = ofOneVersion(given);
  let before: Millis | null = null;
  const timeline = steps.map((step): TimelineStep => {
    const until = step.state === 'waiting' ? now : step.at;
    const since = before === null || until === null || isBeforeOurTime(step, facts) ? null : until - before;
    before = step.at ?? before;
    return { ...step, took: since !== null && since >= 0 ? since : null, slow: false };
  });
  const slowest = Math.max(...timeline.map((step) => step.took ?? 0));
  const slow = slowest < slowFromMs ? undefined : timeline.find((step) => step.took === slowest);
  return timeline.map((step) => ({ ...step, slow: step === slow }));
}

/**
 * Whether the step is a read before or at the first push: the time from a change to this read includes the feed's setup, so it is not
 * counted.
 */
function isBeforeOurTime({ name, at }: Pick<Step, 'name' | 'at'>, facts: TimelineFacts | null): boolean {
  const first = facts?.feed?.firstPushAt ?? null;
  return name === 'read' && (first === null || (at !== null && at <= first));
}

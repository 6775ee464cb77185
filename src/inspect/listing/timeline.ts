import type { ListingRecord } from '../../model/listing.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import { contentFieldName, shownValue } from '../../texts/content-words.js';
import { etaText } from './eta-text.js';
import type { Subject } from './find-subject.js';
import { portalWords, waitOf, waitText, type Wait } from './wait.js';
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
  reason: string | null;
}

export interface TimelineFacts extends VerdictFacts {
  /** Oldest first. */
  events: readonly ListingEvent[];
}

type Step = Pick<TimelineStep, 'name' | 'state' | 'at' | 'reason'>;

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
  return timed([waiting('changed', reason), following('read'), ...lastSteps.map(following)], null, 0);
}

function publicationSteps(facts: TimelineFacts, context: VerdictContext): Step[] {
  const { listing, record } = facts;
  const begin =
    listing?.owner === 'manual'
      ? [done('put', listing.lastSeenAt)]
      : [
          changed(listing),
          done('read', record?.readAt ?? null),
          understood(facts) ?? done('understood', record?.understoodAt ?? null),
        ];
  return ended([...begin, ...outboxSteps(facts, context)]);
}

function changed(listing: ListingRecord | null): Step {
  const at = listing?.feedUpdatedAt ?? null;
  return at === null
    ? { name: 'changed', state: 'unknown', at, reason: 'the feed does not state when' }
    : done('changed', at);
}

/** The waiting step of a record that is invalid or was not read yet; null for other records. */
function understood({ record }: Subject): Step | null {
  if (record?.kind === 'invalid')
    return waiting('understood', `its record cannot be published. ${problems(record.issues)}`.trim());
  return record?.kind === null ? waiting('understood', 'the next poll reads it again') : null;
}

function outboxSteps(facts: TimelineFacts, context: VerdictContext): Step[] {
  const { listing, outbox, batch } = facts;
  if (listing?.wantedDigest == null) return [waiting('queued', whyUnwanted(facts))];
  if (outbox?.op === 'upsert') {
    const queued = done('queued', outbox.queuedAt);
    const carried = batch?.items.find((item) => item.externalId === listing.externalId);
    if (batch === null || carried?.digest !== outbox.digest)
      return [queued, waiting('sent', whyUnsent(facts, context))];
    return [
      queued,
      done('sent', batch.createdAt),
      waiting('accepted', `the portal’s answer to batch ${batch.id} is awaited`),
    ];
  }
  if (listing.intent === 'suppressed') return [waiting('queued', 'it is suppressed')];
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
      return [waiting('accepted', wait === null ? 'the portal refused it' : refusal(wait))];
    }
    case 'unknown':
      return [waiting('accepted', 'the answer was lost; the portal’s list will show the outcome')];
    case 'live':
    case 'inactive': {
      const shown = events.findLast(({ kind }) => kind === 'portal_live' || kind === 'portal_inactive');
      return [accepted, done('visible', shown?.at ?? null)];
    }
    case 'needs_review':
      return [accepted, waiting('visible', 'the portal’s staff review it first')];
    case 'taken_down':
    case 'removed':
    case 'archived': {
      const wait = waitOf(facts, now);
      return [accepted, waiting('visible', wait === null ? 'the portal removed it' : wait.why.en)];
    }
    case 'released':
      return [accepted, waiting('visible', 'the agency revoked the connection')];
    default: {
      const at = connection?.outcomesDueAt ?? null;
      const when = at === null || at <= now ? 'soon' : `on ${showTime(at)}`;
      return [accepted, waiting('visible', `the portal’s list is read again ${when}`)];
    }
  }
}

function refusal(wait: Wait): string {
  return `the portal refused it: ${wait.why.en}${portalWords(wait)}`;
}

function whyUnwanted({ record, listing, hold, doubts }: TimelineFacts): string {
  if (hold?.kind === 'plan') return `the whole file is held: hold ${hold.id}`;
  if (doubts.length > 0)
    return `${doubts.map((doubt) => `${contentFieldName(doubt.field).en} ${shownValue(doubt, 'en')}`).join(' and ')} ${doubts.length === 1 ? 'is' : 'are'} in doubt`;
  if (listing === null && hold?.cause === 'first_file') return `the whole first file waits: hold ${hold.id}`;
  switch (record?.kind) {
    case 'ignore':
      return 'the mapping leaves it out';
    case 'remove':
      return 'its record is marked as no longer offered';
    case 'keep':
    case 'elsewhere':
      return record.issues[0]?.message ?? 'its record is not published for now';
    default:
      return listing === null ? 'its record yields no listing' : 'it has no change to send';
  }
}

function whyUnsent(facts: TimelineFacts, { now, showTime }: VerdictContext): string {
  const { batch, eta = null } = facts;
  if (batch !== null) return `an earlier version is on its way in batch ${batch.id}`;
  const wait = waitOf(facts, now);
  const turn = eta === null ? null : etaText(eta, now);
  if (wait === null) return turn ?? 'it is sent with the next push';
  // Only for the budget, the estimated turn adds to the reason.
  const more = wait.kind === 'budget' && turn !== null ? `; ${turn}` : '';
  return `${waitText(wait, showTime)}${more}`;
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
  if (listing.firstSentAt === null) return [...begin, done('taken_off', offSince)];
  const gone = facts.events.findLast(({ kind }) =>
    /^(removed|archived|portal_(removed|archived))$/.test(kind),
  );
  return [...begin, queued, done('taken_off', gone?.at ?? null)];
}

function whyNotRemoved(
  { presence, gracePolls, pinnedUntil }: ListingRecord,
  { hold }: TimelineFacts,
  { showTime }: VerdictContext,
): string {
  if (hold !== null && hold.kind !== 'content') return `a decision is needed: hold ${hold.id}`;
  if (presence === 'pinned')
    return `it is pinned${pinnedUntil === null ? '' : ` until ${showTime(pinnedUntil)}`}`;
  return `it is in grace, ${gracePolls === 1 ? '1 complete poll' : `${gracePolls} complete polls`} missed it`;
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

function waiting(name: TimelineStep['name'], reason: string): Step {
  return { name, state: 'waiting', at: null, reason };
}

function following(name: TimelineStep['name']): Step {
  return { name, state: 'later', at: null, reason: null };
}

function timed(steps: readonly Step[], facts: TimelineFacts | null, now: Millis): TimelineStep[] {
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
function isBeforeOurTime({ name, at }: Step, facts: TimelineFacts | null): boolean {
  const first = facts?.feed?.firstPushAt ?? null;
  return name === 'read' && (first === null || (at !== null && at <= first));
}

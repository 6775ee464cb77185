import type { ListingRecord } from '../../model/listing.js';
import type { ListingEvent } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import { etaText } from './eta-text.js';
import type { Subject } from './find-subject.js';
import { portalWords, waitOf, waitText, type Wait } from './wait.js';
import { problems, type VerdictContext, type VerdictFacts } from './verdict.js';

/**
 * One step on a listing's way from the feed to the portal, or off it. `waiting` is the first that has not happened; what comes
 * after it is `later`. `unknown` happened at a time that nobody wrote down.
 */
export interface ClockStep {
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
  /** Milliseconds since the last step with a time; of a step that is waited for, so far. Null where that says nothing. */
  took: number | null;
  /** The one that took longest. */
  slow: boolean;
  /** Why it is waited for, or why its time is not known. */
  reason: string | null;
}

export interface ClockFacts extends VerdictFacts {
  /** Oldest first. */
  events: readonly ListingEvent[];
}

type Step = Pick<ClockStep, 'name' | 'state' | 'at' | 'reason'>;

/** What is faster is not slow, even where it is the slowest. */
const slowFromMs = 60_000;

/** From the change in the feed to what a visitor sees; for a listing that left its feed, from there to its end at the portal. */
export function timelineOf(facts: ClockFacts, context: VerdictContext): ClockStep[] {
  const { listing } = facts;
  if (listing?.owner === 'foreign') return [];
  const isLeaving =
    listing !== null && (listing.offSince !== null || ['grace', 'held', 'pinned'].includes(listing.presence));
  const steps = isLeaving ? wayOff(listing, facts, context) : wayOn(facts, context);
  return timed(steps, facts, context.now);
}

/** Nothing here has ever had it. @param reason where it was looked for */
export function timelineOfUnknown(reason: string): ClockStep[] {
  const later: readonly ClockStep['name'][] = ['read', 'understood', 'queued', 'sent', 'accepted', 'visible'];
  return timed([waiting('changed', reason), ...later.map(following)], null, 0);
}

function wayOn(facts: ClockFacts, context: VerdictContext): Step[] {
  const { listing, record } = facts;
  const begin =
    listing?.owner === 'manual'
      ? [done('put', listing.lastSeenAt)]
      : [
          changed(listing),
          done('read', record?.readAt ?? null),
          understood(facts) ?? done('understood', record?.understoodAt ?? null),
        ];
  return ended([...begin, ...wayThroughOutbox(facts, context)]);
}

function changed(listing: ListingRecord | null): Step {
  const at = listing?.feedUpdatedAt ?? null;
  return at === null
    ? { name: 'changed', state: 'unknown', at, reason: 'the feed does not say when' }
    : done('changed', at);
}

/** Null where its record was understood. */
function understood({ record }: Subject): Step | null {
  if (record?.kind === 'invalid')
    return waiting('understood', `it cannot be published as it is. ${problems(record.issues)}`.trim());
  return record?.kind === null ? waiting('understood', 'the next poll reads it again') : null;
}

function wayThroughOutbox(facts: ClockFacts, context: VerdictContext): Step[] {
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
  if (listing.intent === 'suppressed') return [waiting('queued', 'a person keeps it off the portal')];
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

/** The portal's last word on just this content. */
function lastAnswer({ events }: ClockFacts, digest: string): ListingEvent | null {
  return events.findLast((event) => event.data.digest === digest && 'sent_at' in event.data) ?? null;
}

function outcome(
  listing: ListingRecord,
  answeredAt: Millis | null,
  facts: ClockFacts,
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
      return [waiting('accepted', 'the answer was lost; the portal’s list is read to find out')];
    case 'live':
    case 'inactive': {
      const shown = events.findLast(({ kind }) => kind === 'portal_live' || kind === 'portal_inactive');
      return [accepted, done('visible', shown?.at ?? null)];
    }
    case 'needs_review':
      return [accepted, waiting('visible', 'the portal’s staff look at it first')];
    case 'taken_down':
    case 'removed':
    case 'archived': {
      const wait = waitOf(facts, now);
      return [accepted, waiting('visible', wait === null ? 'it was taken off there' : wait.why.en)];
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

function whyUnwanted({ record, listing, hold }: ClockFacts): string {
  if (hold?.kind === 'plan') return `the whole file waits for a person: hold ${hold.id}`;
  switch (record?.kind) {
    case 'ignore':
      return 'the mapping leaves it out';
    case 'remove':
      return 'its record says that it is no longer offered';
    case 'keep':
    case 'elsewhere':
      return record.issues[0]?.message ?? 'nothing of its record is published for now';
    default:
      return listing === null ? 'its record yields no listing' : 'nothing new of it is to be sent';
  }
}

function whyUnsent(facts: ClockFacts, { now, showTime }: VerdictContext): string {
  const { batch, eta = null } = facts;
  if (batch !== null) return `an earlier version is on its way in batch ${batch.id}`;
  const wait = waitOf(facts, now);
  const turn = eta === null ? null : etaText(eta, now);
  if (wait === null) return turn ?? 'it goes with the next push';
  // Only for the budget the turn says more than the reason.
  const more = wait.kind === 'budget' && turn !== null ? `; ${turn}` : '';
  return `${waitText(wait, showTime)}${more}`;
}

/** Missed by its feed, believed, queued, sent, off. */
function wayOff(listing: ListingRecord, facts: ClockFacts, context: VerdictContext): Step[] {
  const { graceSince, lastSeenAt, offSince, intent } = listing;
  const begin = intent === 'suppressed' ? [] : [done('last_seen', lastSeenAt)];
  if (graceSince !== null) begin.push(done('missed', graceSince));
  if (offSince === null) return ended([...begin, waiting('queued', whyNotTakenOff(listing, facts, context))]);
  const queued = done('queued', offSince);
  if (facts.outbox?.op === 'remove')
    return ended([...begin, queued, waiting('sent', whyUnsent(facts, context)), following('taken_off')]);
  if (listing.firstSentAt === null) return [...begin, done('taken_off', offSince)];
  const gone = facts.events.findLast(({ kind }) =>
    /^(removed|archived|portal_(removed|archived))$/.test(kind),
  );
  return [...begin, queued, done('taken_off', gone?.at ?? null)];
}

function whyNotTakenOff(
  { presence, gracePolls, pinnedUntil }: ListingRecord,
  { hold }: ClockFacts,
  { showTime }: VerdictContext,
): string {
  if (hold !== null) return `a person decides: hold ${hold.id}`;
  if (presence === 'pinned')
    return `a person kept it${pinnedUntil === null ? '' : ` until ${showTime(pinnedUntil)}`}`;
  return `it is in grace, ${gracePolls === 1 ? '1 complete poll' : `${gracePolls} complete polls`} missed it`;
}

const lastSteps: readonly ClockStep['name'][] = ['understood', 'queued', 'sent', 'accepted', 'visible'];

/** What is waited for ends the story so far: the steps behind it are yet to come. */
function ended(steps: readonly Step[]): Step[] {
  const index = steps.findIndex((step) => step.state === 'waiting');
  const name = steps[index]?.name;
  if (name === undefined) return [...steps];
  if (steps[0]?.name === 'last_seen' || steps[0]?.name === 'missed')
    return [...steps.slice(0, index + 1), following('taken_off')];
  return [...steps.slice(0, index + 1), ...lastSteps.slice(lastSteps.indexOf(name) + 1).map(following)];
}

function done(name: ClockStep['name'], at: Millis | null): Step {
  return { name, state: at === null ? 'unknown' : 'done', at, reason: null };
}

function waiting(name: ClockStep['name'], reason: string): Step {
  return { name, state: 'waiting', at: null, reason };
}

function following(name: ClockStep['name']): Step {
  return { name, state: 'later', at: null, reason: null };
}

function timed(steps: readonly Step[], facts: ClockFacts | null, now: Millis): ClockStep[] {
  let before: Millis | null = null;
  const clock = steps.map((step): ClockStep => {
    const until = step.state === 'waiting' ? now : step.at;
    const since = before === null || until === null || isBeforeOurTime(step, facts) ? null : until - before;
    before = step.at ?? before;
    return { ...step, took: since !== null && since >= 0 ? since : null, slow: false };
  });
  const slowest = Math.max(...clock.map((step) => step.took ?? 0));
  const slow = slowest < slowFromMs ? undefined : clock.find((step) => step.took === slowest);
  return clock.map((step) => ({ ...step, slow: step === slow }));
}

/** What the feed changed before it was first read did not wait for us. */
function isBeforeOurTime({ name, at }: Step, facts: ClockFacts | null): boolean {
  const first = facts?.feed?.firstPushAt ?? null;
  return name === 'read' && (first === null || (at !== null && at <= first));
}

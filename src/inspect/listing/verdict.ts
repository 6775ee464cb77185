import type { Eta } from '../../core/schedule/eta.js';
import { isOnPortal } from '../../model/listing-states.js';
import { failureCause } from '../../texts/failure-causes.js';
import { readRefusalDetails } from '../../model/refusal-details.js';
import { refusalDetailsText } from '../../texts/listing/wait-words.js';
import { retryRule } from '../../core/schedule/retry-policy.js';
import type { Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import { doubtSentence } from '../../texts/content-words.js';
import type { OpenDoubt } from '../../model/content.js';
import type { Subject } from './find-subject.js';
import { isNotShown, waitOf, waitText, type WaitFacts } from './wait.js';

/** The facts that decide whether a listing is on the portal. */
export interface VerdictFacts extends Subject, Omit<WaitFacts, 'listing'> {
  /** The open hold that contains the listing, its values in doubt, or the whole first file of its feed. */
  hold: Hold | null;
  /** Values of the record that are not live because they are in doubt. */
  doubts: readonly OpenDoubt[];
  /** When the listing's outbox entry is sent, while it waits for its turn; null where that is unknown. */
  eta?: Eta | null;
}

export interface VerdictContext {
  now: Millis;
  /** Formats a time in the configured zone. */
  showTime: (at: Millis) => string;
}

/** Whether the listing is on the portal, and why: one sentence, and one more for each value that is in doubt. */
export function verdict(facts: VerdictFacts, context: VerdictContext): string {
  const doubts = facts.doubts.map((doubt) => {
    const { en } = doubtSentence(doubt);
    return `${en.charAt(0).toUpperCase()}${en.slice(1)}`;
  });
  return [standingOf(facts, context), ...doubts].join(' ');
}

/**
 * The rules are in order of precedence: decisions of an operator, an agency
 * or the feed come before the portal's answers, and changes under way before confirmed content.
 */
function standingOf(facts: VerdictFacts, context: VerdictContext): string {
  const { listing } = facts;
  if (listing === null) return unlisted(facts);
  const rules = [
    notOurs,
    suppressed,
    held,
    off,
    missing,
    pinned,
    keptActive,
    refused,
    unpublishable,
    waiting,
  ];
  for (const rule of rules) {
    const sentence = rule(listing, facts, context);
    if (sentence !== null) return sentence;
  }
  return settled(listing, facts, context);
}

type Rule = (listing: ListingRecord, facts: VerdictFacts, context: VerdictContext) => string | null;

/** Whether a listing is not published because of a value in doubt: it is new, or was removed and comes back. */
export function waitsForValue({
  listing,
  record,
  doubts,
}: Pick<VerdictFacts, 'listing' | 'record' | 'doubts'>): boolean {
  if (record?.kind !== 'mapped' || doubts.length === 0) return false;
  return listing === null || (listing.presence === 'invalid' && !isOnPortal(listing.portal));
}

/** A record that yields no listing. */
function unlisted({ record, doubts, hold }: VerdictFacts): string {
  if (waitsForValue({ listing: null, record, doubts })) return 'It is not on the portal yet.';
  if (record?.kind === 'mapped' && hold?.cause === 'first_file')
    return `It is not on the portal yet: most of its feed’s first file looks wrong, and nothing of it is published before a decision: hold ${hold.id}.`;
  const first = record?.issues[0]?.message;
  switch (record?.kind) {
    case 'invalid':
      return `It is not on the portal: its record cannot be published. ${problems(record.issues)}`;
    case 'ignore':
      return `It is not on the portal: the mapping leaves it out${because(first)}`;
    case 'remove':
      return 'It is not on the portal: its record is marked as no longer offered.';
    case 'keep':
      return `It is not on the portal: its record is not published for now${because(first)}`;
    default:
      return 'It is not on the portal: the feed has it, but its record yields no listing yet. The next poll reads it again.';
  }
}

const notOurs: Rule = (listing) =>
  listing.owner === 'foreign'
    ? 'It is on the portal, but no feed here has it: another client or user entered it.'
    : null;

const suppressed: Rule = (listing) =>
  listing.intent === 'suppressed' ? 'It is suppressed: it is not published although its feed has it.' : null;

const held: Rule = (listing, { hold }) => {
  if (hold === null || hold.kind === 'content' || listing.offSince !== null) return null;
  if (listing.deactivation !== null && hold.kind === 'removals')
    return `${standing(listing)} and active, although its record calls it reserved or switched off: too many listings would become inactive or be removed, and a decision is needed: hold ${hold.id} (\`feedsync approve ${hold.id}\` makes it inactive, \`feedsync reject ${hold.id}\` keeps it active).`;
  const what = hold.kind === 'plan' ? 'its feed looks like another one' : 'its removal looks implausible';
  return `${standing(listing)}, because ${what} and needs a decision: hold ${hold.id} (\`feedsync approve ${hold.id}\` removes it, \`feedsync reject ${hold.id}\` keeps it).`;
};

const off: Rule = (listing, facts, context) => {
  const { outbox } = facts;
  const { showTime } = context;
  if (listing.offSince === null) return null;
  const why = removalReason(listing);
  if (outbox?.op === 'remove') {
    const wait = waitOf(facts, context.now);
    const still =
      wait === null
        ? 'the portal has not confirmed it yet.'
        : `its removal waits, because ${waitText(wait, showTime)}.${wait.next === null ? '' : ` ${wait.next.en}`}`;
    return `It is being removed from the portal, because ${why}; ${still}`;
  }
  if (listing.firstSentAt === null) return `It is not on the portal: ${why} before it was sent.`;
  return `It is not on the portal: it was removed on ${showTime(listing.offSince)}, because ${why}.`;
};

const missing: Rule = (listing, _facts, { showTime }) => {
  if (listing.presence !== 'grace' || listing.graceSince === null) return null;
  const polls = listing.gracePolls === 1 ? '1 complete poll' : `${listing.gracePolls} complete polls`;
  return `${standing(listing)}, but its feed has not had it since ${showTime(listing.graceSince)} (${polls}): it is in grace, and is removed if it does not return.`;
};

const pinned: Rule = (listing, _facts, { showTime }) =>
  listing.presence === 'pinned'
    ? `${standing(listing)} although its feed no longer has it: its removal was rejected${listing.pinnedUntil === null ? '' : `, and is decided again after ${showTime(listing.pinnedUntil)}`}.`
    : null;

const keptActive: Rule = ({ deactivation, activeUntil, ...listing }, _facts, { showTime }) => {
  if (deactivation === null) return null;
  const where = `${standing(listing)} and active, although its record calls it reserved or switched off`;
  return deactivation === 'pinned' && activeUntil !== null
    ? `${where}: it was rejected to make it inactive, which is decided again after ${showTime(activeUntil)}.`
    : `${where}: the next poll of its feed judges whether it becomes inactive.`;
};

const refused: Rule = (listing, facts, context) => {
  const { outbox, connection } = facts;
  const { showTime } = context;
  if (listing.portal !== 'rejected' || (outbox === null && isNotShown(listing))) return null;
  const cause = failureCause(listing.failureCode);
  const why = cause.why.en;
  const code = listing.failureCode === null ? '' : ` (${listing.failureCode})`;
  if (outbox?.op === 'upsert') {
    const wait = waitOf(facts, context.now);
    const now = wait === null ? '' : `, because ${waitText(wait, showTime)}`;
    return `It is not on the portal as it is now: the portal refused it, because ${why}${code}; ${listing.retries > 0 ? 'it waits to be sent again' : 'a changed version waits to be sent'}${now}.`;
  }
  const former =
    listing.confirmedDigest === null
      ? 'It is not on the portal: the portal refused it'
      : 'The portal refused its latest version and may still show the one before';
  const { certificationNote: note = null } = connection ?? {};
  const staffNote =
    listing.failureCode === 'certification_rejected' && note !== null ? ` The staff’s note: “${note}”` : '';
  const again =
    listing.retryAt === null || retryRule(listing.failureCode) !== 'timed'
      ? ''
      : ` It is sent again automatically on ${showTime(listing.retryAt)}.`;
  const fields = refusalDetailsText(readRefusalDetails(listing.details)).en;
  return `${former}, because ${why}${code}.${fields}${staffNote} ${cause.next.en}${again}`;
};

const unpublishable: Rule = (listing, { record, doubts }) => {
  if (listing.presence !== 'invalid') return null;
  if (waitsForValue({ listing, record, doubts })) return 'It is not on the portal yet.';
  const where = isOnPortal(listing.portal)
    ? 'It is on the portal as it was before: its present record cannot be published.'
    : 'It is not on the portal: its record cannot be published.';
  return `${where} ${problems(record?.issues ?? [])}`.trimEnd();
};

const waiting: Rule = (listing, facts, context) => {
  const { outbox, batch } = facts;
  if (outbox?.op !== 'upsert') return null;
  const where = isOnPortal(listing.portal)
    ? 'It is on the portal as it was before, and its change'
    : 'It is not on the portal yet: it';
  if (batch !== null) return `${where} is on its way in batch ${batch.id}; the portal’s answer is awaited.`;
  const wait = waitOf(facts, context.now);
  if (wait === null)
    return `${where} waits in the outbox and is sent with the next push that has room for it.`;
  const next = wait.next === null ? '' : ` ${wait.next.en}`;
  return `${where} waits in the outbox, because ${waitText(wait, context.showTime)}.${next}`;
};

/** For a listing with nothing under way: the portal's last answer. */
function settled(listing: ListingRecord, facts: VerdictFacts, { now, showTime }: VerdictContext): string {
  const { feed, doubts } = facts;
  const wait = waitOf(facts, now);
  if (wait !== null)
    return `It is not on the portal: ${waitText(wait, showTime)}. ${wait.next?.en ?? ''}`.trimEnd();
  const stalled =
    feed?.life === 'stalled' && feed.lastCompleteAt !== null
      ? ` (its feed is stalled: this was its state on ${showTime(feed.lastCompleteAt)})`
      : '';
  switch (listing.portal) {
    case 'live':
      return `It is on the portal, ${doubts.length > 0 ? 'but not all as its feed has it' : 'as its feed has it'}${stalled}.`;
    case 'inactive':
      return `It is on the portal and not shown to visitors, because it is marked inactive (reserved, or under option)${stalled}.`;
    case 'sent':
    case 'accepted':
      return 'The portal accepted it and has not shown it yet; its list is read again soon.';
    case 'needs_review':
      return 'It is not on the portal yet: the portal’s staff review it first.';
    case 'unknown':
      return 'Whether it is on the portal is unknown: an answer was lost. The portal’s list will show the outcome.';
    case 'taken_down':
      return 'It is not on the portal: it was taken down there, and is not sent again automatically.';
    case 'removed':
    case 'archived':
      return 'It is not on the portal: it was removed there, although its feed has it.';
    case 'released':
      return 'It is no longer managed from here: the agency revoked the connection.';
    default:
      return 'It is not on the portal: it has not been sent yet.';
  }
}

function standing({ portal }: Pick<ListingRecord, 'portal'>): string {
  return isOnPortal(portal) ? 'It is on the portal' : 'It is not on the portal';
}

function removalReason({ removeReason }: ListingRecord): string {
  switch (removeReason) {
    case 'sold':
      return 'it was sold';
    case 'rented':
      return 'it was rented out';
    case 'expired':
      return 'its offer expired';
    default:
      return 'it left its feed';
  }
}

export function problems(issues: NonNullable<Subject['record']>['issues']): string {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const [first] = errors;
  if (first === undefined) return '';
  const where = first.pointer === '' ? '' : `${first.pointer}: `;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${where}${closed(first.message)}${more}`;
}

function because(message: string | undefined): string {
  return message === undefined ? '.' : `: ${closed(message)}`;
}

function closed(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

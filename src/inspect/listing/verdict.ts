import type { Eta } from '../../core/schedule/eta.js';
import { isOnPortal } from '../../model/listing-states.js';
import { failureCause } from '../../texts/failure-causes.js';
import { issueSentence } from '../../texts/issue-sentences.js';
import { capitalized } from '../../texts/phrasing.js';
import type { Sentence } from '../../model/sentence.js';
import type { Suppression } from '../../model/daemon-request.js';
import type { Issue } from '../../model/outcome.js';
import {
  changeWords,
  foreignWords,
  heldWords,
  joined,
  keptActiveWords,
  missingWords,
  notYet,
  pinnedWords,
  refusedWords,
  removalReason,
  removalWords,
  settledWords,
  stalledWords,
  suppressedWords,
  unlistedWords,
  unpublishableWords,
  verbatim,
  whereabouts,
} from '../../texts/listing/verdict-words.js';
import { readRefusalDetails } from '../../model/refusal-details.js';
import { refusalDetailsText } from '../../texts/listing/wait-words.js';
import { retryRule } from '../../core/schedule/retry-policy.js';
import type { Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import { doubtSentence } from '../../texts/content-words.js';
import type { OpenDoubt } from '../../model/content.js';
import type { Subject } from './find-subject.js';
import { isNotShown, waitOf, waitSentence, type WaitFacts } from './wait.js';

/** The facts that decide whether a listing is on the portal. */
export interface VerdictFacts extends Subject, Omit<WaitFacts, 'listing'> {
  /** The open hold that contains the listing, its values in doubt, or the whole first file of its feed. */
  hold: Hold | null;
  /** Values of the record that are not live because they are in doubt. */
  doubts: readonly OpenDoubt[];
  /** Who keeps the listing off the portal, and why; null: no one, or that is not known. */
  suppression?: Suppression | null;
  /** When the listing's outbox entry is sent, while it waits for its turn; null where that is unknown. */
  eta?: Eta | null;
}

export interface VerdictContext {
  now: Millis;
  /** Formats a time in the configured zone. */
  showTime: (at: Millis) => string;
}

/** Whether the listing is on the portal, and why: one sentence, and one more for each value that is in doubt. */
export function verdict(facts: VerdictFacts, context: VerdictContext): Sentence {
  const doubts = facts.doubts.map((doubt) => {
    const { sr, en } = doubtSentence(doubt);
    return { sr: ` ${capitalized(sr)}`, en: ` ${capitalized(en)}` };
  });
  return joined(standingOf(facts, context), ...doubts);
}

/**
 * The rules are in order of precedence: decisions of an operator, an agency
 * or the feed come before the portal's answers, and changes under way before confirmed content.
 */
function standingOf(facts: VerdictFacts, context: VerdictContext): Sentence {
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
    unpublishable,
    refused,
    waiting,
  ];
  for (const rule of rules) {
    const sentence = rule(listing, facts, context);
    if (sentence !== null) return sentence;
  }
  return settled(listing, facts, context);
}

type Rule = (listing: ListingRecord, facts: VerdictFacts, context: VerdictContext) => Sentence | null;

/** Whether a listing is not published because of a value in doubt: it is new, or was removed and comes back. */
export function waitsForValue({
  listing,
  record,
  doubts,
}: Pick<VerdictFacts, 'listing' | 'record' | 'doubts'>): boolean {
  if (record?.kind !== 'mapped' || doubts.length === 0) return false;
  return listing === null || (listing.presence === 'invalid' && !isOnPortal(listing.portal));
}

/**
 * Whether the record of a listing that its feed has cannot be published. The record decides, and not the listing's presence alone: a listing
 * that was missing and came back counts as present, whatever its record has become.
 */
function isUnpublishable({ listing, record }: Pick<VerdictFacts, 'listing' | 'record'>): boolean {
  return listing?.presence === 'invalid' || (listing?.presence === 'present' && record?.kind === 'invalid');
}

/** A record that yields no listing. */
function unlisted({ record, doubts, hold }: VerdictFacts): Sentence {
  if (waitsForValue({ listing: null, record, doubts })) return notYet;
  if (record?.kind === 'mapped' && hold?.cause === 'first_file') return unlistedWords.firstFile(hold.id);
  const first = record?.issues[0];
  switch (record?.kind) {
    case 'invalid':
      return joined(unlistedWords.invalid, verbatim(' '), problems(record.issues));
    case 'ignore':
      return joined(unlistedWords.ignored, because(first));
    case 'remove':
      return unlistedWords.removed;
    case 'keep':
      return joined(unlistedWords.kept, because(first));
    default:
      return unlistedWords.unread;
  }
}

const notOurs: Rule = (listing) => (listing.owner === 'foreign' ? foreignWords : null);

const suppressed: Rule = (listing, { suppression = null }, { showTime }) => {
  if (listing.intent !== 'suppressed') return null;
  if (suppression === null) return suppressedWords(null);
  const { author, reason, at, until } = suppression;
  return suppressedWords({
    author,
    reason,
    at: showTime(at),
    until: until === null ? null : showTime(until),
  });
};

const held: Rule = (listing, { hold }) => {
  if (hold === null || hold.kind === 'content' || listing.offSince !== null) return null;
  const isDeactivation = listing.deactivation !== null && hold.kind === 'removals';
  const isLive = isOnPortal(listing.portal);
  return joined(standing(listing), heldWords(hold, { isDeactivation, isOnPortal: isLive }));
};

const off: Rule = (listing, facts, context) => {
  const { outbox } = facts;
  const { showTime } = context;
  if (listing.offSince === null) return null;
  const why = removalReason(listing.removeReason);
  if (outbox?.op === 'remove') {
    const wait = waitOf(facts, context.now);
    const still =
      wait === null ? removalWords.unconfirmed : removalWords.waits(waitSentence(wait, showTime), wait.next);
    return removalWords.underWay(why, still);
  }
  if (listing.firstSentAt === null) return removalWords.beforeSent(why);
  return removalWords.done(showTime(listing.offSince), why);
};

const missing: Rule = (listing, _facts, { showTime }) => {
  if (listing.presence !== 'grace' || listing.graceSince === null) return null;
  return joined(standing(listing), missingWords(showTime(listing.graceSince), listing.gracePolls));
};

const pinned: Rule = (listing, _facts, { showTime }) => {
  if (listing.presence !== 'pinned') return null;
  const { pinnedUntil } = listing;
  return joined(standing(listing), pinnedWords(pinnedUntil === null ? null : showTime(pinnedUntil)));
};

const keptActive: Rule = ({ deactivation, activeUntil, ...listing }, _facts, { showTime }) => {
  if (deactivation === null) return null;
  const isRejected = deactivation === 'pinned' && activeUntil !== null;
  return joined(standing(listing), keptActiveWords(isRejected ? showTime(activeUntil) : null));
};

const refused: Rule = (listing, facts, context) => {
  const { outbox, connection } = facts;
  const { showTime } = context;
  if (listing.portal !== 'rejected' || (outbox === null && isNotShown(listing))) return null;
  const cause = failureCause(listing.failureCode);
  const code = listing.failureCode === null ? '' : ` (${listing.failureCode})`;
  const why = joined(cause.why, verbatim(code));
  if (outbox?.op === 'upsert') {
    const wait = waitOf(facts, context.now);
    return refusedWords.waiting(
      why,
      listing.retries > 0,
      wait === null ? null : waitSentence(wait, showTime),
    );
  }
  const { certificationNote: note = null } = connection ?? {};
  const isTimed = listing.retryAt !== null && retryRule(listing.failureCode) === 'timed';
  return joined(
    listing.confirmedDigest === null ? refusedWords.first(why) : refusedWords.latest(why),
    refusalDetailsText(readRefusalDetails(listing.details)),
    listing.failureCode === 'certification_rejected' && note !== null
      ? refusedWords.note(note)
      : verbatim(''),
    verbatim(' '),
    cause.next,
    isTimed ? refusedWords.again(showTime(listing.retryAt ?? 0)) : verbatim(''),
  );
};

const unpublishable: Rule = (listing, { record, doubts }) => {
  if (!isUnpublishable({ listing, record })) return null;
  if (waitsForValue({ listing, record, doubts })) return notYet;
  const of = problems(record?.issues ?? []);
  const where = unpublishableWords(isOnPortal(listing.portal));
  return of.en === '' ? where : joined(where, verbatim(' '), of);
};

const waiting: Rule = (listing, facts, context) => {
  const { outbox, batch } = facts;
  if (outbox?.op !== 'upsert') return null;
  const isLive = isOnPortal(listing.portal);
  if (batch !== null) return changeWords.inBatch(isLive, batch.id);
  const wait = waitOf(facts, context.now);
  if (wait === null) return changeWords.turn(isLive);
  return changeWords.waits(isLive, waitSentence(wait, context.showTime), wait.next);
};

/** For a listing with nothing under way: the portal's last answer. */
function settled(listing: ListingRecord, facts: VerdictFacts, { now, showTime }: VerdictContext): Sentence {
  const { feed, doubts } = facts;
  const wait = waitOf(facts, now);
  if (wait !== null) return settledWords.notShown(waitSentence(wait, showTime), wait.next);
  const stalled =
    feed?.life === 'stalled' && feed.lastCompleteAt !== null
      ? stalledWords(showTime(feed.lastCompleteAt))
      : verbatim('');
  switch (listing.portal) {
    case 'live':
      return settledWords.live(doubts.length === 0, stalled);
    case 'inactive':
      return settledWords.inactive(stalled);
    case 'sent':
    case 'accepted':
      return settledWords.accepted;
    case 'needs_review':
      return settledWords.review;
    case 'unknown':
      return settledWords.unknown;
    case 'taken_down':
      return settledWords.takenDown;
    case 'removed':
    case 'archived':
      return settledWords.removed;
    case 'released':
      return settledWords.released;
    default:
      return settledWords.unsent;
  }
}

function standing({ portal }: Pick<ListingRecord, 'portal'>): Sentence {
  return whereabouts(isOnPortal(portal));
}

/** The first problem that prevents publication, and how many more there are; empty without any. */
export function problems(issues: NonNullable<Subject['record']>['issues']): Sentence {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const [first] = errors;
  if (first === undefined) return verbatim('');
  const where = first.pointer === '' ? '' : `${first.pointer}: `;
  const others = errors.length - 1;
  return {
    sr: `${issueSentence(first).sr}${others > 0 ? ` (i još ${others})` : ''}`,
    en: `${where}${closed(first.message)}${others > 0 ? ` (and ${others} more)` : ''}`,
  };
}

function because(issue: Issue | undefined): Sentence {
  if (issue === undefined) return verbatim('.');
  return { sr: `. ${issueSentence(issue).sr}`, en: `: ${closed(issue.message)}` };
}

function closed(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

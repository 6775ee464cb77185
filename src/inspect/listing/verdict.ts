import type { Eta } from '../../core/schedule/eta.js';
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
  hiddenWords,
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
import type { ListingCondition } from '../../model/standing.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import { doubtSentence } from '../../texts/content-words.js';
import type { OpenDoubt } from '../../model/content.js';
import type { Subject } from './find-subject.js';
import { conditionOf, type ConditionFacts } from './condition.js';
import { waitOf, waitSentence, type WaitFacts } from './wait.js';

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
  const { listing } = facts;
  const standing = listing === null ? unlisted(facts) : told({ ...facts, listing }, context);
  return joined(standing, ...doubts);
}

/** What decides the condition of a listing. */
export function conditionFacts({
  listing,
  doubts,
  ...facts
}: Pick<VerdictFacts, 'record' | 'outbox' | 'hold' | 'doubts'> & { listing: ListingRecord }): ConditionFacts {
  return { ...facts, listing, isInDoubt: doubts.length > 0 || hasUnknownState(facts.record) };
}

/** Whether the word for the state is in no table: the state that was known before stays (RULES R80). */
function hasUnknownState(record: Facts['record']): boolean {
  return (
    record?.issues.some(({ code, pointer }) => code === 'unmapped_word' && pointer === '/state') ?? false
  );
}

/** Whether a new listing is not published because of a value in doubt. */
export function isNewAndInDoubt({
  listing,
  record,
  doubts,
}: Pick<VerdictFacts, 'listing' | 'record' | 'doubts'>): boolean {
  return listing === null && record?.kind === 'mapped' && doubts.length > 0;
}

/** A record that yields no listing. */
function unlisted({ record, doubts, hold }: VerdictFacts): Sentence {
  if (isNewAndInDoubt({ listing: null, record, doubts })) return notYet;
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

type Facts = VerdictFacts & { listing: ListingRecord };

/** The condition of a listing in words for staff. */
function told(facts: Facts, context: VerdictContext): Sentence {
  const { listing } = facts;
  const { showTime } = context;
  const condition = conditionOf(conditionFacts(facts));
  switch (condition.kind) {
    case 'foreign':
      return foreignWords;
    case 'suppressed':
      return suppressed(condition.isThere, facts, context);
    case 'held':
      return joined(whereabouts(condition.isThere), heldWords(facts.hold, condition));
    case 'leaving':
      return leaving(facts, context);
    case 'left':
      return condition.wasSent
        ? removalWords.done(showTime(listing.offSince ?? 0), removalReason(listing.removeReason))
        : removalWords.beforeSent(removalReason(listing.removeReason));
    case 'lifted':
      return removalWords.lifted;
    case 'missing':
      return joined(
        whereabouts(condition.isThere),
        missingWords(showTime(listing.graceSince ?? context.now), listing.gracePolls),
      );
    case 'pinned':
      return joined(
        whereabouts(condition.isThere),
        condition.isHidden
          ? hiddenWords(shown(listing.activeUntil, context))
          : pinnedWords(shown(listing.pinnedUntil, context)),
      );
    case 'kept_active': {
      const until = condition.isRejected ? shown(listing.activeUntil, context) : null;
      return joined(whereabouts(true), keptActiveWords(until));
    }
    case 'waits_for_value':
      return notYet;
    case 'unpublishable':
      return unpublishable(condition.isThere, facts);
    case 'refused':
      return refused(condition.isQueued, facts, context);
    case 'change':
      return changed(condition.isThere, facts, context);
    default:
      return settled(condition, facts, context);
  }
}

function shown(at: Millis | null, { showTime }: VerdictContext): string | null {
  return at === null ? null : showTime(at);
}

function suppressed(isThere: boolean, facts: Facts, context: VerdictContext): Sentence {
  const { suppression = null } = facts;
  const { showTime } = context;
  const by = suppression === null ? null : { ...suppression, at: showTime(suppression.at) };
  const words = suppressedWords(
    by === null ? null : { ...by, until: by.until === null ? null : showTime(by.until) },
  );
  return isThere ? joined(words, verbatim(' '), stillThere(facts, context)) : words;
}

function leaving(facts: Facts, context: VerdictContext): Sentence {
  return removalWords.underWay(removalReason(facts.listing.removeReason), removalWait(facts, context));
}

/** That the portal still has a listing whose removal is decided, and what its removal waits for. */
function stillThere(facts: Facts, context: VerdictContext): Sentence {
  const { sr, en } = removalWait(facts, context);
  return { sr: `Još je na portalu. ${sr}`, en: `It is still on the portal; ${en}` };
}

function removalWait(facts: Facts, { now, showTime }: VerdictContext): Sentence {
  const wait = waitOf(facts, now);
  return wait === null
    ? removalWords.unconfirmed
    : removalWords.waits(waitSentence(wait, showTime), wait.next);
}

function refused(isQueued: boolean, facts: Facts, context: VerdictContext): Sentence {
  const { listing, connection } = facts;
  const { showTime } = context;
  const cause = failureCause(listing.failureCode);
  const code = listing.failureCode === null ? '' : ` (${listing.failureCode})`;
  const why = joined(cause.why, verbatim(code));
  if (isQueued) {
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
}

function unpublishable(isThere: boolean, { record }: Facts): Sentence {
  const of = problems(record?.issues ?? []);
  const where = unpublishableWords(isThere);
  return of.en === '' ? where : joined(where, verbatim(' '), of);
}

function changed(isThere: boolean, facts: Facts, context: VerdictContext): Sentence {
  if (facts.batch !== null) return changeWords.inBatch(isThere, facts.batch.id);
  const wait = waitOf(facts, context.now);
  if (wait === null) return changeWords.turn(isThere);
  return changeWords.waits(isThere, waitSentence(wait, context.showTime), wait.next);
}

/** For a listing with nothing under way: the portal's last answer. */
function settled(condition: ListingCondition, facts: Facts, { now, showTime }: VerdictContext): Sentence {
  const { feed } = facts;
  const stalled =
    feed?.life === 'stalled' && feed.lastCompleteAt !== null
      ? stalledWords(showTime(feed.lastCompleteAt))
      : verbatim('');
  switch (condition.kind) {
    case 'not_shown': {
      const wait = waitOf(facts, now);
      return settledWords.notShown(
        wait === null ? verbatim('') : waitSentence(wait, showTime),
        wait?.next ?? null,
      );
    }
    case 'live':
      return settledWords.live(!condition.isInDoubt, stalled);
    case 'inactive':
      return settledWords.inactive(condition.isUnpriced, stalled);
    case 'accepted':
      return settledWords.accepted;
    case 'in_review':
      return settledWords.review;
    case 'unknown':
      return settledWords.unknown;
    case 'taken_down':
      return settledWords.takenDown;
    case 'gone_there':
      return settledWords.removed;
    case 'released':
      return settledWords.released;
    default:
      return settledWords.unsent;
  }
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

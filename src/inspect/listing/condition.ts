import type { Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { ListingCondition } from '../../model/standing.js';
import { isOnPortal, isShown } from '../../model/listing-states.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { Issue, RecordKind } from '../../model/outcome.js';
import { isHidden } from '../../core/removals/visibility.js';
import { isNotShown } from './wait.js';

export interface ConditionFacts {
  listing: ListingRecord;
  /** Its record; null: it has none, or it was not read. */
  record: { kind: RecordKind | null; issues: readonly Issue[] } | null;
  outbox: Pick<OutboxEntry, 'op'> | null;
  /** The open hold that names the listing; null: none, or it was not read. A hold of its removal shows in the listing too. */
  hold: Pick<Hold, 'kind'> | null;
  /** A value of the record is not live because it is in doubt. */
  isInDoubt: boolean;
}

/**
 * The one place that decides where a listing is and what becomes of it (RULES R215). The rules are in order of precedence: decisions of an operator, an
 * agency or the feed come before the portal's answers, and changes under way before confirmed content.
 */
export function conditionOf(facts: ConditionFacts): ListingCondition {
  const { listing, outbox } = facts;
  const isThere = isShown(listing.portal);
  if (listing.owner === 'foreign') return { kind: 'foreign' };
  if (listing.intent === 'suppressed') return { kind: 'suppressed', isThere };
  if (listing.offSince !== null) return leaving(listing, outbox, isThere);
  if (isHeld(facts)) return { kind: 'held', isThere, isDeactivation: isHeldDeactivation(facts) };
  if (listing.presence === 'grace') return { kind: 'missing', isThere };
  if (listing.presence === 'pinned') return { kind: 'pinned', isThere, isHidden: isHidden(listing) };
  // One that the portal does not show stays unpublished: its wait says what becomes of it.
  if (listing.deactivation !== null && isThere)
    return { kind: 'kept_active', isRejected: listing.deactivation === 'pinned' };
  if (isUnpublishable(facts))
    return waitsForValue(facts) ? { kind: 'waits_for_value' } : { kind: 'unpublishable', isThere };
  if (listing.portal === 'rejected' && !(outbox === null && isNotShown(listing)))
    return { kind: 'refused', isQueued: outbox?.op === 'upsert' };
  if (outbox?.op === 'upsert') return { kind: 'change', isThere };
  if (isNotShown(listing)) return { kind: 'not_shown' };
  return settled(facts);
}

function leaving(
  listing: ListingRecord,
  outbox: ConditionFacts['outbox'],
  isThere: boolean,
): ListingCondition {
  if (outbox?.op === 'remove' || isOnPortal(listing.portal)) return { kind: 'leaving', isThere };
  if (listing.removeReason === null) return { kind: 'lifted' };
  return { kind: 'left', wasSent: listing.firstSentAt !== null };
}

function isHeld({ listing, hold }: ConditionFacts): boolean {
  return (
    listing.presence === 'held' ||
    listing.deactivation === 'held' ||
    (hold !== null && hold.kind !== 'content')
  );
}

function isHeldDeactivation({ listing, hold }: ConditionFacts): boolean {
  return listing.deactivation !== null && (hold === null || hold.kind === 'removals');
}

/**
 * Whether the record of a listing that its feed has cannot be published. The record decides, and not the listing's presence alone: a listing
 * that was missing and came back counts as present, whatever its record has become.
 */
function isUnpublishable({ listing, record }: ConditionFacts): boolean {
  return listing.presence === 'invalid' || (listing.presence === 'present' && record?.kind === 'invalid');
}

/** Whether a listing is not published because of a value in doubt: it was removed and comes back. */
function waitsForValue({ listing, record, isInDoubt }: ConditionFacts): boolean {
  return (
    isInDoubt && record?.kind === 'mapped' && listing.presence === 'invalid' && !isOnPortal(listing.portal)
  );
}

/** Of a listing with nothing under way: the portal's last answer. */
function settled({ listing, record, isInDoubt }: ConditionFacts): ListingCondition {
  switch (listing.portal) {
    case 'live':
      return { kind: 'live', isInDoubt };
    case 'inactive':
      return { kind: 'inactive', isInDoubt, isUnpriced: lacksPrice(record?.issues ?? []) };
    case 'sent':
    case 'accepted':
      return { kind: 'accepted' };
    case 'needs_review':
      return { kind: 'in_review' };
    case 'unknown':
      return { kind: 'unknown' };
    case 'taken_down':
      return { kind: 'taken_down' };
    case 'removed':
    case 'archived':
      return { kind: 'gone_there' };
    case 'released':
      return { kind: 'released' };
    default:
      return { kind: 'unsent' };
  }
}

/** A live listing whose price became "on request" is inactive until it has one again (RULES R83). */
function lacksPrice(issues: readonly Issue[]): boolean {
  return issues.some(
    ({ severity, code, pointer }) =>
      severity === 'error' && code === 'required' && /^\/(price|rent)(\/amount)?$/.test(pointer),
  );
}

import { isRemoved, type PortalState } from '../../model/listing-states.js';

/** What was sent for one listing. */
export interface SentItem {
  digest: string;
  updatedAt: number;
}

interface Warning {
  code: string;
  pointer?: string | undefined;
  message: string;
}

/** The portal's result for one item (RULES R110), reduced to the fields that judging needs. */
export interface ItemAnswer {
  result: string;
  failure_code?: string | null | undefined;
  details?: unknown;
  warnings?: readonly Warning[] | undefined;
  listing_id?: string | null | undefined;
  candidate_id?: string | null | undefined;
  public_url?: string | null | undefined;
}

export interface HeldListing {
  /** The digest that we believe the portal holds. */
  confirmedDigest: string | null;
  portal: PortalState;
  /** How often this outbox entry was sent before and returned to the outbox. */
  attempts: number;
  /** Warnings of the portal's last acceptance. */
  warnings: readonly Warning[];
  /** Code of the last refusal. */
  failureCode: string | null;
  /** Details of the last refusal. */
  details: unknown;
}

/** What the portal compares before it answers `unchanged`. The specification leaves this open, so it is configured. */
export interface HeldContentRules {
  /** The portal counts content that it removed as held, and answers `unchanged` when it is sent again. */
  removedIsHeld: boolean;
  /** Likewise for content that it refused. */
  rejectedIsHeld: boolean;
  /** The portal's own digest covers the field `digest`. */
  coversDigest: boolean;
  /** The portal's own digest covers `source.updated_at`. */
  coversUpdatedAt: boolean;
}

/** The listing's new state, and whether its outbox entry is done. */
export interface ItemVerdict {
  portal: PortalState;
  confirmedDigest: string | null;
  /** `pending`: the digest that the view shows next is recorded as an alias of ours. */
  digestAlias: 'pending' | null;
  /**
   * The portal answered `unchanged` although the listing is not known to be shown. If the view does not show the listing either, the
   * listing needs attention.
   */
  isDoubtful: boolean;
  sentUpdatedAt: number;
  failureCode: string | null;
  details: unknown;
  warnings: Warning[];
  ids: { listingId: string | null; candidateId: string | null; publicUrl: string | null } | null;
  /** `again`: the entry is retried after `delayMs`. */
  outbox: { kind: 'done' } | { kind: 'again'; delayMs: number };
  /** Timeline event: accepted, needs_review, rejected, unchanged, contradicted, removed, missing. */
  event: string;
}

/** Delay before an item that the reply left out is sent again, so that the portal can finish processing it. */
const missingRetryMs = 60_000;

/**
 * Judges one item result against the content that the store believes the portal holds. A missing item is unknown, not a success.
 * `unchanged` is a success only where the confirmed digest equals the one sent. Otherwise nothing counts as confirmed until the portal
 * accepts the item: if the feed then reverted its change, the former content would look confirmed and would not be sent (RULES R110, R111).
 */
export function judgeItem(
  sent: SentItem,
  answer: ItemAnswer | null,
  held: HeldListing,
  rules: HeldContentRules,
): ItemVerdict {
  const base = {
    sentUpdatedAt: sent.updatedAt,
    digestAlias: null,
    isDoubtful: false,
    failureCode: null,
    details: null,
    warnings: warningsAfter(answer, held),
    ids: answer === null ? null : idsOf(answer),
    outbox: { kind: 'done' },
  } as const;
  switch (answer?.result) {
    case 'accepted':
      return { ...base, portal: 'accepted', confirmedDigest: sent.digest, event: 'accepted' };
    case 'needs_review':
      return { ...base, portal: 'needs_review', confirmedDigest: sent.digest, event: 'needs_review' };
    case 'rejected':
      return {
        ...base,
        portal: 'rejected',
        confirmedDigest: held.confirmedDigest,
        failureCode: answer.failure_code ?? 'invalid_payload',
        details: answer.details ?? null,
        event: 'rejected',
      };
    case 'removed':
      return { ...base, portal: 'removed', confirmedDigest: null, event: 'removed' };
    case 'unchanged':
      return { ...base, ...judgeUnchanged(sent, held, rules) };
    default:
      return {
        ...base,
        portal: 'unknown',
        confirmedDigest: held.confirmedDigest === sent.digest ? sent.digest : null,
        outbox: { kind: 'again', delayMs: missingRetryMs },
        event: 'missing',
      };
  }
}

/** After `unchanged` or a missing result the portal has checked nothing again, so the former warnings stay. */
function warningsAfter(answer: ItemAnswer | null, { warnings }: HeldListing): Warning[] {
  const answered = [...(answer?.warnings ?? [])];
  const isChecked = answer !== null && answer.result !== 'unchanged';
  return isChecked || answered.length > 0 ? answered : [...warnings];
}

/**
 * States without an outcome for the confirmed content: `unchanged` moves them to `accepted`. `rejected` is among them, as the outcome of
 * other content.
 */
const outcomeOpen: ReadonlySet<PortalState> = new Set<PortalState>(['none', 'sent', 'unknown', 'rejected']);

function judgeUnchanged(
  sent: SentItem,
  held: HeldListing,
  rules: HeldContentRules,
): Partial<ItemVerdict> & Believed {
  if (held.confirmedDigest === sent.digest) {
    return {
      portal: outcomeOpen.has(held.portal) ? 'accepted' : held.portal,
      confirmedDigest: sent.digest,
      isDoubtful: isRemoved(held.portal),
      event: 'unchanged',
    };
  }
  if (isHeldUnshown(held, rules)) return heldUnshown(sent, held);
  // The portal compared dates, not content, so the item is retried with a later date.
  if (held.attempts === 0)
    return {
      portal: 'unknown',
      confirmedDigest: null,
      outbox: { kind: 'again', delayMs: 0 },
      event: 'contradicted',
    };
  return {
    portal: 'accepted',
    confirmedDigest: sent.digest,
    // If the portal's digest covers our `digest` field, another digest in the view is other content, never an alias.
    digestAlias: rules.coversDigest ? null : 'pending',
    isDoubtful: true,
    event: 'contradicted',
  };
}

type Believed = Pick<ItemVerdict, 'portal' | 'confirmedDigest' | 'event'>;

/** The portal compares with content that it removed or refused, and ignores the date. A retry would get the same answer. */
function isHeldUnshown({ portal }: HeldListing, rules: HeldContentRules): boolean {
  if (rules.coversUpdatedAt) return false;
  return (rules.removedIsHeld && isRemoved(portal)) || (rules.rejectedIsHeld && portal === 'rejected');
}

function heldUnshown(sent: SentItem, held: HeldListing): Partial<ItemVerdict> & Believed {
  const { portal, failureCode, details } = held;
  return portal === 'rejected'
    ? {
        ...{ portal, failureCode, details, isDoubtful: true },
        confirmedDigest: held.confirmedDigest,
        event: 'contradicted',
      }
    : { portal, confirmedDigest: sent.digest, isDoubtful: true, event: 'contradicted' };
}

function idsOf(answer: ItemAnswer): NonNullable<ItemVerdict['ids']> {
  return {
    listingId: answer.listing_id ?? null,
    candidateId: answer.candidate_id ?? null,
    publicUrl: answer.public_url ?? null,
  };
}

/** Whether one item result counts against the hourly item budget. */
export function spendsBudget(
  answer: ItemAnswer | null,
  rules: { unchanged: boolean; rejected: boolean },
): boolean {
  if (answer?.result === 'unchanged') return rules.unchanged;
  if (answer?.result === 'rejected') return rules.rejected;
  return true;
}

import { isOff, type PortalState } from './listing-states.js';

/** What was sent for one listing. */
export interface SentItem {
  digest: string;
  updatedAt: number;
}

export interface Warning {
  code: string;
  pointer?: string | undefined;
  message: string;
}

/** The portal's answer for one item, as far as judging needs it. */
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
  /** How often this wish was sent before and came back. */
  attempts: number;
  /** What the portal said against it when it took it. */
  warnings: readonly Warning[];
  /** Of its last refusal. */
  failureCode: string | null;
  details: unknown;
}

/** What the portal compares before it answers `unchanged`: settings of what the specification leaves open. */
export interface HeldContentRules {
  /** Content sent again after a removal, or a refusal, counts as held. */
  removedIsHeld: boolean;
  rejectedIsHeld: boolean;
  /** Its own digest covers the field `digest`, or `source.updated_at`. */
  coversDigest: boolean;
  coversUpdatedAt: boolean;
}

/** What is now believed of the listing, and whether its wish is fulfilled. */
export interface ItemVerdict {
  portal: PortalState;
  confirmedDigest: string | null;
  /** `pending`: the view's digest will be taken as another name of ours. */
  digestAlias: 'pending' | null;
  /** The portal called it unchanged although it is not known to show it: where the view does not either, a person is needed. */
  isDoubtful: boolean;
  sentUpdatedAt: number;
  failureCode: string | null;
  details: unknown;
  warnings: Warning[];
  ids: { listingId: string | null; candidateId: string | null; publicUrl: string | null } | null;
  /** `again`: send the same wish once more, after `delayMs`. */
  outbox: { kind: 'done' } | { kind: 'again'; delayMs: number };
  /** For the listing's story: accepted, needs_review, rejected, unchanged, contradicted, removed, missing. */
  event: string;
}

/** After a reply that left an item out: time for the portal to make up its mind. */
const missingRetryMs = 60_000;

/**
 * Judges one item result against what we believe the portal holds (RULES R82, R83). A missing item is unknown, not a
 * success; `unchanged` is a success only where our confirmed digest equals the one sent. In both cases nothing is believed of it
 * until the portal takes it: a feed that takes its change back would find its former content confirmed, and send nothing.
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

/**
 * `unchanged` means that the portal looked at nothing again: what it warned of stands, and is sent again at the next occasion. So
 * does a reply that is missing.
 */
function warningsAfter(answer: ItemAnswer | null, { warnings }: HeldListing): Warning[] {
  const said = [...(answer?.warnings ?? [])];
  const isNews = answer !== null && answer.result !== 'unchanged';
  return isNews || said.length > 0 ? said : [...warnings];
}

/** The portal holds our content, and these states do not say what became of it. A refusal was of other content. */
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
      isDoubtful: isOff(held.portal),
      event: 'unchanged',
    };
  }
  if (isHeldUnshown(held, rules)) return heldUnshown(sent, held);
  // The portal compared dates, not content: once more, with a date that it cannot call older.
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
    // Where its digest covers ours, what it holds has ours: any other digest in the view is other content.
    digestAlias: rules.coversDigest ? null : 'pending',
    isDoubtful: true,
    event: 'contradicted',
  };
}

type Believed = Pick<ItemVerdict, 'portal' | 'confirmedDigest' | 'event'>;

/** The portal keeps comparing with what was removed or refused, and a later date changes nothing: to send it again would say the same. */
function isHeldUnshown({ portal }: HeldListing, rules: HeldContentRules): boolean {
  if (rules.coversUpdatedAt) return false;
  return (rules.removedIsHeld && isOff(portal)) || (rules.rejectedIsHeld && portal === 'rejected');
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

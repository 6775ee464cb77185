import { failureCause } from '../../texts/failure-causes.js';
import { isRemoved } from '../../model/listing-states.js';
import { readRefusalDetails, refusalDetailText, type RefusalDetail } from '../../model/refusal-details.js';
import { pausedBy, pauseWords } from '../../texts/listing/pause-words.js';
import { notShownWords, waitWords, type OutboxWait, type WaitWords } from '../../texts/listing/wait-words.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { BatchRecord, OutboxEntry, ParkedRequest } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';
import type { Sentence } from '../../model/sentence.js';

/** The facts that decide whether a listing waits, and why. */
export interface WaitFacts {
  listing: ListingRecord | null;
  outbox: OutboxEntry | null;
  /** The unsettled batch that contains the listing. */
  batch: BatchRecord | null;
  connection: ConnectionRecord | null;
  /**
   * The connection's item budget. `roomAt`: when there is room again; null while there is room, or when only replies can free it, or the
   * limit is not known.
   */
  budget: { itemsLimit: number | null; roomAt: Millis | null };
  /** The portal refuses the key. */
  keyStopped: boolean;
  /** The portal refuses the request that sends the connection's batches. */
  batchesRefused: ParkedRequest | null;
}

/** Why a listing waits. */
export interface Wait extends WaitWords {
  kind: OutboxWait | 'refused' | 'not_shown';
  /** The portal's code, or `http_<status>`; null where it gave none. */
  code: string | null;
  /** The portal's message, verbatim; empty where it gave none. */
  message: string;
  /** The faults that the portal names, by field. */
  details: readonly RefusalDetail[];
  since: Millis | null;
  /** When the listing is retried or checked again; null where no time is set. */
  until: Millis | null;
}

/** The facts where only the listing and its outbox entry are known. */
export function factsOfListing(listing: ListingRecord | null, outbox: OutboxEntry | null): WaitFacts {
  const budget = { itemsLimit: null, roomAt: null };
  return { listing, outbox, batch: null, connection: null, budget, keyStopped: false, batchesRefused: null };
}

/**
 * Why a listing, or a change of it, waits. No other code decides this. Reasons of the key come before those of the connection, and these
 * before those of the listing.
 * @returns null if nothing waits, if the listing is in a batch, or if it waits only for its turn
 */
export function waitOf(facts: WaitFacts, now: Millis): Wait | null {
  const { outbox, batch } = facts;
  if (outbox === null) return ofPortal(facts);
  if (batch !== null) return null;
  return ofConnection(facts, now) ?? ofEntry(outbox, now) ?? ofTurn(facts, now);
}

/** The wait of a listing without an outbox entry: the portal refused it or does not show it. */
function ofPortal({ listing }: WaitFacts): Wait | null {
  if (listing?.offSince !== null) return null;
  const { failureCode: code, unchangedSince, refusedAt, retryAt: until } = listing;
  const answer = { code, message: '', details: readRefusalDetails(listing.details) };
  if (isNotShown(listing))
    return { kind: 'not_shown', ...notShownWords, ...answer, since: unchangedSince, until };
  if (listing.portal !== 'rejected') return null;
  const { why, next } = failureCause(code);
  return { kind: 'refused', why, next, ...answer, since: refusedAt, until };
}

/** The portal answered `unchanged`, but its view does not show the listing. */
export function isNotShown({
  unchangedSince,
  portal,
}: Pick<ListingRecord, 'unchangedSince' | 'portal'>): boolean {
  return unchangedSince !== null && (isRemoved(portal) || portal === 'taken_down' || portal === 'rejected');
}

const noAnswer = { code: null, message: '', details: [] } as const;

function of(kind: OutboxWait, until: Millis | null = null, since: Millis | null = null): Wait {
  return { kind, ...waitWords[kind], ...noAnswer, since, until };
}

function ofConnection(
  { outbox, connection, keyStopped, batchesRefused }: WaitFacts,
  now: Millis,
): Wait | null {
  if (keyStopped) return of('key');
  const status = connection?.status;
  if (status === 'paused') return pausedWait(connection);
  if (status === 'revoked' || status === 'not_found') return of(`connection_${status}`);
  // Removals spend no items and need no certification.
  if (outbox?.op === 'remove')
    return connection?.adoptingSince == null ? null : of('adopting', null, connection.adoptingSince);
  if (batchesRefused !== null && batchesRefused.nextAt > now) {
    const { code, message, since, nextAt } = batchesRefused;
    return { ...of('batches_refused', nextAt, since), code, message };
  }
  return null;
}

/** The reason names the side that paused the connection, because that side alone resumes it. */
function pausedWait(connection: ConnectionRecord | null): Wait {
  const paused = connection?.remote?.paused ?? null;
  const { why, next } = pauseWords(pausedBy(paused), paused?.reason ?? null);
  return { ...of('connection_paused'), why, next };
}

/** The wait that is stored with the outbox entry. */
function ofEntry({ waits, notBefore }: OutboxEntry, now: Millis): Wait | null {
  if (waits === null || notBefore <= now) return null;
  const { kind, code, message, details, since } = waits;
  return { ...of(kind, notBefore, since), code, message, details };
}

function ofTurn({ outbox, connection, budget }: WaitFacts, now: Millis): Wait | null {
  if (connection?.status === 'certifying' && connection.nextPushAt > now) return of('certifying');
  if (outbox?.op === 'upsert' && budget.roomAt !== null && budget.itemsLimit !== null) {
    const wait = of('budget', budget.roomAt);
    const limit = budget.itemsLimit;
    const why = {
      sr: `iskorišćen je satni limit (${limit})`,
      en: `the hourly budget of ${limit} items is spent`,
    };
    return { ...wait, why };
  }
  const at = connection?.nextPushAt ?? 0;
  return at > now ? of('portal_trouble', at) : null;
}

/** Completes "because …" for operators: the reason, until when, and the portal's message. */
export function waitSentence(wait: Wait, showTime: (at: Millis) => string): Sentence {
  const until = untilText(wait, showTime);
  const words = portalWords(wait);
  return { sr: `${wait.why.sr}${until.sr}${words}`, en: `${wait.why.en}${until.en}${words}` };
}

function untilText({ kind, until }: Wait, showTime: (at: Millis) => string): Sentence {
  if (until === null || kind === 'refused') return { sr: '', en: '' };
  const at = showTime(until);
  switch (kind) {
    case 'budget':
      return { sr: `; mesta opet ima ${at}`, en: `; there is room again on ${at}` };
    case 'plan_full':
      return { sr: `; ponovo se proverava ${at}`, en: `; it is checked again on ${at}` };
    default:
      return { sr: `; ponovo se pokušava ${at}`, en: `; it is retried on ${at}` };
  }
}

/**
 * The portal's code, message and details in brackets, such as ` (invalid_payload; /price/amount: Too large (too_big))`. Of `plan_full`, the
 * code alone. Empty if the portal gave none of them.
 */
export function portalWords({ kind, code, message, details }: Wait): string {
  if (kind === 'plan_full') return ` (${code ?? ''})`;
  const parts = [code ?? '', message, ...details.map(refusalDetailText)].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

import { failureCause } from '../../texts/failure-causes.js';
import { isRemoved } from '../../model/listing-states.js';
import { readRefusalDetails, refusalDetailText, type RefusalDetail } from '../../model/refusal-details.js';
import { notShownWords, waitWords, type OutboxWait, type WaitWords } from '../../texts/wait-words.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { BatchRecord, OutboxEntry, ParkedRequest } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { Millis } from '../../model/millis.js';

/** What decides whether a listing waits, and for what. */
export interface WaitFacts {
  listing: ListingRecord | null;
  outbox: OutboxEntry | null;
  /** The unsettled batch that carries it. */
  batch: BatchRecord | null;
  connection: ConnectionRecord | null;
  /** Of the connection; `roomAt`: when something may be sent again, null while there is room. */
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
  /** The portal's own words about the whole; empty where it gave none. */
  message: string;
  /** The fields that it names, with its own words. */
  details: readonly RefusalDetail[];
  since: Millis | null;
  /** When it is tried or looked at again; null where no time decides that. */
  until: Millis | null;
}

/** Where only the listing itself is known. */
export function factsOfListing(listing: ListingRecord | null, outbox: OutboxEntry | null): WaitFacts {
  const budget = { itemsLimit: null, roomAt: null };
  return { listing, outbox, batch: null, connection: null, budget, keyStopped: false, batchesRefused: null };
}

/**
 * Why a listing, or a change of it, waits: the one place that knows. Null: it does not, it is on its way, or nothing but its turn keeps
 * it. What concerns everything comes before what concerns the connection, and that before what concerns the listing.
 */
export function waitOf(facts: WaitFacts, now: Millis): Wait | null {
  const { outbox, batch } = facts;
  if (outbox === null) return ofPortal(facts);
  if (batch !== null) return null;
  return ofConnection(facts, now) ?? ofEntry(outbox, now) ?? ofTurn(facts, now);
}

/** Nothing is on its way: what the portal made of the last sending. */
function ofPortal({ listing }: WaitFacts): Wait | null {
  if (listing?.offSince !== null) return null;
  const { failureCode: code, unchangedSince, refusedAt, retryAt: until } = listing;
  const said = { code, message: '', details: readRefusalDetails(listing.details) };
  if (isNotShown(listing))
    return { kind: 'not_shown', ...notShownWords, ...said, since: unchangedSince, until };
  if (listing.portal !== 'rejected') return null;
  const { why, next } = failureCause(code);
  return { kind: 'refused', why, next, ...said, since: refusedAt, until };
}

/** The portal called it unchanged, and its view does not have it. */
export function isNotShown({
  unchangedSince,
  portal,
}: Pick<ListingRecord, 'unchangedSince' | 'portal'>): boolean {
  return unchangedSince !== null && (isRemoved(portal) || portal === 'taken_down' || portal === 'rejected');
}

const nothingSaid = { code: null, message: '', details: [] } as const;

function of(kind: OutboxWait, until: Millis | null = null, since: Millis | null = null): Wait {
  return { kind, ...waitWords[kind], ...nothingSaid, since, until };
}

function ofConnection(
  { outbox, connection, keyStopped, batchesRefused }: WaitFacts,
  now: Millis,
): Wait | null {
  if (keyStopped) return of('key');
  const status = connection?.status;
  if (status === 'paused' || status === 'revoked' || status === 'not_found')
    return of(`connection_${status}`);
  // Removals cost no item and need no certificate.
  if (outbox?.op === 'remove')
    return connection?.adoptingSince == null ? null : of('adopting', null, connection.adoptingSince);
  if (batchesRefused !== null && batchesRefused.nextAt > now) {
    const { code, message, since, nextAt } = batchesRefused;
    return { ...of('batches_refused', nextAt, since), code, message };
  }
  return null;
}

/** What is kept with its outbox entry. */
function ofEntry({ waits, notBefore }: OutboxEntry, now: Millis): Wait | null {
  if (waits === null || notBefore <= now) return null;
  const { kind, code, message, details, since } = waits;
  return { ...of(kind, notBefore, since), code, message, details };
}

function ofTurn({ outbox, connection, budget }: WaitFacts, now: Millis): Wait | null {
  if (connection?.status === 'certifying' && connection.nextPushAt > now) return of('certifying');
  if (outbox?.op === 'upsert' && budget.roomAt !== null && budget.itemsLimit !== null) {
    const wait = of('budget', budget.roomAt);
    const en = `the hour’s budget of ${budget.itemsLimit} items is spent`;
    return { ...wait, why: { ...wait.why, en } };
  }
  const at = connection?.nextPushAt ?? 0;
  return at > now ? of('portal_trouble', at) : null;
}

/** Completes "because …" for operators: the reason, until when, and the portal's own words. */
export function waitText(wait: Wait, showTime: (at: Millis) => string): string {
  return `${wait.why.en}${untilText(wait, showTime)}${portalWords(wait)}`;
}

function untilText({ kind, until }: Wait, showTime: (at: Millis) => string): string {
  if (until === null || kind === 'refused') return '';
  const what =
    kind === 'budget'
      ? 'there is room again'
      : kind === 'plan_full'
        ? 'it is looked at again'
        : 'it is tried again';
  return `; ${what} on ${showTime(until)}`;
}

/** Its code, message and fields, such as ` (invalid_payload; /price/amount: Too large (too_big))`. */
export function portalWords({ kind, code, message, details }: Wait): string {
  if (kind === 'plan_full') return ` (${code ?? ''})`;
  const parts = [code ?? '', message, ...details.map(refusalDetailText)].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

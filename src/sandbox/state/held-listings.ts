import type { Detail, FailureCode } from '../../wire/error-codes.js';
import { checkListing, type Listing } from '../../wire/listing.js';
import { valueAt } from '../../wire/payload.js';
import { contentOf, judgeListing, type Verdict } from './import-rules.js';
import { magicOfId, magicOfPhoto, type MagicEffect } from './magic-values.js';
import type { Connection, Content, DueOutcome, HeldListing, ItemResult } from './model.js';
import { announce, announceListing } from './webhook-events.js';
import type { State } from './state.js';

/** The check of one listing on its own. A batch reports the details of a failed check per item; a PUT refuses the request. */
export type CheckedItem =
  { ok: true; listing: Listing; content: Content } | { ok: false; externalId: string; details: Detail[] };

export function checkItem(payload: unknown, state: State): CheckedItem {
  const answer = checkListing(payload, { protocol: state.protocol, vocabulary: state.vocabularyKeys });
  if (!answer.ok) return { ok: false, externalId: externalIdOf(payload) ?? '', details: answer.details };
  return { ok: true, listing: answer.listing, content: contentOf(answer.listing, state.protocol) };
}

/** @returns the trimmed `external_id` of an unchecked payload; null where it is no text */
export function externalIdOf(payload: unknown): string | null {
  const id = valueAt(payload, ['external_id']);
  return typeof id === 'string' ? id.trim() : null;
}

/** Judges one pushed listing and stores the outcome. @param position of the listing in its request, from 0 */
export function importItem(
  item: CheckedItem,
  position: number,
  connection: Connection,
  state: State,
): ItemResult {
  if (!item.ok) return refusedItem(item, position);
  const verdict = judge(item, connection, state);
  if (verdict.result === 'unchanged') {
    const held = heldOf(connection, item.listing.external_id, state);
    return { ...itemOf(held, position, state), result: 'unchanged' };
  }
  if (verdict.result === 'rejected') return rejectListing(item, verdict, position, connection, state);
  return acceptListing(item, verdict, position, connection, state);
}

/** The result that `importItem` would return, without ids and address; stores nothing. @param connection null: no agency's plan is applied */
export function previewItem(
  item: CheckedItem,
  position: number,
  connection: Connection | null,
  state: State,
): ItemResult {
  if (!item.ok) return refusedItem(item, position);
  const verdict = judge(item, connection, state);
  return {
    ...blankItem(item.listing.external_id, position),
    result: verdict.result,
    failure_code: verdict.result === 'rejected' ? verdict.failureCode : null,
    details: verdict.result === 'rejected' ? verdict.details : null,
    warnings: 'warnings' in verdict ? verdict.warnings : [],
  };
}

function judge(item: CheckedItem & { ok: true }, connection: Connection | null, state: State): Verdict {
  const { listing, content } = item;
  return judgeListing(
    {
      listing,
      content,
      held: connection?.listings.get(listing.external_id),
      agency: connection?.agency ?? null,
      certifying: connection !== null && isCertifying(connection),
      quotaHasRoom: connection === null || quotaHasRoom(connection, state),
    },
    state,
  );
}

/** True also for a connection that was paused while certifying: before certification, no push is published without the staff. */
function isCertifying({ status, paused }: Connection): boolean {
  return status === 'certifying' || paused?.from === 'certifying';
}

/** Whether one more live listing fits the agency's plan. */
function quotaHasRoom({ agency }: Connection, state: State): boolean {
  return agency.listing_limit === null || liveCount(agency, state) < agency.listing_limit;
}

/** Number of the agency's live and accepted listings, over all of its connections. */
export function liveCount(agency: Connection['agency'], state: State): number {
  let count = 0;
  for (const connection of state.connections.values()) {
    if (connection.agency !== agency) continue;
    for (const held of connection.listings.values()) if (isLive(held)) count++;
  }
  return count;
}

/** Whether a listing counts as live: accepted ones are published without a further decision. */
export function isLive(held: HeldListing): boolean {
  return held.status === 'live' || held.status === 'accepted';
}

/** Whether the partner may still remove the listing: it was neither removed, archived nor released. */
export function isStaged(held: HeldListing): boolean {
  return !['removed', 'archived', 'released'].includes(held.status);
}

/** Applies every outcome of the connection's listings that is due. */
export function settleOutcomes(connection: Connection, state: State): void {
  for (const held of connection.listings.values()) settle(held, connection, state);
}

/**
 * Schedules the outcomes of a listing that was accepted, by the import or by staff, and applies those that are due already.
 * @param delayMs from now to the first outcome; magic values may add to it
 */
function launch(held: HeldListing, connection: Connection, delayMs: number, state: State): void {
  const now = state.now();
  if (held.status !== 'live') held.status = 'accepted';
  held.changedAt = now;
  held.outcomes = outcomesOf(held, now + delayMs, state.settings.laterOutcomeMs);
  settle(held, connection, state);
}

function outcomesOf({ externalId, payload }: HeldListing, at: number, laterMs: number): DueOutcome[] {
  const effects = [magicOfId(externalId), ...photoUrls(payload).map((url) => magicOfPhoto(url))];
  const effectOf = <K extends MagicEffect['does']>(does: K): (MagicEffect & { does: K }) | undefined =>
    effects.find((effect): effect is MagicEffect & { does: K } => effect?.does === does);
  const due = at + (effectOf('delay')?.ms ?? 0);
  const message = 'Asked for by a magic value.';
  const details: Detail[] = [{ pointer: '', code: 'invalid_format', message }];
  const refusal = effectOf('reject_later');
  if (refusal) return [{ at: due, becomes: 'rejected', failureCode: refusal.failureCode, details }];
  const loss = effectOf('lose_later');
  return [
    { at: due, becomes: 'published' },
    ...(loss ? [{ at: due + laterMs, becomes: loss.becomes, failureCode: loss.failureCode, details }] : []),
  ];
}

function photoUrls(payload: HeldListing['payload']): string[] {
  const photos = Array.isArray(payload?.photos) ? (payload.photos as { url: string }[]) : [];
  return photos.map(({ url }) => url);
}

function settle(held: HeldListing, connection: Connection, state: State): void {
  const now = state.now();
  for (let next = held.outcomes[0]; next !== undefined && next.at <= now; next = held.outcomes[0]) {
    held.outcomes.shift();
    held.changedAt = next.at;
    if (next.becomes === 'published') {
      held.status = held.payload?.state === 'inactive' ? 'inactive' : 'live';
      held.listingId ??= state.uuid();
    } else {
      held.status = next.becomes;
      const { failureCode, details } = next;
      held.rejection = { content: held.content ?? noContent, failureCode, details };
    }
    announceListing(held, connection, publicUrl(held, state), state);
  }
}

/** Stands in for the content of a listing that staff made and no partner pushed: matches no push. */
export const noContent: Content = { hash: '', updatedAt: 0, digest: null };

/** Staff accept a listing under review. It is published, or rejected with `quota_exceeded` where the agency's plan has no room. */
export function approve(held: HeldListing, connection: Connection, state: State): void {
  const fits = held.payload?.state === 'inactive' || quotaHasRoom(connection, state);
  if (fits) launch(held, connection, 0, state);
  else refuse(held, 'quota_exceeded', connection, state);
}

/** Rejects a listing, whatever its status: by decision of staff, or because the agency's plan has no room. */
export function refuse(
  held: HeldListing,
  failureCode: FailureCode,
  connection: Connection,
  state: State,
): void {
  held.status = 'rejected';
  held.rejection = { content: held.content ?? noContent, failureCode, details: [] };
  held.outcomes = [];
  held.changedAt = state.now();
  announceListing(held, connection, null, state);
}

/** Ends a listing: the partner removed it, a reconcile archived it, or its connection was revoked. Later outcomes are dropped. */
export function endListing(
  held: HeldListing,
  connection: Connection,
  status: 'removed' | 'archived' | 'released',
  reason: string | null,
  state: State,
): void {
  held.status = status;
  held.reason = reason;
  held.outcomes = [];
  held.changedAt = state.now();
  announceListing(held, connection, null, state);
}

/** An item result with the ids of the held listing. Its `result` is `accepted`; the caller replaces that for any other result. */
export function itemOf(held: HeldListing, position: number, state: State): ItemResult {
  return {
    ...blankItem(held.externalId, position),
    candidate_id: held.candidateId,
    listing_id: held.listingId,
    public_url: publicUrl(held, state),
  };
}

function blankItem(externalId: string, position: number): ItemResult {
  return {
    position,
    external_id: externalId,
    result: 'accepted',
    candidate_id: null,
    listing_id: null,
    public_url: null,
    failure_code: null,
    details: null,
    warnings: [],
  };
}

/** Address of the listing's public page; null unless it is live. */
export function publicUrl(held: HeldListing, state: State): string | null {
  return held.status === 'live' && held.listingId
    ? `${state.settings.publicUrlBase}/${held.listingId}`
    : null;
}

/** The listing held under this id. An empty one is added where the connection has none. */
export function heldOf(connection: Connection, externalId: string, state: State): HeldListing {
  const known = connection.listings.get(externalId);
  if (known) return known;
  const held: HeldListing = {
    sequence: state.sequence(),
    externalId,
    status: 'rejected',
    candidateId: null,
    listingId: null,
    content: null,
    payload: null,
    warnings: [],
    rejection: null,
    outcomes: [],
    reason: null,
    changedAt: state.now(),
  };
  connection.listings.set(externalId, held);
  return held;
}

/** The result of a payload that is not a valid listing. Nothing is stored for such a payload. */
function refusedItem({ externalId, details }: CheckedItem & { ok: false }, position: number): ItemResult {
  const failure_code = failureCodeOf(details);
  return { ...blankItem(externalId, position), result: 'rejected', failure_code, details };
}

function failureCodeOf(details: Detail[]): FailureCode {
  if (details.every((detail) => detail.pointer === '/legal/mandate_attested')) return 'mandate_missing';
  const shapeCodes = ['unknown_field', 'required', 'invalid_type'];
  return details.some((detail) => shapeCodes.includes(detail.code)) ? 'schema_invalid' : 'invalid_payload';
}

function rejectListing(
  item: CheckedItem & { ok: true },
  verdict: Verdict & { result: 'rejected' },
  position: number,
  connection: Connection,
  state: State,
): ItemResult {
  const held = heldOf(connection, item.listing.external_id, state);
  const { failureCode, details } = verdict;
  held.rejection = { content: item.content, failureCode, details };
  held.candidateId = state.uuid();
  held.changedAt = state.now();
  // Only the push is rejected: a listing that visitors already see keeps its status and its public page.
  announceListing({ ...held, status: 'rejected' }, connection, publicUrl(held, state), state);
  return { ...itemOf(held, position, state), result: 'rejected', failure_code: failureCode, details };
}

function acceptListing(
  item: CheckedItem & { ok: true },
  verdict: Verdict & { result: 'accepted' | 'needs_review' },
  position: number,
  connection: Connection,
  state: State,
): ItemResult {
  const held = heldOf(connection, item.listing.external_id, state);
  held.content = item.content;
  held.payload = Object.freeze(verdict.payload);
  held.warnings = verdict.warnings;
  held.rejection = null;
  held.reason = null;
  held.candidateId = state.uuid();
  held.changedAt = state.now();
  if (verdict.result === 'needs_review') {
    held.status = 'needs_review';
    held.outcomes = [];
    announceListing(held, connection, null, state);
  } else {
    launch(held, connection, held.status === 'live' ? 0 : state.settings.outcomeDelayMs, state);
  }
  const { result, warnings } = verdict;
  if (warnings.length > 0) {
    const data = { external_id: held.externalId, candidate_id: held.candidateId, result, warnings };
    announce(connection, 'item.warnings', data, state);
  }
  return { ...itemOf(held, position, state), result, warnings };
}

import type { Detail, FailureCode } from '../../wire/error-codes.js';
import { checkListing, type Listing } from '../../wire/listing.js';
import { contentOf, judgeListing, type Verdict } from './import-rules.js';
import { magicOfId, magicOfPhoto, type MagicEffect } from './magic-values.js';
import type { Connection, Content, DueOutcome, HeldListing, ItemResult } from './model.js';
import { announce, announceListing } from './webhook-events.js';
import type { State } from './state.js';

/** One listing of a request, checked by itself: what a batch reports per item, and a PUT refuses. */
export type CheckedItem =
  { ok: true; listing: Listing; content: Content } | { ok: false; externalId: string; details: Detail[] };

export function checkItem(payload: unknown, state: State): CheckedItem {
  const answer = checkListing(payload, { protocol: state.protocol, vocabulary: state.vocabularyKeys });
  if (!answer.ok) return { ok: false, externalId: externalIdOf(payload) ?? '', details: answer.details };
  return { ok: true, listing: answer.listing, content: contentOf(answer.listing, state.protocol) };
}

/** The trimmed external_id of a payload of which nothing else is known. */
export function externalIdOf(payload: unknown): string | null {
  const id =
    typeof payload === 'object' && payload !== null && 'external_id' in payload ? payload.external_id : null;
  return typeof id === 'string' ? id.trim() : null;
}

/** Judges one listing and stores what follows from it. */
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

/** What `importItem` would answer, storing nothing. Without a connection no agency's plan is asked. */
export function previewItem(
  item: CheckedItem,
  position: number,
  connection: Connection | null,
  state: State,
): ItemResult {
  if (!item.ok) return refusedItem(item, position);
  const verdict = judge(item, connection, state);
  return {
    ...refusedItem({ ok: false, externalId: item.listing.external_id, details: [] }, position),
    result: verdict.result,
    failure_code: verdict.result === 'rejected' ? verdict.failureCode : null,
    details: verdict.result === 'rejected' ? verdict.details : null,
    warnings: 'warnings' in verdict ? verdict.warnings : [],
  };
}

function judge(item: CheckedItem & { ok: true }, connection: Connection | null, state: State): Verdict {
  const agency = connection?.agency ?? null;
  const hasRoom = connection === null || quotaHasRoom(connection, state);
  return judgeListing(
    {
      listing: item.listing,
      content: item.content,
      held: connection?.listings.get(item.listing.external_id),
      agency,
      certifying: connection !== null && isCertifying(connection),
      quotaHasRoom: hasRoom,
    },
    state,
  );
}

/** Also while it is paused from there: what is pushed or processed then is never published by itself. */
function isCertifying({ status, paused }: Connection): boolean {
  return status === 'certifying' || paused?.from === 'certifying';
}

/** Whether one more live listing fits the agency's plan. */
function quotaHasRoom({ agency }: Connection, state: State): boolean {
  return agency.listing_limit === null || liveCount(agency, state) < agency.listing_limit;
}

/** Live listings of an agency, on whatever connection, those on their way included. */
export function liveCount(agency: Connection['agency'], state: State): number {
  let count = 0;
  for (const connection of state.connections.values()) {
    if (connection.agency !== agency) continue;
    for (const held of connection.listings.values()) if (isLive(held)) count++;
  }
  return count;
}

export function isLive(held: HeldListing): boolean {
  return held.status === 'live' || held.status === 'accepted';
}

/** Whether a partner may still name it: it was pushed, and not taken off since. */
export function isStaged(held: HeldListing): boolean {
  return !['removed', 'archived', 'released'].includes(held.status);
}

/** What became of accepted listings whose time has come. */
export function settleOutcomes(connection: Connection, state: State): void {
  for (const held of connection.listings.values()) settle(held, connection, state);
}

/** Sends what was accepted, now or by staff, on to its outcomes: those that the time and the magic values ask for. */
function launch(held: HeldListing, connection: Connection, delayMs: number, state: State): void {
  const now = state.now();
  if (held.status !== 'live') held.status = 'accepted';
  held.changedAt = now;
  held.outcomes = outcomesOf(held, now + delayMs, state.settings.laterOutcomeMs);
  settle(held, connection, state);
}

function outcomesOf({ externalId, payload }: HeldListing, at: number, laterMs: number): DueOutcome[] {
  const effects = [magicOfId(externalId), ...photoUrls(payload).map((url) => magicOfPhoto(url))];
  const asked = <K extends MagicEffect['does']>(does: K): (MagicEffect & { does: K }) | undefined =>
    effects.find((effect): effect is MagicEffect & { does: K } => effect?.does === does);
  const due = at + (asked('delay')?.ms ?? 0);
  const message = 'Asked for by a magic value.';
  const details: Detail[] = [{ pointer: '', code: 'invalid_format', message }];
  const refusal = asked('reject_later');
  if (refusal) return [{ at: due, becomes: 'rejected', failureCode: refusal.failureCode, details }];
  const loss = asked('lose_later');
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

const noContent: Content = { hash: '', updatedAt: 0, digest: null };

/** Staff accept what waits for review: it is published, if the agency's plan has room. */
export function approve(held: HeldListing, connection: Connection, state: State): void {
  const fits = held.payload?.state === 'inactive' || quotaHasRoom(connection, state);
  if (fits) launch(held, connection, 0, state);
  else refuse(held, 'quota_exceeded', connection, state);
}

/** Refuses what waits or is shown: by staff, or because the plan has no room for it. */
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

export function takeOff(
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

/** An item result that tells what is held. */
export function itemOf(held: HeldListing, position: number, state: State): ItemResult {
  return {
    position,
    external_id: held.externalId,
    result: 'accepted',
    candidate_id: held.candidateId,
    listing_id: held.listingId,
    public_url: publicUrl(held, state),
    failure_code: null,
    details: null,
    warnings: [],
  };
}

export function publicUrl(held: HeldListing, state: State): string | null {
  return held.status === 'live' && held.listingId
    ? `${state.settings.publicUrlBase}/${held.listingId}`
    : null;
}

/** The listing held under this id; made empty where there is none. */
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

/** A payload that is no listing leaves no trace but its result. */
function refusedItem(item: CheckedItem & { ok: false }, position: number): ItemResult {
  return {
    position,
    external_id: item.externalId,
    result: 'rejected',
    candidate_id: null,
    listing_id: null,
    public_url: null,
    failure_code: failureCodeOf(item.details),
    details: item.details,
    warnings: [],
  };
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
  announceRejection(held, connection, state);
  const result = { ...itemOf(held, position, state), result: 'rejected' as const };
  return { ...result, failure_code: failureCode, details };
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
  announceWarnings(held, verdict, connection, state);
  return { ...itemOf(held, position, state), result: verdict.result, warnings: verdict.warnings };
}

/** The push was refused; what is shown, if anything, stays. */
function announceRejection(held: HeldListing, connection: Connection, state: State): void {
  announceListing({ ...held, status: 'rejected' }, connection, publicUrl(held, state), state);
}

function announceWarnings(
  held: HeldListing,
  { result, warnings }: Verdict & { result: 'accepted' | 'needs_review' },
  connection: Connection,
  state: State,
): void {
  if (warnings.length === 0) return;
  const data = { external_id: held.externalId, candidate_id: held.candidateId, result, warnings };
  announce(connection, 'item.warnings', data, state);
}

import { sql } from 'kysely';
import { readPairId } from '../../core/listing/external-id.js';
import { fold } from '../../model/fold.js';
import { assertStore } from '../database/errors.js';
import { excluded, listingKey, type Writer } from '../database/database.js';
import {
  foldIds,
  idsOf,
  loadListings,
  newListing,
  saveListings,
  type ListingDraft,
} from '../database/listing-rows.js';
import { saveContent } from './save-content.js';
import { saveClaims } from './claims.js';
import { insertMany } from '../database/insert-many.js';
import { keepRaw } from './raw-records.js';
import { nextOrdinal, recordsChanged } from './places.js';
import { otherFeedMark } from '../../model/staged-record.js';
import type { Visibility } from '../../model/listing.js';
import { type Millis } from '../../model/millis.js';
import type { ListingDecision, RecordDecision } from '../store.js';
import { recordCodec, type Tables } from '../database/tables.js';
import { numberWords } from './used-words.js';
import { cancelEntries, putEntries, upsertEntry, type NewEntry } from '../outbox/entries.js';

/** Commits decisions on records in the caller's transaction: outcome, fingerprint, listings, payloads, outbox entries, claims (RULES R29). */
export async function commitBlock(
  writer: Writer,
  connectionId: string,
  feedId: number,
  decisions: readonly RecordDecision[],
  now: Millis,
): Promise<void> {
  const ids = decisions.flatMap(({ listings, withdrawn }) => [...idsOf(listings), ...withdrawn]);
  const drafts = await loadListings(writer, connectionId, ids);
  const changed = new Map<string, ListingDraft>();
  for (const decision of decisions) {
    for (const listing of decision.listings) {
      const draft = drafts.get(listing.externalId) ?? newListing(connectionId, listing.externalId);
      assertMayOwn(draft, feedId, decision.sourceId);
      applyDecision(draft, listing, { feedId, sourceId: decision.sourceId, codes: decision.codes, now });
      drafts.set(listing.externalId, draft);
      changed.set(listing.externalId, draft);
    }
    for (const id of decision.withdrawn) {
      const draft = drafts.get(id);
      if (draft?.feedId !== feedId || draft.sourceId !== decision.sourceId) continue;
      draft.offered = false;
      changed.set(id, draft);
    }
  }
  await saveListings(writer, changed.values(), now);
  const listings = decisions.flatMap((decision) => decision.listings);
  await savePayloads(writer, connectionId, listings);
  await saveQueue(writer, connectionId, listings, drafts, now);
  await saveRecords(writer, feedId, decisions, drafts, now);
  await saveClaims(writer, connectionId, feedId, decisions, now);
  await saveContent(writer, connectionId, feedId, decisions);
}

/**
 * A listing keeps its first owner: a commit for this feed never takes over a listing that another feed publishes, or that a person added manually
 * (RULES R42).
 */
function assertMayOwn(draft: ListingDraft, feedId: number, sourceId: string): void {
  const isRemoved = draft.offSince !== null && draft.intent !== 'suppressed';
  const isOwn =
    draft.feedId === feedId && readPairId(draft.sourceId ?? '').sourceId === readPairId(sourceId).sourceId;
  const isFree = isRemoved || draft.owner === 'foreign';
  assertStore(
    isFree || (draft.owner !== 'manual' && (draft.feedId === null || isOwn)),
    `${draft.externalId} belongs to ${draft.owner === 'manual' ? 'a person' : `feed ${draft.feedId ?? '?'}`} and was committed for feed ${feedId}`,
  );
}

function applyDecision(
  draft: ListingDraft,
  decision: ListingDecision,
  record: { feedId: number; sourceId: string; codes: readonly string[]; now: Millis },
): void {
  draft.owner = 'feed';
  draft.feedId = record.feedId;
  draft.sourceId = record.sourceId;
  draft.presence = decision.presence;
  draft.offered = decision.offered;
  draft.intent = decision.intent;
  draft.removeReason = decision.removeReason;
  draft.lastSeenAt = record.now;
  // Retries count per content: new content was not refused yet.
  if (decision.wanted !== null && decision.wanted.digest !== draft.wantedDigest) draft.retries = 0;
  if (decision.wanted !== null) draft.wantedDigest = decision.wanted.digest;
  if (decision.feedUpdatedAt !== null) draft.feedUpdatedAt = decision.feedUpdatedAt;
  if (decision.title !== null) draft.title = decision.title;
  if (decision.price !== undefined) draft.price = decision.price;
  if (decision.address != null) draft.foldedAddress = fold(decision.address);
  if (decision.visibility !== undefined) showOrHide(draft, decision.visibility);
  draft.foldedIds = foldIds([decision.externalId, readPairId(record.sourceId).sourceId, ...record.codes]);
  if (isPresent(decision)) {
    draft.graceSince = null;
    draft.gracePolls = 0;
    draft.pinnedUntil = null;
  }
  // The listing is published again, or its removal is canceled.
  if (decision.queue !== null && (decision.queue !== 'cancel' || isPresent(decision))) draft.offSince = null;
}

/** A deactivation that is held or rejected stays so for as long as the record calls the listing inactive. */
function showOrHide(draft: ListingDraft, { becomesInactive, inactiveSince }: Visibility): void {
  draft.inactiveSince = inactiveSince;
  draft.deactivation = becomesInactive ? (draft.deactivation ?? 'due') : null;
  if (!becomesInactive) draft.activeUntil = null;
}

function isPresent({ presence }: ListingDecision): boolean {
  return presence === 'present' || presence === 'invalid';
}

async function savePayloads(
  writer: Writer,
  connectionId: string,
  listings: readonly ListingDecision[],
): Promise<void> {
  const rows = listings.flatMap(({ externalId, wanted }) =>
    wanted === null
      ? []
      : [
          {
            ...{ connectionId, externalId, content: wanted.packed },
            photoSource: wanted.photoMarks?.source ?? null,
          },
        ],
  );
  await insertMany(writer, rows, {
    name: 'payload',
    of: (some, row) =>
      writer
        .insertInto('payload')
        .values(some)
        .onConflict((conflict) => conflict.columns(listingKey).doUpdateSet(excluded(row, listingKey))),
  });
}

async function saveQueue(
  writer: Writer,
  connectionId: string,
  listings: readonly ListingDecision[],
  drafts: ReadonlyMap<string, ListingDraft>,
  now: Millis,
): Promise<void> {
  const entries: NewEntry[] = [];
  const cancelled = new Map<string, { wantedDigest: string | null }>();
  for (const { externalId, queue } of listings) {
    if (queue === 'cancel')
      cancelled.set(externalId, { wantedDigest: drafts.get(externalId)?.wantedDigest ?? null });
    else if (queue !== null) entries.push(upsertEntry({ connectionId, externalId }, queue, now));
  }
  await putEntries(writer, connectionId, entries);
  await cancelEntries(writer, connectionId, cancelled);
}

async function saveRecords(
  writer: Writer,
  feedId: number,
  decisions: readonly RecordDecision[],
  drafts: ReadonlyMap<string, ListingDraft>,
  now: Millis,
): Promise<void> {
  const words = await numberWords(
    writer,
    feedId,
    decisions.map(({ uses }) => uses),
  );
  const rows: Tables['record'][] = decisions.map((decision, index) =>
    recordCodec.encode({
      feedId,
      ordinal: decision.ordinal,
      sourceId: decision.sourceId,
      fingerprint: decision.fingerprint,
      kind: decision.kind,
      removeReason: decision.removeReason,
      listingCount: countPublishable(decision, drafts),
      hasError: decision.issues.some((issue) => issue.severity === 'error'),
      codes: decision.codes,
      issues: decision.issues,
      uses: words[index] ?? [],
      readAt: decision.readAt ?? null,
      understoodAt: now,
      changedAt: null,
      offer: decision.offer,
    }),
  );
  const isNew = decisions.map((decision) => decision.isNew === true);
  const added = rows.filter((_, index) => isNew[index] === true);
  await requireFree(writer, feedId, added);
  await insertMany(writer, added, {
    name: 'new record',
    of: (some) => writer.insertInto('record').values(some),
  });
  const known = rows.filter((_, index) => isNew[index] !== true);
  await insertMany(writer, known, {
    name: 'record outcome',
    of: (some, row) =>
      writer
        .insertInto('record')
        .values(some)
        .onConflict((conflict) =>
          conflict.columns(['feedId', 'ordinal']).doUpdateSet({
            ...excluded(row, ['feedId', 'ordinal', 'sourceId', 'readAt', 'changedAt']),
            readAt: sql`coalesce(excluded.read_at, record.read_at)`,
          }),
        ),
  });
  await keepRaw(writer, feedId, decisions, now);
}

/**
 * New records have ordinals past those of the store, and are committed in their order. A record beyond them was added by a decision since the
 * file was read, under an ordinal that the file's records use.
 */
async function requireFree(
  writer: Writer,
  feedId: number,
  added: readonly { ordinal: number }[],
): Promise<void> {
  const [first] = added;
  if (first === undefined) return;
  const least = added.reduce((least, { ordinal }) => Math.min(least, ordinal), first.ordinal);
  if ((await nextOrdinal(writer, feedId)) > least) throw recordsChanged();
}

/** The `listingCount` of a record. Counts the listings that ListingStore.presentCounts counts. */
function countPublishable(decision: RecordDecision, drafts: ReadonlyMap<string, ListingDraft>): number {
  if (decision.kind === 'elsewhere') return otherFeedMark;
  if (decision.kind !== 'mapped') return 0;
  const isPublishable = ({ externalId, presence, offered }: ListingDecision): boolean =>
    presence === 'present' && offered && typeof drafts.get(externalId)?.wantedDigest === 'string';
  return decision.listings.filter(isPublishable).length;
}

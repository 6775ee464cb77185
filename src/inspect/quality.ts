import type { FeedId, SourceId } from '../model/ids.js';
import type { Issue } from '../model/outcome.js';
import type { Finding } from '../model/quality-finding.js';
import { doubtsOf, type Payload, type PlacePoint } from '../mapping/check/doubts.js';
import { changedTokens } from '../mapping/check/photo-tokens.js';
import type { Millis } from '../model/millis.js';
import { KnownProperties } from './known-properties.js';
import { inOrder, Survey } from '../mapping/check/survey.js';
import type { Store } from '../store/store.js';

export type { Finding } from '../model/quality-finding.js';
/** One listing that a record yields, as the mapping made it. */
export interface InspectedListing {
  sourceId: SourceId;
  /** Null where the listing cannot be published. */
  payload: Payload | null;
  /** The feed's own date, epoch milliseconds. */
  feedUpdatedAt: number | null;
  /** The same listing in the former export, if there was one. */
  former?: Payload | null;
}

export interface InspectedRecord {
  sourceId: SourceId;
  issues: readonly Issue[];
}

/**
 * Finds what looks wrong in a whole feed: wrong units, prices of another magnitude, swapped coordinates, texts encoded twice, contacts in
 * texts, placeholder and shared pictures, export dates instead of change dates, photo URLs that change. A pure function. Findings are
 * sorted by frequency; each has its count, up to three samples and the remedy in the mapping. Doubts come from the payloads and from the
 * records' issues; each record counts once. `MappedRecord` fits both lists: its listings, with its source id, are `listings`.
 * @param placePoint coordinates of the portal's places (`placePoints`); left out, coordinates are not compared with their places
 */
export function inspectQuality(
  listings: Iterable<InspectedListing>,
  records: Iterable<InspectedRecord>,
  placePoint: PlacePoint = () => null,
): Finding[] {
  const survey = new Survey();
  for (const { sourceId, issues } of records) survey.addRecord(sourceId, issues);
  for (const { sourceId, payload, feedUpdatedAt, former } of listings) {
    if (feedUpdatedAt !== null) survey.addDates(feedUpdatedAt, feedUpdatedAt);
    if (payload === null) continue;
    survey.addIssues(sourceId, doubtsOf(payload, placePoint));
    survey.addPhotos(sourceId, payload);
    if (former != null) survey.addCompared(sourceId, changedTokens(former, payload));
  }
  return survey.findings();
}

/** How long a listing that left is compared with those that come under another id. */
const renumberedMs = 90 * 86_400_000;

/** Findings that only a poll can make, which compares a file with the last one. */
const ofPolls: ReadonlySet<string> = new Set(['photo_urls_change', 'photo_token']);

/**
 * Finds what looks wrong in a stored feed: its records' issues, its listings' photos and dates, properties under several ids, and what the
 * last poll found about photo URLs that change. Reads every payload of the feed.
 */
export async function feedQuality(
  feedId: FeedId,
  { quality }: Pick<Store, 'quality'>,
  now: Millis,
): Promise<Finding[]> {
  const survey = new Survey();
  const known = new KnownProperties();
  for await (const block of quality.issues(feedId))
    for (const { sourceId, issues } of block) survey.addRecord(sourceId, issues);
  for await (const block of quality.payloads(feedId))
    for (const { sourceId, payload } of block) {
      survey.addPhotos(sourceId, payload);
      known.add(sourceId, payload);
    }
  for await (const block of quality.leftPayloads(feedId, now - renumberedMs))
    for (const { sourceId, payload } of block) known.addLeft(sourceId, payload);
  const dates = await quality.dates(feedId);
  if (dates !== null) survey.addDates(dates.least, dates.most, dates.count);
  const changing = (await quality.survey(feedId))?.findings ?? [];
  return inOrder([
    ...survey.findings(),
    ...known.findings(),
    ...changing.filter(({ code }) => ofPolls.has(code)),
  ]);
}

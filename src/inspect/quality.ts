import type { FeedId, SourceId } from '../model/ids.js';
import type { Issue } from '../model/outcome.js';
import type { Finding } from '../model/quality-finding.js';
import { doubtsOf, type Payload, type PlacePoint } from '../mapping/check/doubts.js';
import { changedTokens } from '../mapping/check/photo-tokens.js';
import { Survey } from '../mapping/check/survey.js';
import { contentRules, type ContentField, type ContentRule, type OpenDoubt } from '../model/content.js';
import { groupBy } from '../model/group-by.js';
import type { Store } from '../store/store.js';
import { ruleName, ruleText, shownValue } from '../texts/content-words.js';
import { withoutGuarded } from '../mapping/check/guarded-issues.js';
import { isUnconfirmed } from './hold-doubts.js';
import type { RulePreview } from './preview-rules.js';

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

/**
 * Finds what looks wrong in a stored feed: its records' doubts, the values that the content guard holds or counts, its listings' photos and
 * dates, and the last poll's finding about photo URLs that change. Reads every payload of the feed.
 * @param counted what the rules of the content guard find in a feed that lets doubtful values through
 */
export async function feedQuality(
  feedId: FeedId,
  { quality, content }: Pick<Store, 'quality' | 'content'>,
  counted: readonly RulePreview[] = [],
): Promise<Finding[]> {
  const survey = new Survey();
  const doubts = (await content.doubts(feedId)).filter(isUnconfirmed);
  const bySource = groupBy(doubts, ({ sourceId }) => sourceId);
  let records = 0;
  for await (const block of quality.issues(feedId))
    for (const { sourceId, issues } of block) {
      records++;
      survey.addRecord(sourceId, withoutGuarded(issues, bySource.get(sourceId) ?? []));
    }
  for await (const block of quality.payloads(feedId))
    for (const { sourceId, payload } of block) survey.addPhotos(sourceId, payload);
  const dates = await quality.dates(feedId);
  if (dates !== null) survey.addDates(dates.least, dates.most, dates.count);
  const changing = (await quality.survey(feedId))?.findings ?? [];
  return [
    ...heldFindings(doubts, records),
    ...counted.map((preview) => countedFinding(preview, records)),
    ...survey.findings(),
    ...changing.filter(({ code }) => code === 'photo_urls_change'),
  ];
}

const samplesMax = 3;

/** One finding for each rule of the content guard that holds values, in the order of the rules. */
function heldFindings(doubts: readonly OpenDoubt[], of: number): Finding[] {
  const byRule = groupBy(doubts, ({ rule }) => rule);
  return contentRules.flatMap((rule) => {
    const [first, ...others] = byRule.get(rule) ?? [];
    if (first === undefined) return [];
    const samples = [first, ...others].slice(0, samplesMax);
    return [
      {
        ...guardFinding(rule, first.field, samples),
        count: 1 + others.length,
        of,
        advice: `What is live stays, and new listings wait. \`feedsync holds\` lists them; \`feedsync confirm LISTING\` confirms one, \`feedsync confirm --feed FEED --rule ${rule}\` all. A value that is corrected in the source goes out by itself.`,
      },
    ];
  });
}

function countedFinding({ rule, count, examples }: RulePreview, of: number): Finding {
  return {
    ...guardFinding(rule, examples[0]?.field ?? 'price', examples),
    count,
    of,
    advice:
      'They go live, because the feed has `content_guard: report`. With `hold` they wait until they are confirmed.',
  };
}

const pointers: Readonly<Record<ContentField, string>> = {
  state: '/state',
  price: '/price',
  area: '/structure/area_sqm',
};

function guardFinding(
  rule: ContentRule,
  field: ContentField,
  samples: readonly Pick<OpenDoubt, 'sourceId' | 'field' | 'value'>[],
): Pick<Finding, 'code' | 'pointer' | 'message' | 'samples'> {
  const name = ruleName(rule).en;
  return {
    code: rule,
    pointer: pointers[field],
    message: `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${ruleText(rule).en}.`,
    samples: samples.map((sample) => ({ sourceId: sample.sourceId, value: shownValue(sample) })),
  };
}

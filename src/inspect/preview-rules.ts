import { amountNotes } from '../core/content/guard/amount-notes.js';
import { guardContent, type GuardInput } from '../core/content/guard/guard-content.js';
import {
  offerOf,
  valueOf,
  withFieldOf,
  withValue,
  type Payload,
} from '../core/content/guard/payload-values.js';
import { Neighbours } from '../core/content/guard/neighbours.js';
import { measureOf, UsualTally } from '../core/content/guard/usual-values.js';
import { valueDoubts, type ContentProfile } from '../core/content/guard/value-doubts.js';
import { contentRules, statePointer, type ContentRule } from '../model/content.js';
import type { Doubt, OpenDoubt, PastValue } from '../model/content.js';
import type { FeedRecord } from '../model/feed.js';
import { groupBy } from '../model/group-by.js';
import type { ExternalId, FeedId, SourceId } from '../model/ids.js';
import type { Millis } from '../model/millis.js';
import type { Issue } from '../model/outcome.js';
import { ownValue } from '../model/own-value.js';
import { whyDoubtful } from '../texts/content-words.js';
import type { Sentence } from '../model/sentence.js';
import { liveListings } from '../store/facts/usual-values.js';
import type { KnownValues, Store } from '../store/store.js';
import { isUnconfirmed } from './hold-doubts.js';

/** What one rule would hold of a feed. */
export interface RulePreview extends FoundByRule {
  rule: ContentRule;
  /** Values that are live, so that no rule holds them, and that the rule would hold if they were new. */
  live: FoundByRule;
}

interface FoundByRule {
  /** Number of values. */
  count: number;
  /** At most `examplesMax`. */
  examples: RuleExample[];
}

/** A listing that a rule would hold. */
interface RuleExample extends Doubt {
  externalId: string;
  sourceId: SourceId;
  title: string | null;
  /** Why the value is in doubt. */
  sentence: Sentence;
}

const examplesMax = 3;
/** Of a feed's listings, so many are compared with each other. */
const comparedMax = 2_000;

/** How a feed's values are judged. */
export interface PreviewedFeed {
  feed: Pick<FeedRecord, 'id' | 'connectionId'>;
  profile: ContentProfile;
  /** The mode that the feed has: with `report`, its doubtful values are live. */
  mode: 'hold' | 'report';
}

type Reads = Pick<Store, 'quality' | 'content' | 'meta'>;

/**
 * What each rule of the content guard holds of a feed with `content_guard: hold`: the values of its last file against those that were live
 * before. Runs the guard over every listing of the feed and changes nothing. Rules without a value are left out.
 */
export async function previewRules(
  { feed, profile, mode }: PreviewedFeed,
  store: Reads,
  now: Millis,
): Promise<RulePreview[]> {
  const { quality, content } = store;
  const tally = new Tally();
  const neighbours = await neighboursOf(feed.id, profile, store);
  const notes = await notesOf(feed.id, quality);
  const open = groupBy((await content.doubts(feed.id)).filter(isUnconfirmed), ({ externalId }) => externalId);
  for (const doubts of open.values()) for (const doubt of doubts) tally.held(doubt, doubt);
  for await (const block of quality.payloads(feed.id)) {
    const ids = block.map(({ payload }) => externalIdOf(payload));
    const known = await content.known(feed.connectionId, ids);
    for (const [index, { sourceId, payload }] of block.entries()) {
      const externalId = ids[index] ?? '';
      const of = { externalId, sourceId, title: titleOf(payload) };
      const issues = notes.get(sourceId) ?? [];
      const judged = {
        ...{ payload, issues },
        valueDoubts: [...valueDoubts(payload, profile, issues), ...neighbours.doubtsOf(payload, profile)],
        known: known.get(externalId) ?? nothingKnown,
        open: open.get(externalId) ?? [],
      };
      const held = heldOf(judged, mode, profile.rsdPerEur, now);
      for (const doubt of held) tally.held(doubt, of);
      const fields = new Set(held.map(({ field }) => field));
      for (const doubt of asNew(judged, profile.rsdPerEur, now))
        if (!fields.has(doubt.field)) tally.live(doubt, of);
    }
  }
  return tally.previews();
}

/** With what the feed's listings are compared, as if they were new. */
async function neighboursOf(feedId: FeedId, profile: ContentProfile, store: Reads): Promise<Neighbours> {
  const ofFeed = new UsualTally();
  for await (const block of store.quality.payloads(feedId)) {
    for (const { payload } of block) {
      const measure = measureOf(payload, profile);
      if (measure !== null) ofFeed.add(measure);
    }
    if (ofFeed.count >= comparedMax) break;
  }
  return new Neighbours(await liveListings(store, feedId), ofFeed.known(), profile.rsdPerEur);
}

const nothingKnown: KnownValues = { history: [], confirmations: [] };

/** A listing as it is wanted now. */
interface Judged extends Pick<GuardInput, 'valueDoubts'> {
  payload: Payload;
  issues: readonly Issue[];
  known: KnownValues;
  /** Its open doubts, which are counted already. */
  open: readonly OpenDoubt[];
}

/**
 * What the guard holds of a listing beside its open doubts. A feed that only counts has let doubtful values through: they are judged
 * against what was live before them.
 */
function heldOf(judged: Judged, mode: PreviewedFeed['mode'], rsdPerEur: number, now: Millis): Doubt[] {
  if (mode === 'hold') return [];
  const { payload, known, valueDoubts: found, issues, open } = judged;
  const counted = new Set(open.map(({ field }) => field));
  const unknown = issues.find(({ code, pointer }) => code === 'unmapped_word' && pointer === statePointer);
  const { doubts } = guardContent({
    ...{ mapped: payload, cleared: beforeDoubts(payload, known.history), valueDoubts: found, rsdPerEur, now },
    history: known.history.filter(({ isBase }) => isBase),
    confirmations: known.confirmations,
    unknownState: unknown?.value ?? null,
    commonFactor: null,
  });
  return doubts.filter(({ field }) => !counted.has(field));
}

/** The listing as it was before its doubtful values went live; null: no other price was live before the doubtful one. */
function beforeDoubts(payload: Payload, history: readonly PastValue[]): Payload | null {
  const offer = offerOf(payload);
  let before: Payload = payload;
  for (const field of ['price', 'area'] as const) {
    const ofField = history.filter((past) => past.field === field && past.offer === offer);
    const value = valueOf(payload, field);
    if (!ofField.some((past) => past.until === null && !past.isBase && past.value === value)) continue;
    const [former] = ofField
      .filter(({ until, isBase }) => until !== null && isBase)
      .sort((a, b) => (b.until ?? 0) - (a.until ?? 0));
    if (former !== undefined) before = withValue(before, field, former.value);
    else if (field === 'area') before = withFieldOf(before, field, {});
    else return null;
  }
  return before;
}

/** What the guard would hold of a listing if it were new, without what was confirmed. */
function asNew({ payload, known, valueDoubts: found }: Judged, rsdPerEur: number, now: Millis): Doubt[] {
  return guardContent({
    ...{ mapped: payload, cleared: null, valueDoubts: found, rsdPerEur, now },
    ...{ history: [], confirmations: known.confirmations, unknownState: null, commonFactor: null },
  }).doubts;
}

/** Counts values by rule. */
class Tally {
  readonly #found = new Map<ContentRule, RulePreview>();

  held(doubt: Doubt, of: Pick<RuleExample, 'externalId' | 'sourceId' | 'title'>): void {
    this.#add(this.#of(doubt.rule), doubt, of);
  }

  live(doubt: Doubt, of: Pick<RuleExample, 'externalId' | 'sourceId' | 'title'>): void {
    this.#add(this.#of(doubt.rule).live, doubt, of);
  }

  previews(): RulePreview[] {
    return contentRules.flatMap((rule) => this.#found.get(rule) ?? []);
  }

  #of(rule: ContentRule): RulePreview {
    const none = (): FoundByRule => ({ count: 0, examples: [] });
    const preview = this.#found.get(rule) ?? { rule, ...none(), live: none() };
    this.#found.set(rule, preview);
    return preview;
  }

  #add(
    found: FoundByRule,
    { rule, field, value, causes }: Doubt,
    { externalId, sourceId, title }: Pick<RuleExample, 'externalId' | 'sourceId' | 'title'>,
  ): void {
    found.count++;
    if (found.examples.length >= examplesMax) return;
    const doubt = { rule, field, value, causes };
    found.examples.push({ ...doubt, externalId, sourceId, title, sentence: whyDoubtful(doubt) });
  }
}

/** Issues that the guard judges by, of the records that have any, by source id. */
async function notesOf(
  feedId: FeedId,
  { issues }: Pick<Store['quality'], 'issues'>,
): Promise<Map<SourceId, Issue[]>> {
  const codes: readonly string[] = Object.values(amountNotes);
  const notes = new Map<SourceId, Issue[]>();
  for await (const block of issues(feedId))
    for (const { sourceId, issues: ofRecord } of block) {
      const found = ofRecord.filter(
        ({ code, pointer }) => codes.includes(code) || (code === 'unmapped_word' && pointer === statePointer),
      );
      if (found.length > 0) notes.set(sourceId, found);
    }
  return notes;
}

/** Every payload has its id, although its type does not say so. */
function externalIdOf({ external_id: id }: Payload): ExternalId {
  return typeof id === 'string' ? id : '';
}

function titleOf({ title }: Payload): string | null {
  const text = ownValue(title, 'sr');
  return typeof text === 'string' ? text : null;
}

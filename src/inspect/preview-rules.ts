import { amountNotes } from '../core/content/guard/amount-notes.js';
import { valueOf } from '../core/content/guard/payload-values.js';
import { valueDoubts, type ContentProfile } from '../core/content/guard/value-doubts.js';
import { contentRules, type ContentRule, type Doubt } from '../model/content.js';
import type { FeedId, SourceId } from '../model/ids.js';
import type { Issue } from '../model/outcome.js';
import { ownValue } from '../model/own-value.js';
import { whyDoubtful } from '../texts/content-words.js';
import type { Sentence } from '../model/sentence.js';
import type { Store } from '../store/store.js';

/** What one rule would hold of a feed. */
export interface RulePreview {
  rule: ContentRule;
  /** Number of listings. */
  count: number;
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

/**
 * What each rule of the content guard would hold of a feed's listings, as they are wanted now: those that judge a value by itself. Reads
 * every payload of the feed and changes nothing. Rules without a listing are left out.
 */
export async function previewRules(
  feedId: FeedId,
  profile: ContentProfile,
  { quality }: Pick<Store, 'quality'>,
): Promise<RulePreview[]> {
  const found = new Map<ContentRule, RulePreview>();
  const notes = await amountNotesOf(feedId, quality);
  for await (const block of quality.payloads(feedId))
    for (const { sourceId, payload } of block)
      for (const { rule, fields, causes } of valueDoubts(payload, profile, notes.get(sourceId))) {
        const [field = 'price'] = fields;
        const preview = found.get(rule) ?? { rule, count: 0, examples: [] };
        found.set(rule, preview);
        preview.count++;
        if (preview.examples.length >= examplesMax) continue;
        const { external_id: id } = payload;
        const externalId = typeof id === 'string' ? id : sourceId;
        const value = valueOf(payload, field) ?? '';
        const doubt = { rule, field, value, causes };
        const names = { externalId, sourceId, title: titleOf(payload) };
        preview.examples.push({ ...doubt, ...names, sentence: whyDoubtful(doubt) });
      }
  return contentRules.flatMap((rule) => found.get(rule) ?? []);
}

/** The notes of records whose mapping noted something of their amounts, by source id. */
async function amountNotesOf(
  feedId: FeedId,
  { issues }: Pick<Store['quality'], 'issues'>,
): Promise<Map<string, Issue[]>> {
  const codes: readonly string[] = Object.values(amountNotes);
  const notes = new Map<string, Issue[]>();
  for await (const block of issues(feedId))
    for (const { sourceId, issues: ofRecord } of block) {
      const found = ofRecord.filter(({ code }) => codes.includes(code));
      if (found.length > 0) notes.set(sourceId, found);
    }
  return notes;
}

function titleOf({ title }: Record<string, unknown>): string | null {
  const text = ownValue(title, 'sr');
  return typeof text === 'string' ? text : null;
}

import { externalId } from '../../core/listing/external-id.js';
import {
  matterKeyOfDoubt,
  matterKeyOfWord,
  type AskedFeed,
  type AskedWord,
} from '../../core/content/shared-questions.js';
import type { ShownLine } from '../../core/content/shown-lines.js';
import { isAboutWord } from '../../model/outcome.js';
import type { OpenDoubt } from '../../model/content.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../store.js';

/** A listing whose record has a word without a meaning. */
export interface WordLine extends ShownLine {
  /** The doubt about the listing's state; null: the word is one of another field, or another word of the record tells the state. */
  doubt: OpenDoubt | null;
}

/** Every listing of a feed that the meaning of an unknown word changes. */
export async function linesOfWord(
  { id: feedId, idPrefix }: Pick<FeedRecord, 'id' | 'idPrefix'>,
  { doubts }: Pick<AskedFeed, 'doubts'>,
  { pointer, word }: Pick<AskedWord, 'pointer' | 'word'>,
  { quality }: Pick<Store, 'quality'>,
): Promise<WordLine[]> {
  const key = matterKeyOfWord(pointer, word);
  const lines: WordLine[] = doubts
    .filter((doubt) => matterKeyOfDoubt(doubt) === key)
    .map((doubt) => ({ ...doubt, doubt }));
  const doubted = new Set(lines.map(({ doubt }) => doubt?.sourceId));
  for await (const block of quality.issues(feedId))
    for (const { sourceId, issues } of block) {
      const value = issues.find(
        (issue) =>
          issue.value !== undefined &&
          isAboutWord(issue) &&
          matterKeyOfWord(issue.pointer, issue.value) === key,
      )?.value;
      if (value === undefined || doubted.has(sourceId)) continue;
      const line = { feedId, externalId: externalId(sourceId, idPrefix), field: pointer, value };
      lines.push({ ...line, doubt: null });
    }
  return lines;
}

import type { FeedId, SourceId } from '../model/ids.js';
import { isAboutWord, type Issue } from '../model/outcome.js';
import { unknownWordKey } from '../model/fold.js';
import type { Store } from '../store/store.js';

/** An unmapped value, in the first spelling found in the feed. */
export interface UnknownWord {
  /** JSON pointer of the field for which the value was read. */
  pointer: string;
  word: string;
  /** Records with the value. */
  count: number;
  samples: string[];
}

const samplesMax = 3;

/** Unmapped values of one feed, by `unknownWordKey`. Values that the mapping ignores are excluded. */
export async function unknownWords(
  feedId: FeedId,
  { quality }: Pick<Store, 'quality'>,
): Promise<Map<string, UnknownWord>> {
  const words = new Map<string, UnknownWord>();
  for await (const block of quality.issues(feedId))
    for (const { sourceId, issues } of block) {
      for (const issue of issues) noteWord(words, issue, sourceId);
    }
  return words;
}

/** Adds the unmapped value of an issue, if the issue is about one. @param words by `unknownWordKey` */
export function noteWord(
  words: Map<string, UnknownWord>,
  issue: Pick<Issue, 'code' | 'pointer' | 'value'>,
  sourceId: SourceId,
): void {
  if (issue.value !== undefined && isAboutWord(issue)) note(words, issue.pointer, issue.value, sourceId);
}

function note(words: Map<string, UnknownWord>, pointer: string, word: string, sourceId: SourceId): void {
  const key = unknownWordKey(pointer, word);
  let known = words.get(key);
  if (known === undefined) {
    known = { pointer, word, count: 0, samples: [] };
    words.set(key, known);
  }
  if (known.samples.at(-1) === sourceId) return;
  known.count++;
  if (known.samples.length < samplesMax) known.samples.push(sourceId);
}

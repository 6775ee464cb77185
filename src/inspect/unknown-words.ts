import { fold } from '../model/fold.js';
import type { Issue } from '../model/outcome.js';
import type { Store } from '../store/store.js';

/** A word that nobody gave a meaning, as the feed spells it first. */
export interface UnknownWord {
  /** Of the field for which it was read. */
  pointer: string;
  word: string;
  /** Records that have it. */
  count: number;
  samples: string[];
}

const samplesMax = 3;
/** Issues that name a word of the feed: of the portal's lists and tables, and of its places. */
const wordCodes: ReadonlySet<string> = new Set(['unmapped_word', 'place_unknown']);

export function unknownWordKey(pointer: string, word: string): string {
  return `${pointer}\n${fold(word)}`;
}

/** Words without a meaning of one feed, by `unknownWordKey`; those that a mapping ignores are not among them. */
export async function unknownWords(
  feedId: number,
  { quality }: Pick<Store, 'quality'>,
): Promise<Map<string, UnknownWord>> {
  const words = new Map<string, UnknownWord>();
  for await (const block of quality.issues(feedId))
    for (const { sourceId, issues } of block) {
      for (const issue of issues) noteWord(words, issue, sourceId);
    }
  return words;
}

/** Counts the word that an issue is about, if it is about one. @param words by `unknownWordKey` */
export function noteWord(
  words: Map<string, UnknownWord>,
  { code, pointer, value }: Pick<Issue, 'code' | 'pointer' | 'value'>,
  sourceId: string,
): void {
  if (wordCodes.has(code) && value !== undefined) note(words, pointer, value, sourceId);
}

function note(words: Map<string, UnknownWord>, pointer: string, word: string, sourceId: string): void {
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

import type { WordList, Vocabulary } from '../../model/reference.js';
import { booleanTable, flagTargetProblem } from '../../mapping/words/boolean-words.js';
import { wordLists } from '../../texts/state-choices.js';

/** A word of a feed and the meaning that it gets. */
export interface GivenWord {
  table: string;
  word: string;
  /** A key of the table's list, or another target of the table; null: the word is left out on purpose. */
  key: string | null;
}

/** Why a word cannot have a meaning, as a sentence; null: it can. With a meaning that the portal does not know it would stay unmapped. */
export function wordTargetProblem(
  { table, word, key }: GivenWord,
  lists: ReadonlyMap<string, WordList | null>,
  vocabulary: Vocabulary | null,
): string | null {
  if (!lists.has(table)) return `There is no table ${table} in the mapping of this feed.`;
  const list = lists.get(table) ?? null;
  const problem = table === booleanTable ? flagTargetProblem(word, key) : null;
  if (problem !== null) return problem;
  const entries = list === null ? undefined : wordLists(vocabulary)[list];
  if (key === null || list === null || entries === undefined) return null;
  return entries.some((entry) => entry.key === key)
    ? null
    : `The list ${list} has no ${key}: pick one of GET /vocabulary.`;
}

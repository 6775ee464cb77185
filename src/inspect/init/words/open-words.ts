import type { Dictionary } from '../../../mapping/compile/dictionary.js';
import type { Target } from '../../../mapping/language/mapping-schema.js';
import type { UnknownWord } from '../../unknown-words.js';
import { explainer, type PortalWords, type UnmappedWord } from '../../unmapped.js';
import * as lists from './word-lists.js';

/** Words of other exports, by JSON pointer of the field. */
const known: Readonly<Record<string, lists.WordList>> = {
  '/category': lists.categories,
  '/transaction': lists.transactions,
  '/structure/heating': lists.heatings,
  '/structure/condition': lists.conditions,
  '/structure/furnished': lists.furnishings,
  '/structure/building_group': lists.buildingGroups,
};

/** Unmapped values with meanings suggested by similarity to known words, most frequent first. */
export function openWords(
  name: string,
  words: ReadonlyMap<string, UnknownWord>,
  dictionary: Dictionary,
  portal: PortalWords,
): UnmappedWord[] {
  const explain = explainer(dictionary, portal, (pointer) => wordsOf(known[pointer] ?? []));
  const found = new Map<string, UnmappedWord>();
  for (const { pointer, ...word } of mostFrequent(words)) {
    const explained = explain(pointer, word.word);
    // Words are keyed by table, because price and rent may share a table, and a shared word is reported once.
    const key = `${explained.table ?? explained.field} ${word.word}`;
    if (!found.has(key)) found.set(key, { feed: name, ...explained, ...word });
  }
  return [...found.values()];
}

/** Maximum number of words in the report. A field of free text has thousands of values. */
const wordsMax = 100;

function mostFrequent(words: ReadonlyMap<string, UnknownWord>): UnknownWord[] {
  return [...words.values()].sort((a, b) => b.count - a.count).slice(0, wordsMax);
}

function wordsOf(list: lists.WordList): (readonly [string, Target])[] {
  return list.flatMap(([target, words]) => {
    if (typeof target !== 'string' && !Array.isArray(target)) return [];
    const meant: Target = typeof target === 'string' ? target : [...(target as readonly string[])];
    return words.split(/\s*;\s*/).map((word) => [word.replace(/\*$/, '').trim(), meant] as const);
  });
}

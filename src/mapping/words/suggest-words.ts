import { fold } from '../../model/fold.js';
import type { VocabularyEntry } from '../../model/reference.js';
import { likeness, partsOfWord } from './likeness.js';
import type { Target } from '../language/mapping-schema.js';

/** A possible meaning of a word, which a person must confirm. */
export interface Suggestion {
  /** The portal's key, or for a table whose targets are not the portal's, a target of the table. */
  target: string;
  /** The portal's first label of the key; without one, the target. */
  label: string;
  /** From 0 to 1. */
  confidence: number;
  /** The known word or label to which the word is similar. */
  like: string;
}

interface Entry {
  folded: string;
  parts: readonly string[];
  like: string;
  target: string;
  label: string;
}

const suggestionsMax = 3;
/** A meaning with less confidence is not suggested: its similarity may be chance. */
const confidenceMin = 0.45;
/** Parts with less similarity count as different words. */
const partMin = 0.75;
/** Factor for the similarity of two phrases by letters, because phrases share many letters by chance. */
const phraseWeight = 0.85;
const wordLengthMax = 80;

/**
 * Suggests meanings of a word, the best first. Compares the word with the keys and labels of the portal's enumeration and with the words of
 * the table, without case, script and diacritics. The confidence is the greater of two similarities: that of the letters, and that
 * of the parts of words, in which rare parts weigh more than parts that many labels have.
 * @param entries of the portal's enumeration; empty for a table whose targets are not the portal's
 * @param words of the table, with their targets
 */
export function suggester(
  entries: readonly VocabularyEntry[],
  words: readonly (readonly [word: string, target: Target])[],
): (word: string) => Suggestion[] {
  const known = [...ofPortal(entries), ...ofTable(words, entries)];
  const weigh = weights(known);
  const answers = new Map<string, Suggestion[]>();
  return (word) => {
    const answer = answers.get(word) ?? best(word, known, weigh);
    answers.set(word, answer);
    return answer;
  };
}

type Weigh = (part: string) => number;

/** The weight of a part: 1 if it occurs with one target, and less the more targets it occurs with. */
function weights(known: readonly Entry[]): Weigh {
  const targets = new Map<string, Set<string>>();
  for (const { parts, target } of known)
    for (const part of parts) targets.set(part, (targets.get(part) ?? new Set()).add(target));
  return (part) => 1 / (1 + Math.log2(targets.get(part)?.size ?? 1));
}

/** The best suggestions, each target once. */
function best(word: string, known: readonly Entry[], weigh: Weigh): Suggestion[] {
  const folded = fold(word).slice(0, wordLengthMax);
  const parts = partsOfWord(folded);
  const byTarget = new Map<string, Suggestion>();
  for (const entry of known) {
    const isPhrase = parts.length > 1 && entry.parts.length > 1;
    const letters = likeness(folded, entry.folded) * (isPhrase ? phraseWeight : 1);
    const confidence = Math.max(letters, sharedParts(parts, entry.parts, weigh));
    const { target, label, like } = entry;
    if (confidence < Math.max(confidenceMin, byTarget.get(target)?.confidence ?? 0)) continue;
    byTarget.set(target, { target, label, like, confidence: Math.round(confidence * 100) / 100 });
  }
  return [...byTarget.values()].sort((a, b) => b.confidence - a.confidence).slice(0, suggestionsMax);
}

/** The weight of the shared parts, counted in both words, divided by the weight of all parts of both: 1 if all parts are the same. */
function sharedParts(a: readonly string[], b: readonly string[], weigh: Weigh): number {
  const total = [...a, ...b].reduce((sum, part) => sum + weigh(part), 0);
  if (total === 0) return 0;
  let shared = 0;
  for (const part of a) {
    const matches = b.map((other) => ({ other, like: partLikeness(part, other) }));
    const match = matches.sort((x, y) => y.like - x.like)[0];
    if (match !== undefined && match.like >= partMin)
      shared += match.like * (weigh(part) + weigh(match.other));
  }
  return Math.min(1, shared / total);
}

/** The similarity of two parts. A beginning of the other part counts 0.9, because of abbreviations (`centr.`) and inflected endings. */
function partLikeness(a: string, b: string): number {
  if (a === b) return 1;
  const isBeginning = Math.min(a.length, b.length) > 3 && (a.startsWith(b) || b.startsWith(a));
  return isBeginning ? 0.9 : likeness(a, b);
}

function entryOf(like: string, target: string, label: string): Entry {
  const folded = fold(like);
  return { folded, parts: partsOfWord(folded), like, target, label };
}

function ofPortal(entries: readonly VocabularyEntry[]): Entry[] {
  return entries.flatMap(({ key, labels }) =>
    [key.replaceAll('_', ' '), ...labels].map((like) => entryOf(like, key, labels[0] ?? key)),
  );
}

function ofTable(
  words: readonly (readonly [string, Target])[],
  entries: readonly VocabularyEntry[],
): Entry[] {
  const named = new Map(
    entries.flatMap((entry) => [entry.key, ...entry.labels].map((name) => [fold(name), entry] as const)),
  );
  return words.flatMap(([word, target]) => {
    if (target === null) return [];
    const names = [target].flat().map(String);
    const entry = names.map((name) => named.get(fold(name))).find((found) => found !== undefined);
    if (entries.length > 0 && entry === undefined) return [];
    const meant = entry?.key ?? names[0] ?? '';
    return [entryOf(word, meant, entry?.labels[0] ?? meant)];
  });
}

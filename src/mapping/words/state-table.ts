import { fold } from '../../model/fold.js';
import type { StateTarget } from '../../core/content/record-state.js';
import { isStateTarget, lesserState, stateTargets } from '../../core/content/record-state.js';
import { noSigns, noWords, reservingWords, stateWords, yesSigns, yesWords } from './state-words.js';

/** The meaning of a text; `nothing`: it is known and says nothing of the state. */
export type StateMeaning = StateTarget | 'nothing';

/** Finds what a text says of a record's state; null: it says nothing known, or a remark makes it doubtful. */
export type StateFinder = (text: string) => StateMeaning | null;

/** The words of a table of states, folded, with their meanings. */
export interface OwnStates {
  words: ReadonlyMap<string, StateMeaning>;
  /** The meanings of yes and no; null if the table gives neither. */
  flags: { yes: StateMeaning; no: StateMeaning } | null;
}

/** Text beyond this length is not read: a state is a few words. */
const textMax = 200;
const separator = /[,;/|+\n]/;
/** What sets a remark apart from what it remarks on. */
const remark = /[,;/|+\n()[\]:]| - /;

/**
 * Compiles the look-up of a table of states. A text is looked up as a whole, then without dates, figures and punctuation, then part by part
 * where it lists several, then by its leading words (RULES R172). The table's own words come before those that feedsync ships.
 */
export function stateFinder({ words, flags }: OwnStates): StateFinder {
  const known = shipped();
  const wholes = flagWords(flags);
  const bareWords = withoutFigures(words);
  const longest = Math.max(known.longest, ...[...bareWords.keys()].map((word) => word.split(' ').length));
  const phrase = (bare: string): StateMeaning | null => bareWords.get(bare) ?? known.bare.get(bare) ?? null;
  const whole = (folded: string): StateMeaning | null => {
    const found = words.get(folded) ?? wholes.get(folded) ?? known.words.get(folded);
    if (found !== undefined) return found;
    const bare = tokensOf(folded).join(' ');
    if (bare === '') return null;
    // "N10111" is a number with a letter, not a no.
    const isNumber = bare.length === 1 && /\p{N}/u.test(folded);
    return phrase(bare) ?? (isNumber ? null : (wholes.get(bare) ?? null));
  };
  const one = (folded: string): StateMeaning | null =>
    whole(folded) ?? leading(tokensOf(folded), phrase, longest);
  return (text) => {
    const folded = fold(text.slice(0, textMax));
    const found = whole(folded) ?? several(folded, one);
    if (found !== null) return found;
    const begun = leading(tokensOf(folded), phrase, longest);
    // "Urgent - something unknown" may be sold: on offer is only what has no unknown remark.
    const isSure = begun !== 'active' || wordsIn(folded, remark).every((part) => one(part) !== null);
    return isSure ? begun : null;
  };
}

/** The parts of a text that hold words. */
function wordsIn(folded: string, between: RegExp): string[] {
  return folded.split(between).filter((part) => /\p{L}/u.test(part));
}

/** The words of a folded text, without dates, figures and punctuation. A percent sign counts as a word, since it says "partly". */
function tokensOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}]+|%/gu) ?? [];
}

/** A list of states means the one that offers least, if each of its parts is known. */
function several(folded: string, one: StateFinder): StateMeaning | null {
  const parts = wordsIn(folded, separator);
  if (parts.length < 2) return null;
  let least: StateTarget | null = null;
  for (const part of parts) {
    const meaning = one(part);
    if (meaning === null) return null;
    if (meaning !== 'nothing') least = lesserState(least, meaning);
  }
  return least ?? 'nothing';
}

/** The meaning of the longest known beginning, unless what follows takes it back or says another state. */
function leading(tokens: readonly string[], phrase: StateFinder, longest: number): StateMeaning | null {
  for (let count = Math.min(tokens.length - 1, longest); count > 0; count--) {
    const meaning = phrase(tokens.slice(0, count).join(' '));
    if (meaning === null) continue;
    return isTakenBack(tokens.slice(count), meaning, phrase, longest) ? null : meaning;
  }
  return null;
}

function isTakenBack(
  rest: readonly string[],
  meaning: StateMeaning,
  phrase: StateFinder,
  longest: number,
): boolean {
  const { reserving } = shipped();
  return rest.some((token, at) => {
    if (token === '%' || reserving.has(token)) return true;
    for (let count = Math.min(longest, rest.length - at); count > 0; count--) {
      const other = phrase(rest.slice(at, at + count).join(' '));
      if (other !== null) return other !== meaning;
    }
    return false;
  });
}

/** A table's own words without punctuation. Those with a figure are left out: of `status 2`, only the figure tells which state it is. */
function withoutFigures(words: ReadonlyMap<string, StateMeaning>): Map<string, StateMeaning> {
  const bare = new Map<string, StateMeaning>();
  for (const [word, meaning] of words) {
    const key = tokensOf(word).join(' ');
    if (key !== '' && !/\p{N}/u.test(word) && !bare.has(key)) bare.set(key, meaning);
  }
  return bare;
}

/** Yes and no as the table means them. Without meanings of its own, yes is on offer, no is inactive, and signs such as `1` are unknown. */
function flagWords(flags: OwnStates['flags']): ReadonlyMap<string, StateMeaning> {
  const { yes, no } = flags ?? { yes: 'active', no: 'inactive' };
  const of = (text: string, meaning: StateMeaning): [string, StateMeaning][] =>
    listOf(text).map((word) => [word, meaning]);
  return new Map([
    ...of(yesWords, yes),
    ...of(noWords, no),
    ...(flags === null ? [] : [...of(yesSigns, yes), ...of(noSigns, no)]),
  ]);
}

function listOf(text: string): string[] {
  return text.split(';').map(fold).filter(Boolean);
}

interface Shipped {
  words: ReadonlyMap<string, StateTarget>;
  bare: ReadonlyMap<string, StateTarget>;
  reserving: ReadonlySet<string>;
  /** Words of the longest phrase. */
  longest: number;
}

let compiled: Shipped | null = null;

/** Compiled once per thread, at the first table of states. */
function shipped(): Shipped {
  if (compiled !== null) return compiled;
  const words = new Map(shippedStates().map(([word, target]) => [fold(word), target]));
  const bare = new Map([...words].map(([word, target]) => [tokensOf(word).join(' '), target]));
  const longest = Math.max(...[...bare.keys()].map((word) => word.split(' ').length));
  compiled = { words, bare, reserving: new Set(listOf(reservingWords)), longest };
  return compiled;
}

/** The shipped words with their targets, as written. */
export function shippedStates(): [word: string, target: StateTarget][] {
  return stateTargets.flatMap((target) =>
    stateWords[target]
      .split(';')
      .map((word) => word.trim())
      .filter(Boolean)
      .map((word): [string, StateTarget] => [word, target]),
  );
}

/** A target of a table as the meaning of its word. Any other text is a mistake of the mapping, which is reported where it is compiled. */
export function stateMeaning(target: unknown): StateMeaning {
  return isStateTarget(target) ? target : 'nothing';
}

import { fold } from '../../model/fold.js';

/** Only this number of characters of a text is searched for words. Words of listings occur earlier. */
export const searchedMax = 20_000;

/**
 * Finds words in a text, in one pass for any number of words (Aho-Corasick). A word matches only at the beginning of a word of the text: the
 * character before it is neither a letter nor a digit.
 */
export interface WordSearch {
  /** The lowest index of the words that occur in the folded text; null if none occurs. */
  first(folded: string): number | null;
}

/** @param words folded; their order decides. @param step called for each move of the automaton, for tests of the bound */
export function compileWordSearch(words: readonly string[], step: () => void = noStep): WordSearch {
  const automaton = new Automaton(words);
  return { first: (folded) => automaton.first(folded, step) };
}

/** The first `searchedMax` characters of a text, folded. */
export function searchedPart(text: string): string {
  return fold(text.length > searchedMax ? text.slice(0, searchedMax) : text);
}

/** Whether `word` occurs in the text at the beginning of a word of the text. Both are folded. */
export function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (wordBeginsAt(text, at)) return true;
  }
  return false;
}

/** Whether a word begins at this place of a folded text. */
export function wordBeginsAt(text: string, at: number): boolean {
  return at === 0 || !isWordSign(text, at - 1);
}

const noStep = (): void => undefined;

/** A symbol that the automaton reads at each place where a word may begin. No UTF-16 unit has this number. */
const beginning = 65_536;
/** The number of symbols. */
const signs = 65_537;
const root = 0;
const none = -1;

class Automaton {
  /** The next state, by `state * signs + sign`. */
  readonly #moves = new Map<number, number>();
  /** For each state, the state of the longest proper suffix that is also a beginning of a word. */
  readonly #fallbacks: number[] = [root];
  /** For each state, the lowest index of the words that end in it or in one of its fallbacks. */
  readonly #words: number[] = [none];

  constructor(words: readonly string[]) {
    const entered: { state: number; parent: number; sign: number }[] = [];
    for (const [index, word] of words.entries()) {
      let state = root;
      for (const sign of signsOf(word)) {
        const key = state * signs + sign;
        let next = this.#moves.get(key);
        if (next === undefined) {
          next = this.#words.length;
          this.#moves.set(key, next);
          this.#words.push(none);
          this.#fallbacks.push(root);
          entered.push({ state: next, parent: state, sign });
        }
        state = next;
      }
      if (this.#words[state] === none) this.#words[state] = index;
    }
    this.#fallBack(entered);
  }

  /** Computes the fallbacks, from short beginnings to long ones, because a fallback is shorter than its state. */
  #fallBack(entered: { state: number; parent: number; sign: number }[]): void {
    const depths = [0];
    for (const { state, parent } of entered) depths[state] = (depths[parent] ?? 0) + 1;
    entered.sort((a, b) => (depths[a.state] ?? 0) - (depths[b.state] ?? 0));
    for (const { state, parent, sign } of entered) {
      const fallback = parent === root ? root : this.#next(this.#fallbacks[parent] ?? root, sign, noStep);
      this.#fallbacks[state] = fallback;
      this.#words[state] = firstOf(this.#words[state] ?? none, this.#words[fallback] ?? none);
    }
  }

  first(folded: string, step: () => void): number | null {
    let state = root;
    let found = this.#words[root] ?? none;
    let isWithin = false;
    for (let at = 0; at <= folded.length; at++) {
      if (!isWithin) {
        state = this.#next(state, beginning, step);
        found = firstOf(found, this.#words[state] ?? none);
      }
      if (at === folded.length || found === 0) break;
      if (state !== root) {
        state = this.#next(state, folded.charCodeAt(at), step);
        found = firstOf(found, this.#words[state] ?? none);
      }
      isWithin = isWordSign(folded, at);
    }
    return found === none ? null : found;
  }

  #next(from: number, sign: number, step: () => void): number {
    let state = from;
    for (;;) {
      step();
      const next = this.#moves.get(state * signs + sign);
      if (next !== undefined) return next;
      if (state === root) return root;
      state = this.#fallbacks[state] ?? root;
    }
  }
}

/** The symbols of a word: its characters, with `beginning` at its start and behind each character that is neither letter nor digit. */
function signsOf(word: string): number[] {
  const found = [beginning];
  for (let at = 0; at < word.length; at++) {
    found.push(word.charCodeAt(at));
    if (at + 1 < word.length && !isWordSign(word, at)) found.push(beginning);
  }
  return found;
}

function isWordSign(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

function firstOf(a: number, b: number): number {
  return a === none ? b : b === none ? a : Math.min(a, b);
}

import { fold } from '../../model/fold.js';

/** So much of a text is searched for words that stand within it: no word that a mapping could mean stands further behind. */
export const searchedMax = 20_000;

/**
 * Finds which of many words a text holds, in one pass however many there are (Aho-Corasick). A word counts where it begins a word of the
 * text: what stands before it is neither letter nor figure.
 */
export interface WordSearch {
  /** The first of the words, as they were given, that the folded text holds; null: none. */
  first(folded: string): number | null;
}

/** @param words folded @param step called for each move of the automaton, for tests of the bound */
export function compileWordSearch(words: readonly string[], step: () => void = noStep): WordSearch {
  const automaton = new Automaton(words);
  return { first: (folded) => automaton.first(folded, step) };
}

/** The part of a text that is searched, folded. */
export function searchedPart(text: string): string {
  return fold(text.length > searchedMax ? text.slice(0, searchedMax) : text);
}

/** Whether a text holds a word or a beginning of one, both folded. */
export function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isWordSign(text, at - 1)) return true;
  }
  return false;
}

const noStep = (): void => undefined;

/** Stands in texts and words before each place where a word may begin; no sign has this number. */
const beginning = 65_536;
const signs = 65_537;
const root = 0;
const none = -1;

class Automaton {
  /** The state behind another by a sign: `state * signs + sign`. */
  readonly #moves = new Map<number, number>();
  /** The state of the longest other beginning of a word that ends here too. */
  readonly #fallbacks: number[] = [root];
  /** The first word that ends here, or in a state to which it falls back. */
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

  /** Shorter beginnings first, since the longer ones fall back to them. */
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

/** A word begins at its start, and behind each of its signs that is neither letter nor figure. */
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

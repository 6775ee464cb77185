import { fold } from '../../model/fold.js';

/** The words that prose says: anywhere (`any`), or only where the text begins with them (`first`), behind words of `after`. */
export interface PhraseWords<T> {
  /** By word as written; a word that ends in `*` also begins longer words. */
  readonly any: ReadonlyMap<string, T>;
  readonly first: ReadonlyMap<string, T>;
  /** Words that may stand in front of the first: "Prodajem", "Hitno". */
  readonly after: readonly string[];
}

/** Only so much of a text is read, in characters: titles are shorter. */
const readMax = 400;

/**
 * A reader of short prose, such as titles. The word that the text begins with decides, unless it is in `first` alone and another meaning
 * stands in the text; without such a word, all words of `any` must mean the same. It returns null where nothing or two things are said.
 * @param same whether two meanings are one
 */
export function compilePhrases<T>(
  words: PhraseWords<T>,
  same: (one: T, other: T) => boolean,
): (text: string) => T | null {
  const any = prepared(words.any);
  const leading = [...prepared(words.first), ...any].sort(longestFirst);
  const skipped = words.after.map(toPhrase).sort(longestFirst);
  return (text) => {
    const line = lineOf(text.slice(0, readMax));
    const said = any.filter((phrase) => includes(line, phrase)).map(({ meaning }) => meaning);
    const lead = leading.find((phrase) => begins(line, phrase, beginningOf(line, skipped)));
    const [found = lead?.meaning ?? null] = said;
    if (lead === undefined)
      return found !== null && said.every((meaning) => same(meaning, found)) ? found : null;
    const isHome = any.includes(lead);
    return isHome || said.every((meaning) => same(meaning, lead.meaning)) ? lead.meaning : null;
  };
}

interface Phrase {
  /** Folded, its words separated by single spaces. */
  text: string;
  /** Whether it may be the beginning of a longer word. */
  isOpen: boolean;
}

function prepared<T>(words: ReadonlyMap<string, T>): (Phrase & { meaning: T })[] {
  return [...words].map(([word, meaning]) => ({ ...toPhrase(word), meaning }));
}

function toPhrase(word: string): Phrase {
  return { text: lineOf(word).trim(), isOpen: word.trimEnd().endsWith('*') };
}

function longestFirst(one: Phrase, other: Phrase): number {
  return other.text.length - one.text.length;
}

/** The folded words of a text between single spaces, with one in front and one behind. */
function lineOf(text: string): string {
  return ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

function includes(line: string, { text, isOpen }: Phrase): boolean {
  return text !== '' && line.includes(isOpen ? ` ${text}` : ` ${text} `);
}

/** @param at index of the space in front of the first word */
function begins(line: string, { text, isOpen }: Phrase, at: number): boolean {
  return text !== '' && line.startsWith(isOpen ? ` ${text}` : ` ${text} `, at);
}

/** The index of the space in front of the first word that is none of the skipped ones. */
function beginningOf(line: string, skipped: readonly Phrase[]): number {
  let at = 0;
  for (;;) {
    const next = skipped.find((phrase) => begins(line, phrase, at));
    if (next === undefined) return at;
    at = line.indexOf(' ', at + next.text.length + 1);
  }
}

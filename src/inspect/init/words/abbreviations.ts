import { readName, strongName, wordsOf, type Concept, type Tongues } from './concepts.js';
import { nameLexicon } from './name-lexicon.js';

/** What an abbreviated name means; `decoy`: nothing of a listing. */
export type AbbreviatedMeaning = Concept | 'decoy';

/** A name of the dictionaries. */
interface FullName {
  meaning: AbbreviatedMeaning;
  words: readonly string[];
}

/** A longer name is written out. */
const glueMax = 8;
/** Fewer abbreviated names, or a smaller share of them, do not show that a file abbreviates. */
const fewest = 3;
const leastShare = 0.3;
/** Two meanings whose names are abbreviated about as much are both possible. */
const close = 0.05;
const leastCoverage = 0.25;

/**
 * The meanings of names that are known only when they are written out: of several words, one of which is whole (`annee_cons`), and in a
 * file of short names also glued ones and ones without vowels (`ASKPR`, `BDRM`). A name that may be two things is left out.
 * @param tongues the languages of the file's names; empty: they are unknown
 */
export function abbreviationsIn(
  names: Iterable<string>,
  tongues: Tongues,
): ReadonlyMap<string, AbbreviatedMeaning> {
  const found = new Map<string, AbbreviatedMeaning>();
  const glued = new Map<string, AbbreviatedMeaning>();
  const full = fullNames(tongues.size === 0 ? new Set(['en']) : tongues);
  let short = 0;
  for (const name of new Set(names)) {
    const words = wordsOf(name);
    const [only = ''] = words;
    const isShort = words.length === 1 && only.length <= glueMax;
    if (isShort) short++;
    if (only === '' || isKnown(name, tongues)) continue;
    const meaning = words.length > 1 ? meaningOf(full, (one) => coverOf(words, one)) : null;
    if (meaning !== null) found.set(name, meaning);
    const meant = isShort ? meaningOf(full, (one) => coverGlued(only, one)) : null;
    if (meant !== null) glued.set(name, meant);
  }
  const abbreviates = glued.size >= fewest && glued.size >= short * leastShare;
  return abbreviates ? new Map([...found, ...glued]) : found;
}

function isKnown(name: string, tongues: Tongues): boolean {
  const { scores, ruledOut } = readName(name, tongues);
  return ruledOut.all || [...scores.values()].some((score) => score >= strongName);
}

let known = new Map<string, readonly FullName[]>();

function fullNames(tongues: Tongues): readonly FullName[] {
  const key = [...tongues].sort().join();
  const names = known.get(key) ?? readNames(tongues);
  known = new Map([[key, names]]);
  return names;
}

function readNames(tongues: Tongues): readonly FullName[] {
  const { byName, decoys } = nameLexicon();
  const own = [...byName.values()].flat().filter(({ tongue }) => tongues.has(tongue));
  const prices = own.filter(({ concept, words }) => concept === 'price' && words.length === 1);
  const plots = own.filter(({ concept, words }) => concept === 'plot_area' && words.length === 1);
  const phrases = decoys.filter(({ tongue }) => tongues.has(tongue));
  const former = phrases.filter(({ decoy }) => decoy === 'former_price');
  const whole = phrases.filter(({ decoy }) => decoy !== 'former_price' && decoy !== 'part');
  return [
    ...own.map(({ concept, words }) => ({ meaning: concept, words })),
    ...whole.map(({ words }) => ({ meaning: 'decoy' as const, words: words.map(({ text }) => text) })),
    ...prices.flatMap(({ words }) => [
      ...former.map((old) => ({
        meaning: 'decoy' as const,
        words: [...old.words.map(({ text }) => text), ...words],
      })),
      ...units.map((unit) => ({ meaning: 'decoy' as const, words: [...words, unit] })),
    ]),
    ...plots.flatMap(({ words }) =>
      units.map((unit) => ({ meaning: 'plot_area' as const, words: [...words, unit] })),
    ),
  ];
}

const units = ['sqm', 'm2'] as const;

/** The meaning of the names that cover most; null: there is none, or another meaning covers about as much. */
function meaningOf(full: readonly FullName[], cover: (name: FullName) => number): AbbreviatedMeaning | null {
  const best = new Map<AbbreviatedMeaning, number>();
  for (const name of full) {
    const covered = cover(name);
    if (covered >= leastCoverage) best.set(name.meaning, Math.max(best.get(name.meaning) ?? 0, covered));
  }
  const [first, second] = [...best].sort((a, b) => b[1] - a[1]);
  if (first === undefined || (second !== undefined && second[1] > first[1] - close)) return null;
  return first[0];
}

/** The share of a name's letters that words have, one for each of its words and one of them whole; 0: they do not abbreviate it. */
function coverOf(words: readonly string[], { words: whole }: FullName): number {
  if (words.length !== whole.length) return 0;
  const isOne = words.every((word, index) => word === whole[index] || shortens(word, whole[index] ?? '', 3));
  const isWhole = words.some((word, index) => word.length > 3 && word === whole[index]);
  return isOne && isWhole ? words.join('').length / whole.join('').length : 0;
}

/** The share of a name's letters that a glued word has, made of the beginnings of up to two words; 0: it is not. */
function coverGlued(glued: string, { words }: FullName): number {
  const [first = '', second] = words;
  const share = glued.length / words.join('').length;
  if (words.length === 1) return shortens(glued, first, 3) ? share : 0;
  if (second === undefined || words.length > 2) return 0;
  for (let at = 1; at < glued.length - 1; at++)
    if (begins(glued.slice(0, at), first) && begins(glued.slice(at), second)) return share;
  return 0;
}

/** Whether a piece of a glued word stands for a word: an initial only for one that says little, such as `property`. */
function begins(piece: string, word: string): boolean {
  if (piece.length === 1) return nameLexicon().fillers.has(word) && word.startsWith(piece) && word.length > 3;
  return piece === word || shortens(piece, word, 2);
}

/** Whether a piece is the beginning of a word, its consonants, or at least three of them with the first. */
function shortens(piece: string, word: string, least: number): boolean {
  if (piece.length < least || piece.length >= word.length || !piece.startsWith(word.charAt(0))) return false;
  const bare = word.endsWith('s') ? piece.replace(/s$/, '') : piece;
  if (word.startsWith(piece) || (bare.length >= 3 && word.startsWith(bare))) return true;
  const consonants = word.slice(0, 1) + word.slice(1).replace(/[aeiou]/g, '');
  return consonants.startsWith(piece) || (piece.length >= 3 && isWithin(piece, consonants));
}

/** Whether letters stand in a text in their order. */
function isWithin(letters: string, text: string): boolean {
  let at = -1;
  return Array.from(letters).every((letter) => (at = text.indexOf(letter, at + 1)) !== -1);
}

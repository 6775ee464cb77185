import { currencyOfName } from '../../../mapping/values/amounts/currencies.js';
import { fold } from '../../../model/fold.js';
import { isWord, nameLexicon, stemOf, type Synonym } from './name-lexicon.js';
import { isThousand } from './thousand-words.js';
import { isTimeWord } from './time-words.js';
import { decoyOf, isRuledOut, noRuling, ruledOutBy, type Ruling } from './name-decoys.js';
import type { Concept } from './names/tongue.js';

export { isRuledOut, noRuling, type Ruling } from './name-decoys.js';
export type { Concept } from './names/tongue.js';

/** Splits a name into folded words: `propertyOperation/operationPrice` → [property, operation, operation, price], `τ.μ.` → [τμ]. */
export function wordsOf(name: string): string[] {
  const spaced = name
    .replace(/(?<!\p{L})(\p{L})\.(\p{L})(?:\.|(?!\p{L}))/gu, '$1$2')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/\p{Sc}/gu, (sign) => ` ${signs[sign] ?? ''} `)
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return fold(spaced)
    .split(' ')
    .filter((word) => word !== '');
}

/** Signs of currencies, which are words of a name: `€/m2` is a price of a square metre. */
const signs: Readonly<Record<string, string>> = { '€': 'eur', $: 'usd', '£': 'gbp' };

/** What a name says of its column. */
export interface NameReading {
  /** How well the name fits each concept, from 0 to 1. */
  scores: ReadonlyMap<Concept, number>;
  /** Concepts that the name rules out, whatever the values. */
  ruledOut: Ruling;
}

/** A score at which a name says what a field is. */
export const strongName = 0.8;

/** Longer texts are no names. */
const nameLengthMax = 80;
const noName: NameReading = { scores: new Map(), ruledOut: noRuling };

let memo = new Map<string, NameReading>();
const memoMax = 5_000;

/**
 * Reads a name: the whole of it is a synonym, or what remains without fillers, or it ends or begins with one. Trailing digits (`image7`)
 * are ignored, and glued words (`listingprice`) are taken apart. A word that makes the name that of a decoy (`deposit`, `per m2`) rules
 * concepts out, unless the whole name is a synonym.
 * @param tongues the languages of the file's names; names of other languages count less. Empty: they are unknown
 */
export function readName(name: string, tongues: Tongues = noTongues): NameReading {
  if (name.length > nameLengthMax) return noName;
  const key = `${[...tongues].join()} ${name}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  if (memo.size >= memoMax) memo = new Map();
  const reading = readUncached(name, tongues);
  memo.set(key, reading);
  return reading;
}

/** Codes of languages, as the dictionaries have them. */
export type Tongues = ReadonlySet<string>;

const noTongues: Tongues = new Set();

/**
 * The languages of a file's names: English, and those whose dictionaries know about as many of the other names as the best one. Software
 * names much in English whatever the agency speaks. Empty where too few names are known.
 */
export function tonguesOf(names: Iterable<string>): Tongues {
  const { byName } = nameLexicon();
  const counts = new Map<string, number>();
  let english = 0;
  for (const name of new Set(names)) {
    const joined = name.length > nameLengthMax ? '' : wordsOf(name).join('');
    const tongues = new Set((byName.get(joined) ?? []).map((synonym) => synonym.tongue));
    if (tongues.has('en')) english += 1;
    else for (const tongue of tongues) counts.set(tongue, (counts.get(tongue) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most < knownForTongue) return english < knownForTongue ? noTongues : new Set(['en']);
  const close = [...counts].flatMap(([tongue, count]) => (count >= most * closeTongue ? [tongue] : []));
  return new Set(['en', ...close.sort()]);
}

const knownForTongue = 3;
const closeTongue = 0.8;
/** The factor for a name that only languages other than the file's know. */
const otherTongue = 0.7;

function readUncached(name: string, tongues: Tongues): NameReading {
  const words = wordsOf(name);
  const tokens = words.flatMap(taken);
  const scores = new Map<Concept, number>();
  const isFillerOf = fillerTongue(words, tongues);
  const add = (found: readonly Synonym[] | undefined, share: number): void => {
    // What a word means in another language counts only where it means nothing in those of the file.
    // A word that says nothing in the language of the file is no abbreviation of another one: Serbian `br.` is no bedroom.
    const own =
      found?.filter(
        ({ tongue }) =>
          tongues.size === 0 || (isFillerOf === null ? tongues.has(tongue) : tongue === isFillerOf),
      ) ?? [];
    if (isFillerOf !== null && own.length === 0) return;
    const worth = own.length > 0 ? share : share * otherTongue;
    for (const { concept, weight } of own.length > 0 ? own : (found ?? []))
      scores.set(concept, Math.max(scores.get(concept) ?? 0, weight * worth));
  };
  const { byName, byBag, fillers } = nameLexicon();
  const joined = words.join('');
  add(byName.get(joined), 1);
  add(byName.get(joined.replace(/\d+$/, '')), 0.97);
  const isExact = [...scores.values()].some((score) => score >= strongName);
  const isFiller = (token: string): boolean =>
    fillers.has(token) || currencyOfName([token]) !== null || (token.length > 1 && isThousand(token));
  const core = tokens.filter((token) => !isFiller(token));
  if (core.length > 0) {
    add(byName.get(core.join('')), 0.95);
    add(byBag.get(bagOf(core)), 0.92);
  }
  addByUnit(core, add);
  const isTimed = addTimeless(core, scores, add);
  addParts(words, (part, share) => {
    add(byName.get(part.join('').replace(/\d+$/, '')), share);
    if (part.length > 1) add(byBag.get(bagOf(part)), share);
  });
  if (isTimed) scores.delete('price');
  const decoy = isExact ? null : decoyOf(tokens, core, tongues);
  if (decoy === null) return { scores, ruledOut: noRuling };
  if (decoy.meant !== null) scores.set(decoy.meant, Math.max(scores.get(decoy.meant) ?? 0, 0.9));
  const ruledOut = ruledOutBy(decoy);
  for (const concept of [...scores.keys()]) if (isRuledOut(ruledOut, concept)) scores.delete(concept);
  return { scores, ruledOut };
}

/** The language of the file, other than English, in which a short word alone says nothing; null: there is none. */
function fillerTongue(words: readonly string[], tongues: Tongues): string | null {
  const [word = ''] = words;
  if (words.length !== 1 || word.length > 2) return null;
  return (
    [...tongues].find(
      (tongue) => tongue !== 'en' && nameLexicon().fillersOf.get(tongue)?.has(word) === true,
    ) ?? null
  );
}

/** Adds that a price for a time is a rent, by what the name says without the time. @returns whether it is one */
function addTimeless(
  core: readonly string[],
  scores: ReadonlyMap<Concept, number>,
  add: (found: readonly Synonym[] | undefined, share: number) => void,
): boolean {
  const timeless = core.filter((token) => !isTimeWord(token));
  if (timeless.length === core.length || timeless.length === 0 || scores.has('rent')) return false;
  const { byName, byBag } = nameLexicon();
  const found = [...(byName.get(timeless.join('')) ?? []), ...(byBag.get(bagOf(timeless)) ?? [])];
  const rents = found.filter(({ concept }) => concept === 'rent' || concept === 'price');
  add(
    rents.map((one) => ({ ...one, concept: 'rent' as const })),
    0.92,
  );
  return rents.length > 0;
}

/** Adds what a name says whose unit stands for the word for an area: `site_sq_m` is the area of the site. */
function addByUnit(
  core: readonly string[],
  add: (found: readonly Synonym[] | undefined, share: number) => void,
): void {
  const { byBag, units, areas } = nameLexicon();
  const rest = core.filter((token) => !units.has(token));
  if (rest.length === 0 || rest.length === core.length) return;
  for (const words of [rest, ...areas.map((area) => [...rest, area])])
    add(
      byBag.get(bagOf(words))?.filter(({ concept }) => concept === 'area' || concept === 'plot_area'),
      0.92,
    );
}

/** Adds what the ends and the beginnings of a name say. Glued words stay whole here, since many a word ends like another one. */
function addParts(tokens: readonly string[], add: (part: readonly string[], share: number) => void): void {
  for (let from = 1; from < tokens.length; from++) {
    const end = tokens.slice(from);
    const text = end.join('').replace(/\d+$/, '');
    add(end, text.length < partLengthMin || weakEnds.has(text) ? 0.5 : 0.85);
  }
  for (let to = tokens.length - 1; to > 0; to--) {
    const start = tokens.slice(0, to);
    if (start.join('').length >= partLengthMin)
      add(start, tokens.slice(to).every((word) => holders.has(word)) ? 0.85 : 0.6);
  }
}

/** Shorter words mean too much in too many languages to say what a longer name is. */
const partLengthMin = 3;

/** The words of a name, glued ones taken apart even where they are a known name: `cenaeur`. */
export function piecesOf(name: string): string[] {
  const { tokens } = nameLexicon();
  return wordsOf(name).flatMap((word) => (tokens.has(word) ? word : (apart(word, tokens) ?? word)));
}

/** The words that a glued word is made of; the word itself where it is short, known, or cannot be taken apart. */
function taken(word: string): readonly string[] {
  const { tokens, byName, decoys } = nameLexicon();
  const bare = word.replace(/\d+$/, '');
  if (word.length < gluedMin || tokens.has(word) || tokens.has(bare) || byName.has(word) || byName.has(bare))
    return [word];
  if (
    decoys.some(
      ({ words: [first, second] }) => second === undefined && first !== undefined && isWord(first, word),
    )
  )
    return [word];
  return apart(word, tokens) ?? [word];
}

const gluedMin = 5;
const piecesMax = 4;
/** Words of two letters that are looked for in glued names. Any other two letters stand in many words by chance. */
const shortPieces = new Set(['br', 'id', 'm2', 'po', 'za', 'nr', 'qm', 'mq', 'kv']);

/** The fewest known words that make up a glued word, at most four, and one of them longer than three letters; null: there are none. */
function apart(word: string, tokens: ReadonlySet<string>): readonly string[] | null {
  let paths: readonly { at: number; pieces: readonly string[] }[] = [{ at: 0, pieces: [] }];
  for (let count = 0; count < piecesMax; count++) {
    const next = new Map<number, readonly string[]>();
    for (const { at, pieces } of paths)
      for (let end = word.length; end >= at + 2; end--) {
        const piece = word.slice(at, end);
        if ((piece.length > 2 || shortPieces.has(piece)) && tokens.has(piece) && !next.has(end))
          next.set(end, [...pieces, piece]);
      }
    const whole = next.get(word.length);
    if (whole !== undefined) return whole.some((piece) => piece.length > 3) ? whole : null;
    paths = [...next].map(([at, pieces]) => ({ at, pieces }));
  }
  return null;
}

function bagOf(tokens: readonly string[]): string {
  return tokens.map(stemOf).sort().join(' ');
}

/** How well a field name fits each concept, from 0 to 1. */
export function conceptsOf(name: string, tongues: Tongues = noTongues): ReadonlyMap<Concept, number> {
  return readName(name, tongues).scores;
}

/** Words behind the name of a value that only say that it is written there: `SpratOznaka`, `grad_naziv`, `floor_text`. */
const holders = new Set(
  'oznaka naziv tekst vrednost vrijednost label name text value bezeichnung wert nazwa nome nombre libelle denumire'.split(
    ' ',
  ),
);

/** Weak evidence at the end of a name: they do not show whose name, number or date it is. */
const weakEnds = new Set([
  ...holders,
  ...'code number date size status info body box place id nr title type category state sum total datum data sifra tip vrsta'.split(
    ' ',
  ),
]);

/** Whether the name of an area says that walls count in it. */
export function isGrossName(name: string): boolean {
  const { gross } = nameLexicon();
  return wordsOf(name)
    .flatMap(taken)
    .some((word) => gross.has(stemOf(word)));
}

/** Whether a name is a synonym of any concept. */
export function isKnownName(name: string): boolean {
  for (const score of conceptsOf(name).values()) if (score >= strongName) return true;
  return false;
}

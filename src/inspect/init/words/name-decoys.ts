import { isWord, nameLexicon, type DecoyPhrase, stemOf } from './name-lexicon.js';
import { concepts, type Concept, type Decoy } from './names/tongue.js';

/** Concepts that a column cannot hold. */
export interface Ruling {
  all: boolean;
  /** With `all` the exceptions, otherwise the concepts. */
  concepts: ReadonlySet<Concept>;
}

/** A ruling that rules out nothing. */
export const noRuling: Ruling = { all: false, concepts: new Set() };

/** Whether a ruling rules out a concept. */
export function isRuledOut({ all, concepts }: Ruling, concept: Concept): boolean {
  return all !== concepts.has(concept);
}

/** What a name is a decoy of, and the concept that it means instead; null: none. */
export interface DecoyFinding {
  decoy: Decoy | 'plot' | 'plot worth' | 'size';
  meant: Concept | null;
}

/**
 * The decoy that a name is: a price of a square metre, the size of a plot or of a part of the home, a deposit, a tax. Null: it is none.
 * @param tokens folded words of the name
 * @param core the same without fillers
 * @param tongues the languages of the file's names; empty: they are unknown
 */
export function decoyOf(
  tokens: readonly string[],
  core: readonly string[],
  tongues: ReadonlySet<string>,
): DecoyFinding | null {
  const { money, sizes, plots, decoys } = nameLexicon();
  const isMoney = tokens.some((token) => money.has(stemOf(token)));
  const isSize = tokens.some((token) => sizes.has(stemOf(token)));
  if (isMoney && isSize && tokens.length > 1) return { decoy: 'per_area', meant: null };
  for (const phrase of decoys)
    if (applies(phrase, tokens, tongues) && isOf(phrase.decoy, isMoney, isSize))
      return { decoy: phrase.decoy, meant: meanings[phrase.decoy] ?? null };
  // What land is worth is no size of it, and no price of the home.
  if (
    tokens.some((token) => worth.has(token)) &&
    core.some((token) => landWords.has(token) || plots.has(stemOf(token)))
  )
    return { decoy: 'plot worth', meant: null };
  if (core.some((token) => plots.has(stemOf(token)))) {
    const rest = core.filter((token) => !plots.has(stemOf(token)));
    // Beside land "ar" is a unit; alone it is the price in Hungarian.
    const isOnlySize = rest.every((token) => sizes.has(stemOf(token)) || token === 'ar');
    return { decoy: 'plot', meant: isOnlySize ? 'plot_area' : null };
  }
  return isSize && tokens.length > 1 ? { decoy: 'size', meant: null } : null;
}

const worth: ReadonlySet<string> = new Set(
  'value vrednost vrijednost vredn vrijedn wert valor valore valeur wartosc waarde ertek valoare stojnost'.split(
    ' ',
  ),
);

/** Words for land that alone may mean something else: a country, a house. */
const landWords: ReadonlySet<string> = new Set(['land', 'zemlja', 'zemlje']);

const meanings: Readonly<Partial<Record<Decoy, Concept>>> = { set_up: 'created' };

/** A part of the home is a decoy by its size or price only, and a former price by its price. */
function isOf(decoy: Decoy, isMoney: boolean, isSize: boolean): boolean {
  if (decoy === 'part') return isMoney || isSize;
  return decoy === 'former_price' ? isMoney : true;
}

function applies(
  { words, tongue }: DecoyPhrase,
  tokens: readonly string[],
  tongues: ReadonlySet<string>,
): boolean {
  const isForeign = tongues.size > 0 && !tongues.has(tongue);
  return words.every((word) =>
    tokens.some((token) => isWord(word, token) && !(isForeign && isNameIn(token, tongues))),
  );
}

/** Whether a word is a name of something in one of the languages: Serbian `usluga` is the offer, Russian `услуга` a charge. */
function isNameIn(token: string, tongues: ReadonlySet<string>): boolean {
  return (
    nameLexicon()
      .byName.get(token)
      ?.some(({ tongue }) => tongues.has(tongue)) === true
  );
}

/** Said by yes or no: a size of one of them does not say that it is there. */
const flags: readonly Concept[] = [
  ...(['elevator', 'parking', 'garage', 'balcony', 'terrace', 'basement', 'air_conditioning'] as const),
];

/** Decoys that rule out a few concepts. The others rule out all. */
const fewRuledOut: Readonly<Partial<Record<DecoyFinding['decoy'], readonly Concept[]>>> = {
  set_up: ['updated'],
  expires: ['updated', 'created', 'available'],
  other_text: ['description', 'title'],
  plot: ['area', 'price', 'rent', 'rooms', 'bedrooms', 'bathrooms', 'floor'],
  size: flags,
  room_count: concepts.filter((concept) => concept !== 'parking' && concept !== 'garage'),
};

/** Concepts that a column of a decoy may hold nevertheless. */
const exceptions: Readonly<Partial<Record<DecoyFinding['decoy'], readonly Concept[]>>> = {
  advertiser: ['agent_email'],
  deposit_sum: ['deposit'],
  // A map is a picture, and the place that it shows.
  logo: ['lat', 'lng'],
};

/** The concepts that a decoy rules out. */
export function ruledOutBy({ decoy }: DecoyFinding): Ruling {
  const few = fewRuledOut[decoy];
  return few === undefined
    ? { all: true, concepts: new Set(exceptions[decoy]) }
    : { all: false, concepts: new Set(few) };
}

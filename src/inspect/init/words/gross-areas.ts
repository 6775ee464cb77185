import { nameLexicon, stemOf } from './name-lexicon.js';

/** Words of names for the area with walls and shared parts, folded, in the languages of the trade. */
const grossWords = new Set(
  'gross bruto brutto brut bruta built construida construido costruita commerciale lorda'.split(' '),
);

/** Words of names for the area that its people use, folded. */
const netWords = new Set(
  'net neto netto nete netta neta util utiles utila utilizabila usable useful habitable calpestabile carpet korisna uporabna uzytkowa'.split(
    ' ',
  ),
);

/**
 * What the words of a name, folded, say of an area: `Bruttofläche` is gross, `površina neto` net. Null: neither, or it is an amount with
 * or without tax.
 */
export function grossOrNet(words: readonly string[]): 'gross' | 'net' | null {
  const { money } = nameLexicon();
  if (words.some((word) => money.has(stemOf(word)))) return null;
  if (words.some((word) => isAmong(word, grossWords))) return 'gross';
  return words.some((word) => isAmong(word, netWords)) ? 'net' : null;
}

/** Longer words may begin a glued one. */
function isAmong(word: string, known: ReadonlySet<string>): boolean {
  return known.has(word) || [...known].some((one) => one.length >= 5 && word.startsWith(one));
}

import type { Sentence } from '../model/sentence.js';

/** A number with its Serbian noun: `one` for 1, 21, 101; `few` for 2–4, 22–24; `many` for all others. */
function srCount(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [count % 100, count % 10];
  const isTeen = tens > 10 && tens < 15;
  if (ones === 1 && !isTeen) return `${count} ${one}`;
  return `${count} ${ones > 1 && ones < 5 && !isTeen ? few : many}`;
}

function enCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** “We read 140 listings; 131 are ready.” */
export function readingSentence({ listings, ready }: { listings: number; ready: number }): Sentence {
  if (listings === 0)
    return {
      sr: 'Pročitali smo fajl, ali u njemu nema nijednog oglasa.',
      en: 'We read the file, and there is no listing in it.',
    };
  const read = `Pročitali smo ${srCount(listings, 'oglas', 'oglasa', 'oglasa')}`;
  const all = ready === listings;
  return {
    sr: all
      ? `${read}; ${listings === 1 ? 'spreman je' : 'svi su spremni'}.`
      : `${read}; ${ready === 0 ? 'nijedan nije spreman' : srCount(ready, 'je spreman', 'su spremna', 'je spremno')}.`,
    en: `We read ${enCount(listings, 'listing')}; ${
      all
        ? listings === 1
          ? 'it is ready'
          : 'all are ready'
        : ready === 0
          ? 'none is ready'
          : enCount(ready, 'is ready', 'are ready')
    }.`,
  };
}

import { fold } from '../../model/fold.js';

/** Words that many agencies have in their names: what they are, and where. */
const common = new Set(
  `agencija agency nekretnine nekretnina real estate realty immobilien properties property doo d o ad pr za promet posredovanje i and the
  group grupa holding dom stan stanovi kuca kuce home homes house invest centar plus
  beograd belgrade novi sad nis kragujevac subotica zagreb split rijeka osijek sarajevo mostar banja luka podgorica budva skopje ljubljana`.split(
    /\s+/,
  ),
);

/** Whether two names may be of one agency: they share a word that is not in many names, or have no such word and are alike. */
export function mayBeSameAgency(one: string, other: string): boolean {
  const [own, theirs] = [wordsOf(one), wordsOf(other)];
  if (own.length === 0 || theirs.length === 0) return fold(one) === fold(other);
  return own.some((word) => theirs.includes(word));
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\p{N}+$/u.test(word) && !common.has(word));
}

import type { FieldProfile } from '../profile/profile.js';
import { wordsOf } from '../words/concepts.js';

/** Names that mean the number of the house where they stand beside the street. */
const bareNumbers: ReadonlySet<string> = new Set('broj br numero num number nr no n'.split(' '));
/** Words that may stand beside such a name. */
const besideNumbers: ReadonlySet<string> = new Set(
  'kuc kucni kucnog ulicni ulicnog house haus street'.split(' '),
);
/** As many fields lie between the street and its number at most. */
const apartMax = 2;
const share = 0.9;

/** The field beside the street that holds nothing but house numbers; null: there is none, or the street has them already. */
export function houseNumberBeside(
  street: FieldProfile,
  fields: readonly FieldProfile[],
): FieldProfile | null {
  const texts = [...street.distinct.keys()];
  if (texts.filter((text) => /\d/.test(text)).length > texts.length * 0.5) return null;
  const at = fields.indexOf(street);
  const near = fields.filter((_, index) => index > at && index - at <= apartMax);
  return near.find((field) => field.around === street.around && isHouseNumber(field)) ?? null;
}

function isHouseNumber({ name, distinct }: FieldProfile): boolean {
  const words = wordsOf(name).filter((word) => !besideNumbers.has(word));
  if (!bareNumbers.has(words.join(''))) return false;
  const texts = [...distinct.keys()];
  return (
    texts.filter((text) => /^(?:\d{1,4}\s?\p{L}?(?:[/-]\d+\p{L}?)?|bb)$/iu.test(text)).length >=
    texts.length * share
  );
}

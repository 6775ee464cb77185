import type { RuleCondition } from '../../core/setup/listing-rule.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import type { Sentence } from '../../model/sentence.js';
import { quotedSr } from '../phrasing.js';
import { labelAmong } from '../listing/value-words.js';

/** What the portal calls the places and kinds that a rule names. */
export interface RuleNames {
  vocabulary: Vocabulary | null;
  places: readonly Place[];
}

/** The conditions of a rule as a clause: part of the statement that is kept, word for word. */
export function ruleWords(when: RuleCondition, { vocabulary, places }: RuleNames): Sentence {
  const { place, category, transaction, price_up_to: price, title_word: word } = when;
  const parts: Sentence[] = [];
  if (transaction !== undefined) parts.push(offers[transaction]);
  if (category !== undefined) {
    const label = (vocabulary === null ? null : labelAmong(category, vocabulary)) ?? {
      sr: `\`${category}\``,
      en: category,
    };
    parts.push({ sr: `vrsta nekretnine je ${label.sr}`, en: `the kind of property is ${label.en}` });
  }
  if (place !== undefined) {
    const { sr, en } = placeName(place, places);
    parts.push({ sr: `mesto je ${sr}`, en: `the place is ${en}` });
  }
  if (price !== undefined) {
    const { amount, currency } = price;
    parts.push({
      sr: `cena je najviše ${amount.toLocaleString('sr-Latn')} \`${currency}\``,
      en: `the price is at most ${amount.toLocaleString('en')} ${currency}`,
    });
  }
  if (word !== undefined)
    parts.push({ sr: `u naslovu je reč ${quotedSr(word)}`, en: `the title has the word “${word}”` });
  return {
    sr: parts.map(({ sr }) => sr).join(' i '),
    en: parts.map(({ en }) => en).join(' and '),
  };
}

const offers = {
  sale: { sr: 'oglas je za prodaju', en: 'the listing is for sale' },
  rent: { sr: 'oglas je za izdavanje', en: 'the listing is for rent' },
} as const;

/** A place with its city, so that two places of one name are told apart. */
export function placeName(id: string, places: readonly Place[]): Sentence {
  const found = places.find((place) => place.id === id);
  if (found === undefined) return { sr: `\`${id}\``, en: id };
  const { nameSr, cityNameSr } = found;
  const name = cityNameSr === null || cityNameSr === nameSr ? nameSr : `${nameSr}, ${cityNameSr}`;
  return { sr: name, en: name };
}

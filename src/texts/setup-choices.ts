import { askPartner } from '../model/outcome.js';
import type { Sentence } from '../model/sentence.js';
import type { Vocabulary } from '../model/reference.js';
import { isReadingQuestion, readingQuestions } from '../core/setup/reading-questions.js';
import { fieldName } from './field-names.js';

/** A value that an agency chooses for all listings for which its feed does not state it. */
export interface Choice {
  question: Sentence;
  options: { value: string; label: Sentence }[];
  /** Whether a place of the portal's directory may be chosen too. */
  isPlace: boolean;
}

const questions: Readonly<Record<string, Sentence>> = {
  transaction: {
    sr: 'Da li su oglasi na prodaju ili se izdaju kada to u fajlu ne piše?',
    en: 'Are the listings for sale or for rent, if the file does not say?',
  },
  category: {
    sr: 'Koje su vrste nekretnine kada to u fajlu ne piše?',
    en: 'Of which kind are the properties, if the file does not say?',
  },
  'location.place_id': {
    sr: 'U kom mestu su nekretnine kada to u fajlu ne piše?',
    en: 'In which town are the properties, if the file does not say?',
  },
  'legal.mandate_attested': {
    sr: 'Da li agencija za svaki od ovih oglasa ima potpisan ugovor o posredovanju?',
    en: 'Does the agency have a signed brokerage contract for each of these listings?',
  },
  'rent.owner_lives_nearby': {
    sr: 'Da li vlasnici stanova koji se izdaju stanuju u istoj zgradi ili u blizini?',
    en: 'Do the owners of the homes that are let live in the same building or nearby?',
  },
  'price.currency': {
    sr: 'U kojoj valuti su cene kada to u fajlu ne piše?',
    en: 'In which currency are the prices, if the file does not say?',
  },
  'rent.currency': {
    sr: 'U kojoj valuti su kirije kada to u fajlu ne piše?',
    en: 'In which currency are the rents, if the file does not say?',
  },
  'rent.type': {
    sr: 'Na koliko dugo se izdaje kada to u fajlu ne piše?',
    en: 'For how long are the properties let, if the file does not say?',
  },
  'structure.furnished': {
    sr: 'Da li su nekretnine nameštene kada to u fajlu ne piše?',
    en: 'Are the properties furnished, if the file does not say?',
  },
  'units.area': {
    sr: 'U kojoj jedinici su površine kada to u fajlu ne piše?',
    en: 'In which unit are the areas, if the file does not say?',
  },
  'units.plot': {
    sr: 'U kojoj jedinici su površine placeva kada to u fajlu ne piše?',
    en: 'In which unit are the areas of plots, if the file does not say?',
  },
  'units.jutro': { sr: 'Koliko je jutro u vašim oglasima?', en: 'How large is a jutro in your listings?' },
  'units.lanac': { sr: 'Koliki je lanac u vašim oglasima?', en: 'How large is a lanac in your listings?' },
  'rent.period': {
    sr: 'Za koji period je iznos kirije kada to u fajlu ne piše?',
    en: 'For which time is the amount of the rent, if the file does not say?',
  },
};

const smallUnit = {
  sr: '1.600 kvadratnih hvati (5.754,64 m²)',
  en: '1,600 square fathoms (5,754.64 m²)',
};
const largeUnit = {
  sr: '2.000 kvadratnih hvati (7.193,30 m²)',
  en: '2,000 square fathoms (7,193.30 m²)',
};

/** The answers to questions about how columns are read. */
const readingLabels: Readonly<Record<string, Sentence>> = {
  m2: { sr: 'Kvadratni metri (m²)', en: 'Square metres (m²)' },
  ar: { sr: 'Ari (100 m²)', en: 'Ares (100 m²)' },
  ha: { sr: 'Hektari', en: 'Hectares' },
  sqft: { sr: 'Kvadratne stope (sq ft)', en: 'Square feet (sq ft)' },
  '5754.64': smallUnit,
  '7193.3': largeUnit,
  month: { sr: 'Za mesec', en: 'For a month' },
  week: { sr: 'Za nedelju', en: 'For a week' },
  day: { sr: 'Za dan', en: 'For a day' },
  year: { sr: 'Za godinu', en: 'For a year' },
};

export const placePath = 'location.place_id';

const currencies = ['EUR', 'RSD'] as const;

const offers: Choice['options'] = [
  { value: 'sale', label: { sr: 'Na prodaju', en: 'For sale' } },
  { value: 'rent', label: { sr: 'Izdaju se', en: 'For rent' } },
];

/** What an agency answers that does not know: its listings wait, and the partner is asked. */
const unknown: Choice['options'][number] = {
  value: askPartner,
  label: { sr: 'Ne znam: pitajte operatera uvoza', en: 'I don’t know: ask the operator of the import' },
};

/** The portal's list for a field whose answer is one of its words. */
const lists: Readonly<Record<string, keyof Vocabulary['fields'] | undefined>> = {
  category: 'category',
  'rent.type': 'rental_type',
  'structure.furnished': 'furnished',
};

/**
 * The question for a payload path or for `transaction`, and its options. Without a vocabulary, fields whose answer is a word of the portal
 * have no options.
 */
export function choiceQuestion(path: string, vocabulary: Vocabulary | null): Choice {
  const { sr, en } = fieldName(path);
  const question = (Object.hasOwn(questions, path) ? questions[path] : undefined) ?? {
    sr: `${sr}?`,
    en: `${en}?`,
  };
  const isPlace = path === placePath;
  const options = isPlace ? [] : optionsOf(path, vocabulary);
  return { question, isPlace, options: options.length === 0 && !isPlace ? [] : [...options, unknown] };
}

function optionsOf(path: string, vocabulary: Vocabulary | null): Choice['options'] {
  if (path === 'transaction') return offers;
  if (isReadingQuestion(path))
    return readingQuestions[path].map((value) => ({
      value,
      label: readingLabels[value] ?? { sr: value, en: value },
    }));
  if (path === 'price.currency' || path === 'rent.currency')
    return currencies.map((value) => ({ value, label: { sr: value, en: value } }));
  const list = Object.hasOwn(lists, path) ? lists[path] : undefined;
  const words = list === undefined ? [] : (vocabulary?.fields[list] ?? []);
  return words.map(({ key, labels: [first = key, second = first] }) => ({
    value: key,
    label: { sr: first, en: second },
  }));
}

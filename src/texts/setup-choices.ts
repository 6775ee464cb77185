import type { Sentence } from '../model/sentence.js';
import type { Vocabulary } from '../model/reference.js';
import { fieldName } from './issue-sentences.js';

/** A value that an agency chooses for all listings for which its feed does not state it. */
export interface Choice {
  question: Sentence;
  options: { value: string; label: Sentence }[];
}

const questions: Readonly<Record<string, Sentence>> = {
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
};

const currencies = ['EUR', 'RSD'] as const;

/** The question for a payload path, and its options. Without a vocabulary, rental types have no options. */
export function choiceQuestion(path: string, vocabulary: Vocabulary | null): Choice {
  const { sr, en } = fieldName(path);
  const question = (Object.hasOwn(questions, path) ? questions[path] : undefined) ?? {
    sr: `${sr}?`,
    en: `${en}?`,
  };
  if (path === 'price.currency' || path === 'rent.currency')
    return { question, options: currencies.map((value) => ({ value, label: { sr: value, en: value } })) };
  const kinds = path === 'rent.type' ? (vocabulary?.fields.rental_type ?? []) : [];
  return {
    question,
    options: kinds.map(({ key, labels: [first = key, second = first] }) => ({
      value: key,
      label: { sr: first, en: second },
    })),
  };
}

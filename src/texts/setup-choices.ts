import type { Sentence } from '../model/sentence.js';
import type { Vocabulary } from '../model/reference.js';
import { fieldName } from './issue-sentences.js';

/** Something that an agency chooses for all listings of which its feed does not say it. */
export interface Choice {
  question: Sentence;
  options: { value: string; label: Sentence }[];
}

const questions: Readonly<Record<string, Sentence>> = {
  'price.currency': {
    sr: 'U kojoj valuti su cene kada to u fajlu ne piše?',
    en: 'In which currency are the prices where the file does not say it?',
  },
  'rent.currency': {
    sr: 'U kojoj valuti su kirije kada to u fajlu ne piše?',
    en: 'In which currency are the rents where the file does not say it?',
  },
  'rent.type': {
    sr: 'Na koliko dugo se izdaje kada to u fajlu ne piše?',
    en: 'For how long is it let where the file does not say it?',
  },
};

const currencies = ['EUR', 'RSD'] as const;

/** What is asked of a payload path, and what can be chosen. */
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

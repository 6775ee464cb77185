import { readWordSubject, type FeedChange } from '../../core/setup/feed-changes.js';
import { chosenFactAt } from '../../core/setup/differing-facts.js';
import { namedOf, rulesOf, type FactAnswer } from '../../core/setup/fact-answer.js';
import type { Vocabulary } from '../../model/reference.js';
import type { Sentence } from '../../model/sentence.js';
import { fieldName } from '../field-names.js';
import { labelAmong } from '../listing/value-words.js';
import { quotedSr } from '../phrasing.js';
import { ruleWords, type RuleNames } from '../setup/rule-words.js';
import { stateMeaning } from '../state-choices.js';

/** What a change of a feed says, by the portal's labels. @param given what its value is, where it is an answer; else null */
export function feedChangeSentence(
  { kind, subject, value }: FeedChange,
  given: FactAnswer | null,
  names: RuleNames,
): Sentence {
  const { vocabulary } = names;
  const shown = valueLabel(value, vocabulary);
  const field = fieldName(subject);
  switch (kind) {
    case 'word': {
      const { word = subject } = readWordSubject(subject) ?? {};
      return value === null
        ? { sr: `Reč ${quotedSr(word)} se izostavlja.`, en: `The word “${word}” is left out.` }
        : { sr: `Reč ${quotedSr(word)} znači: ${shown.sr}.`, en: `The word “${word}” means ${shown.en}.` };
    }
    case 'answer': {
      const answer =
        answers[subject] ??
        (chosenFactAt(subject) === undefined ? { sr: `\`${subject}\``, en: subject } : field);
      if (typeof given === 'object' && given !== null) return answerOfSome(answer, given, names);
      return { sr: `Odgovor, ${answer.sr}: ${shown.sr}.`, en: `The answer, ${answer.en}: ${shown.en}.` };
    }
    case 'constant':
      return { sr: `Uvek važi, ${field.sr}: ${shown.sr}.`, en: `Always, ${field.en}: ${shown.en}.` };
    case 'unmapped':
      return {
        sr: `Nepoznate reči, ${field.sr}: ${shown.sr}.`,
        en: `Unknown words, ${field.en}: ${shown.en}.`,
      };
    case 'mapping':
      return { sr: 'Novi tekst mapiranja.', en: 'New text of the mapping.' };
  }
}

function answerOfSome(fact: Sentence, answer: Exclude<FactAnswer, boolean>, names: RuleNames): Sentence {
  const { others } = answer;
  const parts = namedOf(answer).filter(([, ids]) => ids.length > 0);
  const written = (ids: readonly string[]): string => ids.join(', ').replaceAll('`', '’');
  const label = (value: unknown): Sentence => valueLabel(value, names.vocabulary);
  const said = [
    ...parts.map(([value, ids]) => ({
      sr: `${label(value).sr} za \`${written(ids)}\``,
      en: `${label(value).en} for ${written(ids)}`,
    })),
    ...rulesOf(answer).map(({ value, when }) => {
      const words = ruleWords(when, names);
      return {
        sr: `${label(value).sr} kad god važi: ${words.sr}`,
        en: `${label(value).en} whenever ${words.en}`,
      };
    }),
    ...(others === undefined
      ? []
      : [{ sr: `${label(others).sr} za ostale`, en: `${label(others).en} for all others` }]),
  ];
  if (said.length === 0)
    return {
      sr: `Odgovor, ${fact.sr}: nijedan oglas nije naveden posebno.`,
      en: `The answer, ${fact.en}: no listing is named apart.`,
    };
  return {
    sr: `Odgovor, ${fact.sr}: ${said.map(({ sr }) => sr).join('; ')}.`,
    en: `The answer, ${fact.en}: ${said.map(({ en }) => en).join('; ')}.`,
  };
}

const answers: Readonly<Record<string, Sentence | undefined>> = {
  mandate_attested: { sr: 'ugovor o posredovanju', en: 'brokerage contract' },
  owner_lives_nearby: { sr: 'vlasnik u blizini', en: 'owner nearby' },
};

/** Values that no list of the portal names. */
const values: Readonly<Record<string, Sentence | undefined>> = {
  true: { sr: 'da', en: 'yes' },
  false: { sr: 'ne', en: 'no' },
  null: { sr: 'kako određuje mapiranje', en: 'as the mapping says' },
  sale: { sr: 'prodaja', en: 'sale' },
  rent: { sr: 'izdavanje', en: 'rent' },
  drop: { sr: 'podatak se izostavlja', en: 'the value is left out' },
  wait: { sr: 'oglas čeka značenje', en: 'the listing waits for a meaning' },
  ignore: { sr: 'podatak se izostavlja bez pitanja', en: 'the value is left out without a question' },
  ask_partner: { sr: 'odgovara operater uvoza', en: 'the operator of the import answers' },
};

function valueLabel(value: unknown, vocabulary: Vocabulary | null): Sentence {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const known = values[text] ?? stateMeaning(text);
  const labelled = known ?? (vocabulary === null ? null : labelAmong(text, vocabulary));
  return labelled ?? { sr: `\`${text.replaceAll('`', '’')}\``, en: text };
}

import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import { placeEntries } from '../../../core/content/place-entries.js';
import type { AskedListing, OpenQuestion, ReadingResult } from '../../../core/setup/agency-reading.js';
import { changeKey, readWordSubject } from '../../../core/setup/feed-changes.js';
import { choicesAsked, decidedBy, type SetupFacts } from '../../../core/setup/setup-steps.js';
import { iso } from '../../../documents/time.js';
import { fold } from '../../../model/fold.js';
import type { Recommendation } from '../../../core/setup/proposal.js';
import { rulesOf, type AnswerOfSome } from '../../../core/setup/fact-answer.js';
import type { Place, Vocabulary } from '../../../model/reference.js';
import type { Sentence } from '../../../model/sentence.js';
import type { FeedChangeRecord, StatementRecord } from '../../../store/store.js';
import { fieldName } from '../../../texts/field-names.js';
import { choiceQuestion, placePath, type Choice } from '../../../texts/setup-choices.js';
import { labelAmong } from '../../../texts/listing/value-words.js';
import { stateMeaning } from '../../../texts/state-choices.js';
import { currentStatement, type StatementTopic } from '../../../texts/statements.js';
import { ruleWords } from '../../../texts/setup/rule-words.js';
import { statementOf } from '../../../sync/decisions/stated-facts.js';
import { someDocument } from './rules-document.js';
import type { QuestionsSchema } from './setup-schemas.js';

interface Asked {
  /** The rentals whose owner is asked about; see `askedOwners`. */
  owners: readonly AskedListing[];
  result: ReadingResult | null;
  facts: SetupFacts;
  changes: readonly FeedChangeRecord[];
  statements: readonly StatementRecord[];
}

interface Portal {
  vocabulary: Vocabulary | null;
  places: readonly Place[];
}

type Questions = z.input<typeof QuestionsSchema>;
type Question = NonNullable<Questions['mandate']>;
type Content = NonNullable<Questions['content']>;

/** The questions that only the agency, its software maker or the partner can answer. */
export function questionsDocument(known: Asked, portal: Portal): Questions {
  const { result, changes } = known;
  const choices = choicesOf(known, portal);
  const words = (result?.words ?? []).map(({ pointer, ...word }) => {
    const field = pathOf(pointer);
    const vocabulary = field === placePath ? 'places' : word.vocabulary;
    return { ...word, vocabulary, field, label: fieldName(field) };
  });
  const meanings = meaningsOf(changes, portal.vocabulary);
  const decided = [...choices, ...words].reduce((most, { listings }) => Math.max(most, listings), 0);
  return {
    mandate: factQuestion(
      'mandate',
      statedInForce('mandate', known.facts.mandate, known.statements),
      decidedBy('mandate', result?.asked ?? {}),
    ),
    owner_nearby: ownerQuestion(known, portal),
    content:
      choices.length + words.length + meanings.length === 0
        ? null
        : { listings: decided, choices, words, meanings },
  };
}

export function pathOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

function choicesOf({ result, facts }: Asked, portal: Portal): Content['choices'] {
  const open = new Map((result?.questions ?? []).map((question) => [question.field, question]));
  return choicesAsked(result?.asked ?? {}).map(({ path, listings }) => {
    const { isPlace: is_place, ...choice } = choiceQuestion(path, portal.vocabulary);
    const { who, samples, recommended } = open.get(path) ?? answeredQuestion;
    return {
      ...{ path, listings, answer: facts.choices[path] ?? null, is_place, who },
      ...choice,
      samples: samples.map(maskContacts),
      recommended: recommended === null ? null : recommendedOption(recommended, choice, is_place, portal),
    };
  });
}

/** Nothing waits for it any more. */
const answeredQuestion: Pick<OpenQuestion, 'who' | 'samples' | 'recommended'> = {
  who: 'agency',
  samples: [],
  recommended: null,
};

/** The option that is recommended; null if it is none: a file may name a place or a kind that the portal does not have. */
function recommendedOption(
  { answer, why }: Recommendation,
  { options }: Pick<Choice, 'options'>,
  isPlace: boolean,
  { places }: Portal,
): Content['choices'][number]['recommended'] {
  const same = (text: string): boolean => fold(text) === fold(answer);
  const option = options.find(({ value, label }) => [value, label.sr, label.en].some(same));
  if (option !== undefined) return { ...option, why };
  const key = isPlace ? placeEntries(places).find(({ labels }) => labels.some(same))?.key : undefined;
  return key === undefined ? null : { value: key, label: { sr: key, en: key }, why };
}

function factQuestion(
  kind: 'mandate' | 'owner_nearby',
  answer: Question['answer'],
  listings: number,
): Question | null {
  if (answer === null && listings === 0) return null;
  const { version, yes, no } = currentStatement(kind);
  return { ...{ version, statement: yes, denial: no, listings }, answer, some: null };
}

/** The statement that made an answer about all listings what it is; null: the answer is not in force. */
function statedInForce(
  kind: 'mandate' | 'owner_nearby',
  inForce: boolean | null,
  statements: readonly StatementRecord[],
): Question['answer'] {
  const last = statements.findLast((one) => one.kind === kind && one.value === inForce);
  if (last === undefined) return null;
  const { value, sentence, name, role, at, version } = last;
  return { value, sentences: [sentence], name, role, at: iso(at), version };
}

const ofSome: readonly StatementTopic[] = [
  'owner_nearby_some',
  'owner_nearby_rule',
  'owner_nearby_rule_ended',
];

/** Whether something of an answer about some was stated so. What withdraws a rule states nothing of what is left. */
function isInForce(
  { kind, value, sentence, language, name, role }: StatementRecord,
  answer: AnswerOfSome,
  names: Portal,
): boolean {
  if (kind === 'owner_nearby_some') return (value ? answer.yes : answer.no).length > 0;
  if (kind !== 'owner_nearby_rule') return false;
  const by = { value, language, name, role };
  return rulesOf(answer).some(
    (rule) =>
      rule.value === value &&
      statementOf(kind, by, { rule: ruleWords(rule.when, names) }).sentence === sentence,
  );
}

/**
 * What is stated of owners now, each part in the sentence that is kept for it, in the language of the last statement of which
 * something is in force. The answer says which parts there are: of one that was withdrawn nothing is shown.
 */
function ownersInForce(
  { facts: { ownerNearby: inForce }, statements }: Asked,
  names: Portal,
): Question['answer'] {
  if (inForce === null || typeof inForce === 'boolean')
    return statedInForce('owner_nearby', inForce, statements);
  // A place may have another name since a rule was stated: its sentence is then another one.
  const last =
    statements.findLast((one) => isInForce(one, inForce, names)) ??
    statements.findLast(({ kind }) => ofSome.includes(kind));
  const { yes, no, others = null } = inForce;
  if (last === undefined || yes.length + no.length + rulesOf(inForce).length === 0)
    return statedInForce('owner_nearby', others, statements);
  const { language, name, role, at, version } = last;
  const sentence = (
    topic: 'owner_nearby_some' | 'owner_nearby_rule',
    value: boolean,
    named: Parameters<typeof statementOf>[2],
  ): string => statementOf(topic, { value, language, name, role }, named).sentence;
  const named = [
    { value: true, ids: yes },
    { value: false, ids: no },
  ].filter(({ ids }) => ids.length > 0);
  return {
    value: null,
    sentences: [
      ...(statedInForce('owner_nearby', others, statements)?.sentences ?? []),
      ...named.map(({ value, ids }) => sentence('owner_nearby_some', value, { listings: ids.join(', ') })),
      ...rulesOf(inForce).map(({ value, when }) =>
        sentence('owner_nearby_rule', value, { rule: ruleWords(when, names) }),
      ),
    ],
    ...{ name, role, at: iso(at), version },
  };
}

/** Whether owners live nearby may be stated of some rentals otherwise than of others. */
function ownerQuestion(known: Asked, portal: Portal): Question | null {
  const { owners, facts, result } = known;
  const asked = facts.isSent ? owners.length : decidedBy('owner_nearby', result?.asked ?? {});
  const question = factQuestion('owner_nearby', ownersInForce(known, portal), asked);
  if (question === null) return null;
  if (owners.length < 2 && rulesOf(facts.ownerNearby).length === 0) return question;
  return { ...question, some: someDocument({ listings: owners, stated: facts.ownerNearby, names: portal }) };
}

/** The newest meaning of each word. */
function meaningsOf(
  changes: readonly FeedChangeRecord[],
  vocabulary: Vocabulary | null,
): Content['meanings'] {
  const newest = new Map(changes.filter(({ kind }) => kind === 'word').map((row) => [changeKey(row), row]));
  return [...newest.values()].flatMap(({ id, subject, value, author, at }) => {
    const named = readWordSubject(subject);
    if (named === null) return [];
    const key = value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
    return [{ change: id, ...named, key, label: labelOfTarget(key, vocabulary), by: author, at: iso(at) }];
  });
}

function labelOfTarget(key: string | null, vocabulary: Vocabulary | null): Sentence | null {
  if (key === null) return null;
  return stateMeaning(key) ?? (vocabulary === null ? null : labelAmong(key, vocabulary));
}

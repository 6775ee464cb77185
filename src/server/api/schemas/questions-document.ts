import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import { placeEntries } from '../../../core/content/place-entries.js';
import type { AskedListing, OpenQuestion, ReadingResult } from '../../../core/setup/agency-reading.js';
import { changeKey, readWordSubject } from '../../../core/setup/feed-changes.js';
import { choicesAsked, decidedBy, statedAnswer, type SetupFacts } from '../../../core/setup/setup-steps.js';
import {
  chosenFactAt,
  chosenFacts,
  ownerFact,
  type DifferingFact,
} from '../../../core/setup/differing-facts.js';
import { iso } from '../../../documents/time.js';
import { fold } from '../../../model/fold.js';
import type { Recommendation } from '../../../core/setup/proposal.js';
import { rulesOf, type FactAnswer } from '../../../core/setup/fact-answer.js';
import type { Place, Vocabulary } from '../../../model/reference.js';
import type { Sentence } from '../../../model/sentence.js';
import type { FeedChangeRecord, StatementRecord } from '../../../store/store.js';
import { fieldName } from '../../../texts/field-names.js';
import { choiceQuestion, placePath, type Choice } from '../../../texts/setup-choices.js';
import { labelAmong } from '../../../texts/listing/value-words.js';
import { stateMeaning } from '../../../texts/state-choices.js';
import { currentStatement } from '../../../texts/statements.js';
import { someDocument } from './rules-document.js';
import { statedInForce, statedOfAll } from './stated-document.js';
import type { QuestionsSchema } from './setup-schemas.js';

interface Asked {
  /** The listings that each fact is asked of, by payload path; see `askedByFact`. */
  listings: ReadonlyMap<string, readonly AskedListing[]>;
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
      statedOfAll('mandate', known.facts.mandate, known.statements),
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

function choicesOf(known: Asked, portal: Portal): Content['choices'] {
  const { result, facts, statements } = known;
  const open = new Map((result?.questions ?? []).map((question) => [question.field, question]));
  const asked = choicesAsked(result?.asked ?? {});
  // What differs between listings stays shown once it is stated, although the file asks no more.
  const more = chosenFacts
    .filter(({ path }) => facts.chosen[path] !== undefined && asked.every((one) => one.path !== path))
    .map(({ path }) => ({ path, listings: known.listings.get(path)?.length ?? 0 }));
  return [...asked, ...more].map(({ path, listings }) => {
    const { isPlace: is_place, ...choice } = choiceQuestion(path, portal.vocabulary);
    const { who, samples, recommended } = open.get(path) ?? answeredQuestion;
    const fact = chosenFactAt(path);
    const ofSome = fact === undefined ? null : (facts.chosen[fact.path] ?? null);
    return {
      ...{ path, listings, answer: facts.choices[path] ?? null, is_place, who },
      ...choice,
      samples: samples.map(maskContacts),
      recommended: recommended === null ? null : recommendedOption(recommended, choice, is_place, portal),
      some:
        fact === undefined
          ? null
          : someOf(fact, statedAnswer(fact, facts), known.listings.get(path) ?? [], portal),
      stated: fact === undefined ? null : statedInForce(fact, ofSome, statements, portal),
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

/** Whether owners live nearby may be stated of some rentals otherwise than of others. */
function ownerQuestion(known: Asked, portal: Portal): Question | null {
  const { facts, result, statements } = known;
  const { ownerNearby: inForce } = facts;
  const listings = known.listings.get(ownerFact.path) ?? [];
  const asked = facts.isSent ? listings.length : decidedBy('owner_nearby', result?.asked ?? {});
  const stated = statedInForce(ownerFact, inForce, statements, portal);
  const question = factQuestion('owner_nearby', stated, asked);
  if (question === null) return null;
  return { ...question, some: someOf(ownerFact, inForce, listings, portal) };
}

/** Null where the fact cannot differ: it is asked of one listing, and no rule is in force. */
function someOf(
  fact: DifferingFact,
  stated: FactAnswer | null,
  listings: readonly AskedListing[],
  names: Portal,
): Question['some'] {
  if (listings.length < 2 && rulesOf(stated).length === 0) return null;
  return someDocument(fact, { listings, stated, names });
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

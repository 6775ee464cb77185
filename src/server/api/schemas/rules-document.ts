import { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import type { AskedListing } from '../../../core/setup/agency-reading.js';
import {
  answeredBy,
  contradicted,
  isChoice,
  readAnswer,
  rulesOf,
  someMax,
  withAnswer,
  type FactAnswer,
} from '../../../core/setup/fact-answer.js';
import { meets, type FactValue, type ListingRule } from '../../../core/setup/listing-rule.js';
import { count } from '../../../documents/schemas.js';
import {
  answerOfSomeSchema,
  answerRulesSchema,
  choiceOfSomeSchema,
  choiceRulesSchema,
  ruleConditionSchema,
} from '../../../wire/rule-schema.js';
import type { DifferingFact } from '../../../core/setup/differing-facts.js';
import type { Sentence } from '../../../model/sentence.js';
import { wordOf } from '../../../sync/decisions/stated-facts.js';
import { labelAmong } from '../../../texts/listing/value-words.js';
import { placeName, ruleWords, type RuleNames } from '../../../texts/setup/rule-words.js';
import { currentStatement } from '../../../texts/statements.js';
import { SentenceSchema } from './sentence-schema.js';

const option = z.object({ value: z.string(), label: SentenceSchema });

const inForceFromNow = {
  description: 'All rules in force from now on; left out: those that are in force stay.',
};

/** An answer about some listings. */
export const AnswerOfSomeSchema = answerOfSomeSchema.omit({ others: true }).extend({
  rules: answerRulesSchema.optional().meta(inForceFromNow),
});

/** The same of a fact whose answers are words of the portal. */
export const ChoiceOfSomeSchema = choiceOfSomeSchema.extend({
  rules: choiceRulesSchema.optional().meta(inForceFromNow),
});

/** Yes or no, or a word of the portal. */
const factValue = z.union([z.boolean(), z.string()]);

const ids = z.array(z.string());

/** Rules together: what is kept of each, and what they say of the listings that are there today. */
export const OwnerRulesSchema = z
  .object({
    rules: z.array(
      z.object({
        value: factValue,
        when: ruleConditionSchema,
        statement: SentenceSchema.meta({ description: 'The full sentence that is kept for the rule.' }),
        withdrawal: SentenceSchema.meta({
          description: 'The full sentence that is kept when the rule is withdrawn.',
        }),
        covers: count.meta({ description: 'Listings that meet it today.' }),
      }),
    ),
    yes: ids.meta({ description: 'Ids of the listings of which the rules say that it is so.' }),
    no: ids.meta({ description: 'Ids of the listings of which the rules say that it is not so.' }),
    by_value: z.array(z.object({ value: factValue, ids })).meta({
      description: 'The same, also of facts whose answers are words of the portal.',
    }),
    contradicted: ids.meta({
      description: 'Ids of the listings that wait for an answer, because the rules contradict each other.',
    }),
  })
  .openapi('OwnerRules');

/** A fact that may be stated of some listings otherwise than of others. */
export const SomeSchema = z.object({
  version: z.int().meta({ description: 'Version of these sentences.' }),
  statement: SentenceSchema.meta({
    description:
      'The sentence about listings of which it is so; `{listings}` are their ids, `{value}` is the word of the portal.',
  }),
  denial: SentenceSchema.meta({ description: 'The sentence about listings of which it is not so.' }),
  total: count.meta({ description: 'Listings that are asked about; `listings` may be only some of them.' }),
  listings: z
    .array(
      z.object({
        id: z.string().meta({ description: 'As the agency’s software writes it.' }),
        title: z.string().nullable(),
        place: z.string().nullable(),
        answer: factValue.nullable(),
        answered_by: z.enum(['name', 'rule', 'all']).nullable().meta({
          description:
            'What gives the answer: a statement about this listing, a rule, or a statement about all.',
        }),
      }),
    )
    .meta({ description: `At most ${someMax}; where there are more, those without an answer first.` }),
  ruled: OwnerRulesSchema.meta({ description: 'The rules in force.' }),
  places: z.array(option).meta({ description: 'Places of these listings, for rules.' }),
  categories: z.array(option).meta({ description: 'Kinds of property of these listings, for rules.' }),
});

/** What rules would state and answer if they were in force beside what is stated now of listings by name. */
export function rulesDocument(
  fact: DifferingFact,
  rules: readonly ListingRule[],
  { listings, stated, names }: AskedAnswer,
): z.input<typeof OwnerRulesSchema> {
  const answer = withRules(fact, stated, rules);
  const read = readAnswer(answer);
  const by = answeredBy(answer);
  const byValue = new Map<FactValue, string[]>();
  for (const { sourceId, facts = null } of listings) {
    const value = by(sourceId, facts) === 'rule' ? read(sourceId, facts) : null;
    if (value === null) continue;
    const known = byValue.get(value);
    if (known === undefined) byValue.set(value, [sourceId]);
    else known.push(sourceId);
  }
  return {
    rules: rules.map((rule) => ({
      ...{ value: rule.value, when: rule.when },
      statement: ruleSentence(fact, 'rule', rule, names),
      withdrawal: ruleSentence(fact, 'rule_ended', rule, names),
      covers: listings.filter(({ facts }) => facts !== undefined && meets(rule.when, facts)).length,
    })),
    ...{ yes: byValue.get(true) ?? [], no: byValue.get(false) ?? [] },
    by_value: [...byValue].map(([value, of]) => ({ value, ids: of })),
    contradicted: contradicted(answer, listings),
  };
}

/** As the page shows it: text between backticks keeps its letters. */
function ruleSentence(
  { topic }: DifferingFact,
  kind: 'rule' | 'rule_ended',
  { value, when }: ListingRule,
  names: RuleNames,
): Sentence {
  const { yes, no } = currentStatement(`${topic}_${kind}`);
  const { sr, en } = value === false ? no : yes;
  const words = ruleWords(when, names);
  const { value: word } = wordOf(value, names);
  const filled = (text: string, language: 'sr' | 'en'): string =>
    text.replace('{value}', () => word?.[language] ?? '').replace('{rule}', () => words[language]);
  return { sr: filled(sr, 'sr'), en: filled(en, 'en') };
}

/** What is stated, with these rules in place of those in force. */
function withRules(
  { vocabulary }: DifferingFact,
  stated: FactAnswer | null,
  rules: readonly ListingRule[],
): FactAnswer {
  if (vocabulary === null) {
    const own = rules.flatMap(({ value, when }) => (typeof value === 'boolean' ? [{ value, when }] : []));
    return withAnswer(stated, { yes: [], no: [], rules: own });
  }
  const own = rules.flatMap(({ value, when }) => (typeof value === 'string' ? [{ value, when }] : []));
  const answer = withAnswer(stated, { named: {}, rules: own });
  const others = isChoice(stated) ? stated.others : undefined;
  return isChoice(answer) && others !== undefined ? { ...answer, others } : answer;
}

/** The listings that are asked about, and what is stated of them. */
interface AskedAnswer {
  listings: readonly AskedListing[];
  stated: FactAnswer | null;
  names: RuleNames;
}

export function someDocument(fact: DifferingFact, asked: AskedAnswer): z.input<typeof SomeSchema> {
  const { listings, stated, names } = asked;
  const { version, yes, no } = currentStatement(`${fact.topic}_some`);
  const answer = readAnswer(stated);
  const by = answeredBy(stated);
  const all = listings.map(({ sourceId, title, place, facts = null }) => ({
    ...{ id: sourceId, title: maskContacts(title), place },
    ...{ answer: answer(sourceId, facts), answered_by: by(sourceId, facts) },
  }));
  const openFirst = [...all].sort((a, b) => Number(a.answer !== null) - Number(b.answer !== null));
  return {
    ...{ version, statement: yes, denial: no },
    total: all.length,
    listings: all.length > someMax ? openFirst.slice(0, someMax) : all,
    ruled: rulesDocument(fact, rulesOf(stated), asked),
    places: optionsOf(
      listings.map(({ facts }) => facts?.place),
      (id) => placeName(id, names.places),
    ),
    categories: optionsOf(
      listings.map(({ facts }) => facts?.category),
      (key) => (names.vocabulary === null ? null : labelAmong(key, names.vocabulary)) ?? { sr: key, en: key },
    ),
  };
}

function optionsOf(
  values: readonly (string | null | undefined)[],
  label: (value: string) => Sentence,
): z.input<typeof option>[] {
  return [...new Set(values.filter((value) => value != null))]
    .map((value) => ({ value, label: label(value) }))
    .sort((a, b) => a.label.sr.localeCompare(b.label.sr, 'sr'));
}

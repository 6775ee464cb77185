import { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import type { AskedListing } from '../../../core/setup/agency-reading.js';
import { readAnswer, rulesOf, someMax, type FactAnswer } from '../../../core/setup/fact-answer.js';
import { meets, ruledAnswers, type RuleCondition } from '../../../core/setup/listing-rule.js';
import { answerRulesSchema, ruleConditionSchema } from '../../../wire/rule-schema.js';
import type { Sentence } from '../../../model/sentence.js';
import { labelAmong } from '../../../texts/listing/value-words.js';
import { placeName, ruleWords, type RuleNames } from '../../../texts/setup/rule-words.js';
import { currentStatement } from '../../../texts/statements.js';
import { SentenceSchema } from './sentence-schema.js';

const option = z.object({ value: z.string(), label: SentenceSchema });

const ids = z.array(z.string().min(1).max(200)).max(someMax);

/** An answer about some listings. */
export const AnswerOfSomeSchema = z.strictObject({
  yes: ids,
  no: ids,
  rules: answerRulesSchema.optional().meta({
    description: 'All rules in force from now on; left out: those that are in force stay.',
  }),
});

export const RuleWordsSchema = z
  .object({
    statement: SentenceSchema.meta({ description: 'The full sentence that is kept for an answer of yes.' }),
    denial: SentenceSchema.meta({ description: 'The full sentence that is kept for an answer of no.' }),
    listings: z.array(z.string()).meta({ description: 'Ids of the listings that the rule covers today.' }),
  })
  .openapi('RuleWords');

/** A fact that may be stated of some listings otherwise than of others. */
export const SomeSchema = z.object({
  version: z.int().meta({ description: 'Version of these sentences.' }),
  statement: SentenceSchema.meta({
    description: 'The sentence about listings of which it is so; `{listings}` are their ids.',
  }),
  denial: SentenceSchema.meta({ description: 'The sentence about listings of which it is not so.' }),
  listings: z.array(
    z.object({
      id: z.string().meta({ description: 'As the agency’s software writes it.' }),
      title: z.string().nullable(),
      place: z.string().nullable(),
      answer: z.boolean().nullable(),
      is_by_rule: z.boolean().meta({ description: 'Whether a rule gives the answer.' }),
    }),
  ),
  rules: z.array(RuleWordsSchema.extend({ value: z.boolean(), when: ruleConditionSchema })),
  places: z.array(option).meta({ description: 'Places of these listings, for rules.' }),
  categories: z.array(option).meta({ description: 'Kinds of property of these listings, for rules.' }),
});

/** The statement that is kept for a rule, and what it covers. */
export function ruleDocument(
  when: RuleCondition,
  listings: readonly AskedListing[],
  names: RuleNames,
): z.input<typeof RuleWordsSchema> {
  const { yes, no } = currentStatement('owner_nearby_rule');
  const words = ruleWords(when, names);
  const filled = ({ sr, en }: Sentence): Sentence => ({
    sr: sr.replace('{rule}', () => words.sr),
    en: en.replace('{rule}', () => words.en),
  });
  const covered = listings.filter(({ facts }) => facts !== undefined && meets(when, facts));
  return {
    ...{ statement: filled(yes), denial: filled(no) },
    listings: covered.map(({ sourceId }) => sourceId),
  };
}

export function someDocument(
  listings: readonly AskedListing[],
  stated: FactAnswer | null,
  names: RuleNames,
): z.input<typeof SomeSchema> {
  const { version, yes, no } = currentStatement('owner_nearby_some');
  const answer = readAnswer(stated);
  const rules = rulesOf(stated);
  return {
    ...{ version, statement: yes, denial: no },
    listings: listings.map(({ sourceId, title, place, facts = null }) => ({
      ...{ id: sourceId, title: maskContacts(title), place, answer: answer(sourceId, facts) },
      is_by_rule:
        answer(sourceId, null) === null && facts !== null && ruledAnswers(rules, facts).length === 1,
    })),
    rules: rules.map(({ value, when }) => ({
      value,
      when,
      ...ruleDocument(when, listings, names),
    })),
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

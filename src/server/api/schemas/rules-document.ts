import { z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import type { AskedListing } from '../../../core/setup/agency-reading.js';
import {
  answeredBy,
  contradicted,
  readAnswer,
  rulesOf,
  someMax,
  withAnswer,
  type FactAnswer,
} from '../../../core/setup/fact-answer.js';
import { meets, type ListingRule } from '../../../core/setup/listing-rule.js';
import { count } from '../../../documents/schemas.js';
import { answerOfSomeSchema, answerRulesSchema, ruleConditionSchema } from '../../../wire/rule-schema.js';
import type { Sentence } from '../../../model/sentence.js';
import { labelAmong } from '../../../texts/listing/value-words.js';
import { placeName, ruleWords, type RuleNames } from '../../../texts/setup/rule-words.js';
import { currentStatement } from '../../../texts/statements.js';
import { SentenceSchema } from './sentence-schema.js';

const option = z.object({ value: z.string(), label: SentenceSchema });

/** An answer about some listings. */
export const AnswerOfSomeSchema = answerOfSomeSchema.omit({ others: true }).extend({
  rules: answerRulesSchema.optional().meta({
    description: 'All rules in force from now on; left out: those that are in force stay.',
  }),
});

const ids = z.array(z.string());

/** Rules together: what is kept of each, and what they say of the listings that are there today. */
export const OwnerRulesSchema = z
  .object({
    rules: z.array(
      z.object({
        value: z.boolean(),
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
    contradicted: ids.meta({
      description: 'Ids of the listings that wait for an answer, because the rules contradict each other.',
    }),
  })
  .openapi('OwnerRules');

/** A fact that may be stated of some listings otherwise than of others. */
export const SomeSchema = z.object({
  version: z.int().meta({ description: 'Version of these sentences.' }),
  statement: SentenceSchema.meta({
    description: 'The sentence about listings of which it is so; `{listings}` are their ids.',
  }),
  denial: SentenceSchema.meta({ description: 'The sentence about listings of which it is not so.' }),
  total: count.meta({ description: 'Listings that are asked about; `listings` may be only some of them.' }),
  listings: z
    .array(
      z.object({
        id: z.string().meta({ description: 'As the agency’s software writes it.' }),
        title: z.string().nullable(),
        place: z.string().nullable(),
        answer: z.boolean().nullable(),
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
export function ownerRulesDocument(
  rules: readonly ListingRule[],
  { listings, stated, names }: AskedOwners,
): z.input<typeof OwnerRulesSchema> {
  const answer = withAnswer(stated, { yes: [], no: [], rules });
  const read = readAnswer(answer);
  const by = answeredBy(answer);
  const ruled = listings.filter(({ sourceId, facts = null }) => by(sourceId, facts) === 'rule');
  const saying = (value: boolean): string[] =>
    ruled
      .filter(({ sourceId, facts = null }) => read(sourceId, facts) === value)
      .map(({ sourceId }) => sourceId);
  return {
    rules: rules.map(({ value, when }) => ({
      ...{ value, when },
      statement: ruleSentence('owner_nearby_rule', { value, when }, names),
      withdrawal: ruleSentence('owner_nearby_rule_ended', { value, when }, names),
      covers: listings.filter(({ facts }) => facts !== undefined && meets(when, facts)).length,
    })),
    ...{ yes: saying(true), no: saying(false), contradicted: contradicted(answer, listings) },
  };
}

function ruleSentence(
  topic: 'owner_nearby_rule' | 'owner_nearby_rule_ended',
  { value, when }: ListingRule,
  names: RuleNames,
): Sentence {
  const { yes, no } = currentStatement(topic);
  const { sr, en } = value ? yes : no;
  const words = ruleWords(when, names);
  return { sr: sr.replace('{rule}', () => words.sr), en: en.replace('{rule}', () => words.en) };
}

/** The rentals whose owner is asked about, and what is stated of them. */
interface AskedOwners {
  listings: readonly AskedListing[];
  stated: FactAnswer | null;
  names: RuleNames;
}

export function someDocument(asked: AskedOwners): z.input<typeof SomeSchema> {
  const { listings, stated, names } = asked;
  const { version, yes, no } = currentStatement('owner_nearby_some');
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
    ruled: ownerRulesDocument(rulesOf(stated), asked),
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

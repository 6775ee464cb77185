import { z } from 'zod';
import { idsNamedIn, someMax, type FactAnswer } from '../core/setup/fact-answer.js';
import { hasCondition, ruleCurrencies, rulesMax } from '../core/setup/listing-rule.js';

/** The conditions of a rule, as the configuration and the API take them. */
export const ruleConditionSchema = z
  .strictObject({
    place: z.string().min(1).max(100).optional().describe('Id of a place in the portal’s directory.'),
    category: z.string().min(1).max(100).optional().describe('The portal’s key of a kind of property.'),
    transaction: z.enum(['sale', 'rent']).optional(),
    price_up_to: z
      .strictObject({ amount: z.number().positive().multipleOf(0.01), currency: z.enum(ruleCurrencies) })
      .optional()
      .describe('A listing with a price or rent in another currency does not meet it.'),
    title_word: z
      .string()
      .min(1)
      .max(60)
      .refine((text) => /[\p{L}\p{N}]/u.test(text), 'has no letter or figure; write a word of the title')
      .refine(
        (text) => !/[\p{Cc}"“”„]/u.test(text),
        'has quotation marks or a line end; write the words alone',
      )
      .optional()
      .describe('A word of the Serbian title, in any case and script.'),
  })
  .describe('What a listing must meet; at least one condition.');

/** Rules of an answer that differs between listings. */
export const answerRulesSchema = z
  .array(z.strictObject({ value: z.boolean(), when: ruleConditionSchema }))
  .max(rulesMax);

const portalWord = z.string().min(1).max(100);

/** Rules of an answer whose values are words of the portal. */
export const choiceRulesSchema = z
  .array(z.strictObject({ value: portalWord, when: ruleConditionSchema }))
  .max(rulesMax);

const recordIds = z.array(z.string().min(1).max(200)).max(someMax);

/** An answer about some listings, as the configuration, the API and the store have it. */
export const answerOfSomeSchema = z.strictObject({
  yes: recordIds,
  no: recordIds,
  rules: answerRulesSchema.optional(),
  others: z.boolean().optional(),
});

/** The same of a fact whose answers are words of the portal. */
export const choiceOfSomeSchema = z.strictObject({
  named: z
    .record(portalWord, recordIds)
    .refine((named) => idsNamedIn({ named }).length <= someMax, `names more than ${someMax} listings`)
    .describe('Ids of records, by the portal’s word.'),
  rules: choiceRulesSchema.optional(),
});

/** Releases before took ids of any length and number: an answer that names one stays readable. */
const storedIds = z.array(z.string());
const factAnswerSchema = z.union([
  z.boolean(),
  answerOfSomeSchema
    .extend({ yes: storedIds, no: storedIds })
    .refine(({ rules = [] }) => rules.every(({ when }) => hasCondition(when))),
  choiceOfSomeSchema
    .extend({ named: z.record(z.string(), storedIds) })
    .refine(({ rules = [] }) => rules.every(({ when }) => hasCondition(when))),
]);

/** A stored answer; null: it is none. */
export function readFactAnswer(value: unknown): FactAnswer | null {
  return factAnswerSchema.safeParse(value).data ?? null;
}

import { fold } from '../../model/fold.js';
import { ownValue } from '../../model/own-value.js';

export const ruleCurrencies = ['EUR', 'RSD'] as const;

/** Conditions on a listing that must all be met. A rule has at least one. */
export interface RuleCondition {
  /** Id of a place in the portal's directory. */
  place?: string | undefined;
  /** The portal's key of a kind of property. */
  category?: string | undefined;
  transaction?: 'sale' | 'rent' | undefined;
  /** The price or the rent, in the currency in which the listing has it. */
  price_up_to?: { amount: number; currency: (typeof ruleCurrencies)[number] } | undefined;
  /** A word, or several in this order, of the Serbian title; in any case and script. */
  title_word?: string | undefined;
}

/** What is stated of a listing: yes or no, or a word of the portal. */
export type FactValue = boolean | string;

/** An answer for every listing that meets the conditions, those included that come later. */
export interface ListingRule<Value extends FactValue = FactValue> {
  value: Value;
  when: RuleCondition;
}

/** What a rule looks at. A fact that is not known meets no condition. */
export interface RuleFacts {
  place: string | null;
  category: string | null;
  transaction: string | null;
  amount: number | null;
  currency: string | null;
  title: string | null;
}

/** The word under which a record notes that a rule answered a question. */
export function byRule(question: string): string {
  return `rule ${question}`;
}

/** Most rules of one answer. */
export const rulesMax = 20;

export function hasCondition(when: RuleCondition): boolean {
  return Object.values(when).some((part) => part !== undefined);
}

/** The facts of a listing. @param valueAt the value of a payload path; undefined: it has none */
export function ruleFacts(valueAt: (path: string) => unknown): RuleFacts {
  const transaction = textOf(valueAt('transaction'));
  const money = transaction === 'rent' ? 'rent' : 'price';
  const amount = valueAt(`${money}.amount`);
  return {
    place: textOf(valueAt('location.place_id')),
    category: textOf(valueAt('category')),
    transaction,
    amount: typeof amount === 'number' ? amount : null,
    currency: textOf(valueAt(`${money}.currency`)),
    title: textOf(valueAt('title.sr')),
  };
}

/** The facts of a payload. */
export function payloadFacts(payload: Readonly<Record<string, unknown>>): RuleFacts {
  return ruleFacts((path) => path.split('.').reduce<unknown>((part, key) => ownValue(part, key), payload));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function meets(when: RuleCondition, facts: RuleFacts): boolean {
  const { place, category, transaction, price_up_to: price, title_word: word } = when;
  if (!hasCondition(when)) return false;
  if (place !== undefined && place !== facts.place) return false;
  if (category !== undefined && category !== facts.category) return false;
  if (transaction !== undefined && transaction !== facts.transaction) return false;
  if (price !== undefined && !isUpTo(price, facts)) return false;
  return word === undefined || hasWord(facts.title, word);
}

function isUpTo(price: NonNullable<RuleCondition['price_up_to']>, { amount, currency }: RuleFacts): boolean {
  return amount !== null && currency === price.currency && amount <= price.amount;
}

function hasWord(title: string | null, word: string): boolean {
  const sought = wordsOf(word);
  if (title === null || sought === '') return false;
  return ` ${wordsOf(title)} `.includes(` ${sought} `);
}

/** The words of a text, folded and each between single spaces. */
function wordsOf(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The answers of the rules that a listing meets: none, one, or several where rules contradict each other. */
export function ruledAnswers<Value extends FactValue>(
  rules: readonly ListingRule<Value>[],
  facts: RuleFacts,
): readonly Value[] {
  return [...new Set(rules.filter(({ when }) => meets(when, facts)).map(({ value }) => value))];
}

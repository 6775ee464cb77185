import { isDeepStrictEqual } from 'node:util';
import { hasCondition, ruledAnswers, type ListingRule, type RuleFacts } from './listing-rule.js';

/**
 * A fact that differs between listings: it is so of the records with the ids under `yes`, and not so of those under `no`. Of others the rules
 * decide, and of those that meet none `others` does; without it, it is not known of them.
 */
export interface AnswerOfSome {
  yes: readonly string[];
  no: readonly string[];
  rules?: readonly ListingRule[] | undefined;
  /** An answer about all that was given before the one about some. */
  others?: boolean | undefined;
}

/** What an agency states of a fact: for all its listings, or for some. */
export type FactAnswer = boolean | AnswerOfSome;

/**
 * Whether the fact is so of a listing, by the id of its record. Null: it is not known.
 * @param facts what rules look at; null: what is named alone decides
 */
export type AnswerReader = (sourceId: string, facts: RuleFacts | null) => boolean | null;

export function readAnswer(answer: FactAnswer | null | undefined): AnswerReader {
  if (answer === null || answer === undefined) return () => null;
  if (typeof answer === 'boolean') return () => answer;
  const byId = new Map([
    ...answer.yes.map((id) => [id, true] as const),
    ...answer.no.map((id) => [id, false] as const),
  ]);
  const rules = rulesOf(answer);
  const { others = null } = answer;
  return (sourceId, facts) => {
    const named = byId.get(sourceId);
    if (named !== undefined) return named;
    if (rules.length === 0) return others;
    // What rules say comes before `others`, and cannot be known without the facts.
    if (facts === null) return null;
    const [first = others, contradiction] = ruledAnswers(rules, facts);
    return contradiction === undefined ? first : null;
  };
}

/** A stated fact as a mapping uses it. */
export interface StatedAnswer {
  read: AnswerReader;
  hasRules: boolean;
}

export function rulesOf(answer: FactAnswer | null | undefined): readonly ListingRule[] {
  return typeof answer === 'object' && answer !== null ? (answer.rules ?? []) : [];
}

/** The rules of an answer that the former answer does not have. */
export function newRules(answer: FactAnswer, former: FactAnswer | null): ListingRule[] {
  const known = rulesOf(former);
  return rulesOf(answer).filter((rule) => !known.some((one) => isDeepStrictEqual(one, rule)));
}

/**
 * The answer in force after another one was given. An answer about some listings leaves earlier answers about others as they were, be it
 * about some or about all, and an answer without rules leaves the rules.
 */
export function withAnswer(former: FactAnswer | null, answer: FactAnswer): FactAnswer {
  if (typeof answer === 'boolean') return answer;
  const before: AnswerOfSome =
    typeof former === 'object' && former !== null ? former : { yes: [], no: [], others: former ?? undefined };
  const named = new Set([...answer.yes, ...answer.no]);
  const stay = (ids: readonly string[]): string[] => ids.filter((id) => !named.has(id));
  const rules = answer.rules ?? rulesOf(former);
  return {
    yes: [...stay(before.yes), ...answer.yes],
    no: [...stay(before.no), ...answer.no],
    ...(rules.length > 0 && { rules }),
    ...(before.others !== undefined && { others: before.others }),
  };
}

/** Most ids of an answer that differs between listings. */
export const someMax = 1_000;

/** Whether a stored value is an answer. */
export function isFactAnswer(value: unknown): value is FactAnswer {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null || !('yes' in value) || !('no' in value)) return false;
  const rules = 'rules' in value ? value.rules : [];
  const others = 'others' in value ? value.others : undefined;
  return (
    (others === undefined || typeof others === 'boolean') &&
    [value.yes, value.no].every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string')) &&
    Array.isArray(rules) &&
    rules.every(isRule)
  );
}

function isRule(rule: unknown): rule is ListingRule {
  return (
    typeof rule === 'object' &&
    rule !== null &&
    'value' in rule &&
    typeof rule.value === 'boolean' &&
    'when' in rule &&
    typeof rule.when === 'object' &&
    rule.when !== null &&
    hasCondition(rule.when)
  );
}

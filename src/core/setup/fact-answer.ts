import { isDeepStrictEqual } from 'node:util';
import type { AskedListing } from './agency-reading.js';
import { ruledAnswers, type FactValue, type ListingRule, type RuleFacts } from './listing-rule.js';

/**
 * A fact that differs between listings: it is so of the records with the ids under `yes`, and not so of those under `no`. Of others the rules
 * decide, and of those that meet none `others` does; without it, it is not known of them.
 */
export interface AnswerOfSome {
  yes: readonly string[];
  no: readonly string[];
  rules?: readonly ListingRule<boolean>[] | undefined;
  /** An answer about all that was given before the one about some. */
  others?: boolean | undefined;
}

/**
 * The same of a fact whose answers are words of the portal: the ids of records by word. A record that no name and no rule answers has
 * the constant of the feed, if it has one.
 */
export interface ChoiceOfSome {
  named: Readonly<Record<string, readonly string[]>>;
  rules?: readonly ListingRule<string>[] | undefined;
  /** The constant, where an answer is read together with it. It is not kept here. */
  others?: string | undefined;
}

/** What an agency states of a fact: for all its listings, or for some. */
export type FactAnswer = boolean | AnswerOfSome | ChoiceOfSome;

/**
 * What is stated of a listing, by the id of its record. Null: it is not known.
 * @param facts what rules look at; null: what is named alone decides
 */
export type AnswerReader = (sourceId: string, facts: RuleFacts | null) => FactValue | null;

/** The ids that an answer names, with what it says of them. */
export function namedOf(answer: FactAnswer | null): [value: FactValue, ids: readonly string[]][] {
  if (answer === null || typeof answer === 'boolean') return [];
  if ('named' in answer) return Object.entries(answer.named);
  return [
    [true, answer.yes],
    [false, answer.no],
  ];
}

/** All ids that an answer names. */
export function idsNamedIn(answer: FactAnswer | null): string[] {
  return namedOf(answer).flatMap(([, ids]) => ids);
}

export function readAnswer(answer: FactAnswer | null | undefined): AnswerReader {
  if (answer === null || answer === undefined) return () => null;
  if (typeof answer === 'boolean') return () => answer;
  const byId = new Map(namedOf(answer).flatMap(([value, ids]) => ids.map((id) => [id, value] as const)));
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
  rules: readonly ListingRule[];
}

export function rulesOf(answer: FactAnswer | null | undefined): readonly ListingRule[] {
  return typeof answer === 'object' && answer !== null ? (answer.rules ?? []) : [];
}

/** The rules of an answer that the other answer does not have. */
export function rulesBeyond(answer: FactAnswer | null, other: FactAnswer | null): ListingRule[] {
  const known = rulesOf(other);
  return rulesOf(answer).filter((rule) => !known.some((one) => isDeepStrictEqual(one, rule)));
}

function distinct<Rule extends ListingRule>(rules: readonly Rule[]): Rule[] {
  return rules.filter((rule, at) => rules.findIndex((one) => isDeepStrictEqual(one, rule)) === at);
}

/**
 * The answer in force after another one was given. An answer about some listings leaves earlier answers about others as they were, be it
 * about some or about all, and an answer without rules leaves the rules.
 * @param gone ids of which nothing is kept: the feed does not have them any more
 */
export function withAnswer(
  former: FactAnswer | null,
  answer: FactAnswer,
  gone: ReadonlySet<string> = new Set(),
): FactAnswer {
  if (typeof answer === 'boolean') return answer;
  const named = new Set(idsNamedIn(answer));
  const stay = (ids: readonly string[]): string[] => ids.filter((id) => !named.has(id) && !gone.has(id));
  if ('named' in answer) {
    const before: ChoiceOfSome = isChoice(former) ? former : { named: {} };
    const words = [...new Set([...Object.keys(before.named), ...Object.keys(answer.named)])];
    const of = words.map((word): [string, string[]] => [
      word,
      [...stay(before.named[word] ?? []), ...(answer.named[word] ?? [])],
    ]);
    const rules = distinct(answer.rules ?? before.rules ?? []);
    return {
      named: Object.fromEntries(of.filter(([, ids]) => ids.length > 0)),
      ...(rules.length > 0 && { rules }),
    };
  }
  const before: AnswerOfSome = isOfSome(former) ? former : { yes: [], no: [] };
  const others = typeof former === 'boolean' ? former : before.others;
  const rules = distinct(answer.rules ?? before.rules ?? []);
  return {
    yes: [...stay(before.yes), ...answer.yes],
    no: [...stay(before.no), ...answer.no],
    ...(rules.length > 0 && { rules }),
    ...(others !== undefined && { others }),
  };
}

function isOfSome(answer: FactAnswer | null): answer is AnswerOfSome {
  return typeof answer === 'object' && answer !== null && !('named' in answer);
}

export function isChoice(answer: FactAnswer | null): answer is ChoiceOfSome {
  return typeof answer === 'object' && answer !== null && 'named' in answer;
}

/** Most ids of an answer that differs between listings. Others are answered by rules. */
export const someMax = 1_000;

/** Most listings that one question is asked about by name, and that rules are shown and counted for. */
export const askedMax = 20_000;

/** What gives a listing its answer: a statement that names it, a rule, or a statement about all others. Null: it has no answer. */
export type AnsweredBy = 'name' | 'rule' | 'all' | null;

export function answeredBy(
  answer: FactAnswer | null,
): (sourceId: string, facts: RuleFacts | null) => AnsweredBy {
  if (answer === null) return () => null;
  if (typeof answer === 'boolean') return () => 'all';
  const named = new Set(idsNamedIn(answer));
  const rules = rulesOf(answer);
  const others: AnsweredBy = answer.others === undefined ? null : 'all';
  return (sourceId, facts) => {
    if (named.has(sourceId)) return 'name';
    if (rules.length === 0) return others;
    if (facts === null) return null;
    const { length } = ruledAnswers(rules, facts);
    if (length === 0) return others;
    return length === 1 ? 'rule' : null;
  };
}

/** The ids of the listings that wait because rules with different answers cover them and no statement names them. */
export function contradicted(answer: FactAnswer | null, listings: readonly AskedListing[]): string[] {
  const rules = rulesOf(answer);
  if (rules.length < 2) return [];
  const named = new Set(idsNamedIn(answer));
  return listings.flatMap(({ sourceId, facts }) =>
    facts !== undefined && !named.has(sourceId) && ruledAnswers(rules, facts).length > 1 ? [sourceId] : [],
  );
}

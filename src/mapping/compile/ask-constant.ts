import type { StatedAnswer } from '../../core/setup/fact-answer.js';
import { byRule, ruledAnswers, ruleFacts, type FactValue } from '../../core/setup/listing-rule.js';
import type { SourceId } from '../../model/ids.js';
import { askedPartnerCode } from '../../model/outcome.js';
import type { PayloadField, Transaction } from '../language/payload-fields.js';
import type { RecordScope } from '../language/record-scope.js';
import type { Evaluate, Problem, Scope } from '../language/scope.js';

/** Reports that the agency's constant for a field is missing. @param path payload path, or `transaction` */
export function askConstant(path: string, scope: Scope, report: (problem: Problem) => void): void {
  scope.use({ kind: 'answer', name: path, word: '', resolved: null });
  report(answerMissing(path, `constants: ${path}`));
  scope.trace?.push({
    path,
    source: `answer ${path}`,
    raw: null,
    rule: 'stated by the agency',
    result: null,
  });
}

/** A problem: an answer that only the agency can give is missing. @param where the setting that takes it */
export function answerMissing(name: string, where: string): Problem {
  const message = `Only the agency knows ${name}, and the feed does not say it. State it under ${where}.`;
  return { code: 'answer_missing', message };
}

/** A problem: the agency does not know an answer, and its partner has not given it yet. */
export function partnerAsked(path: string): Problem {
  const message = `The agency does not know ${path}, and has asked its partner: the listing waits for the partner's answer under constants: ${path}.`;
  return { code: askedPartnerCode, message };
}

/** By the name of the question. */
type Answers = ReadonlyMap<string, StatedAnswer>;

interface Given {
  settings: { sourceId: SourceId; transaction: Transaction };
  answers: Answers;
}

/** Whether an answer can be given only once all else of the listing is known. */
export function hasRules(asked: NonNullable<PayloadField['asked']>, answers: Answers): boolean {
  return asked !== 'constant' && (answers.get(asked.answer)?.rules.length ?? 0) > 0;
}

/**
 * The agency's answer for a listing; null, with a problem reported, while there is none. What it says of the record by name counts before
 * its rules.
 */
export function askAgency(
  path: string,
  asked: NonNullable<PayloadField['asked']>,
  scope: RecordScope,
  { settings, answers }: Given,
  report: (problem: Problem) => void,
): boolean | null {
  const question = asked === 'constant' ? null : asked.answer;
  const stated = question === null ? undefined : answers.get(question);
  const name = question ?? path;
  const { value, isByRule } = statedFor(stated, scope, settings);
  const answer = typeof value === 'boolean' ? value : null;
  noteAnswer(scope, { path, name, value: answer, isByRule });
  if (answer === null)
    report(answerMissing(name, question === null ? `constants: ${path}` : `answers: ${question}`));
  return answer;
}

/** A stated answer whose values are words of the portal. */
export interface StatedChoice extends StatedAnswer {
  /** Reads each word. */
  words: ReadonlyMap<string, Evaluate>;
}

/**
 * The agency's choice for a listing: by the id of its record, by a rule, or the constant for all others; null: there is none. A listing
 * that meets rules with different answers waits for one, if the portal requires the field.
 */
export function chosenFor(
  path: string,
  { stated, all }: { stated: StatedChoice | undefined; all: Evaluate | null },
  scope: RecordScope,
  settings: Given['settings'],
  report: (problem: Problem) => void,
): unknown {
  const { value, isByRule, isContradicted } = statedFor(stated, scope, settings);
  if (typeof value === 'string') {
    noteAnswer(scope, { path, name: path, value, isByRule });
    return stated?.words.get(value)?.(scope, report) ?? null;
  }
  if (isContradicted) {
    noteAnswer(scope, { path, name: path, value: null, isByRule: false });
    report(answerMissing(path, `answers: ${path}`));
    return null;
  }
  const constant = all?.(scope, report) ?? null;
  // What is stated of no listing apart is no question: nothing is noted of it.
  if (constant !== null && stated !== undefined)
    scope.use({ kind: 'answer', name: path, word: '', resolved: String(constant) });
  return constant;
}

interface StatedValue {
  value: FactValue | null;
  isByRule: boolean;
  isContradicted: boolean;
}

function statedFor(
  stated: StatedAnswer | undefined,
  scope: RecordScope,
  { sourceId, transaction }: Given['settings'],
): StatedValue {
  const named = stated?.read(sourceId, null) ?? null;
  if (stated === undefined || named !== null || stated.rules.length === 0)
    return { value: named, isByRule: false, isContradicted: false };
  const facts = ruleFacts((at) => (at === 'transaction' ? transaction : scope.mapped.get(at)));
  const value = stated.read(sourceId, facts);
  return {
    value,
    isByRule: value !== null,
    isContradicted: value === null && ruledAnswers(stated.rules, facts).length > 1,
  };
}

function noteAnswer(
  scope: RecordScope,
  { path, name, value, isByRule }: { path: string; name: string; value: FactValue | null; isByRule: boolean },
): void {
  scope.use({
    ...{ kind: 'answer', name, word: isByRule ? byRule(name) : '' },
    resolved: value === null ? null : String(value),
  });
  const rule = isByRule ? 'stated by the agency in a rule' : 'stated by the agency';
  scope.trace?.push({ path, source: `answer ${name}`, raw: null, rule, result: value });
}

import type { StatedAnswer } from '../../core/setup/fact-answer.js';
import { byRule, ruleFacts } from '../../core/setup/listing-rule.js';
import type { SourceId } from '../../model/ids.js';
import { askedPartnerCode } from '../../model/outcome.js';
import type { PayloadField, Transaction } from '../language/payload-fields.js';
import type { RecordScope } from '../language/record-scope.js';
import type { Problem, Scope } from '../language/scope.js';

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

/** Whether an answer can be given only once all else of the listing is known. */
export function hasRules(asked: NonNullable<PayloadField['asked']>, answers: Answers): boolean {
  return asked !== 'constant' && answers.get(asked.answer)?.hasRules === true;
}

interface Given {
  settings: { sourceId: SourceId; transaction: Transaction };
  answers: Answers;
}

/**
 * The agency's answer for a listing; null, with a problem reported, while there is none. What it says of the record by name counts before
 * its rules.
 */
export function askAgency(
  path: string,
  asked: NonNullable<PayloadField['asked']>,
  scope: RecordScope,
  { settings: { sourceId, transaction }, answers }: Given,
  report: (problem: Problem) => void,
): boolean | null {
  const question = asked === 'constant' ? null : asked.answer;
  const stated = question === null ? undefined : answers.get(question);
  const named = stated?.read(sourceId, null) ?? null;
  const facts =
    named === null && stated?.hasRules === true
      ? ruleFacts((at) => (at === 'transaction' ? transaction : scope.mapped.get(at)))
      : null;
  const answer = facts === null ? named : (stated?.read(sourceId, facts) ?? null);
  const name = question ?? path;
  const isByRule = facts !== null && answer !== null;
  scope.use({
    ...{ kind: 'answer', name, word: isByRule ? byRule(name) : '' },
    resolved: answer === null ? null : String(answer),
  });
  if (answer === null)
    report(answerMissing(name, question === null ? `constants: ${path}` : `answers: ${question}`));
  const source = `answer ${name}`;
  const rule = isByRule ? 'stated by the agency in a rule' : 'stated by the agency';
  scope.trace?.push({ path, source, raw: null, rule, result: answer });
  return answer;
}

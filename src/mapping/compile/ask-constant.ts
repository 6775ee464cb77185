import { askedPartnerCode } from '../../model/outcome.js';
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

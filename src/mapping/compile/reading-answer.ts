import { ownEntry } from '../../model/own-value.js';
import { askPartner } from '../../model/outcome.js';
import type { Problem, Scope } from '../language/scope.js';
import {
  readingQuestions,
  type ReadingAnswer,
  type ReadingQuestion,
} from '../../core/setup/reading-questions.js';
import { answerMissing, partnerAsked } from './ask-constant.js';
import type { Compiler } from './compiler.js';

/** The agency's answer; null, with a problem reported, while it is open. */
export type ReadAnswer<Q extends ReadingQuestion> = (
  scope: Scope,
  report: (problem: Problem) => void,
) => ReadingAnswer<Q> | null;

/**
 * The answer of the feed to a question about a column.
 * @param stops whether the listing waits while the question is open
 */
export function compileAnswer<Q extends ReadingQuestion>(
  question: Q,
  { constants }: Compiler,
  stops: boolean,
): ReadAnswer<Q> {
  const given = textOf(ownEntry(constants, question));
  const answer = readingQuestions[question].find((one) => one === given) as ReadingAnswer<Q> | undefined;
  return (scope, report) => {
    scope.use({ kind: 'answer', name: question, word: '', resolved: given });
    if (answer !== undefined) return answer;
    const problem =
      given === askPartner ? partnerAsked(question) : answerMissing(question, `constants: ${question}`);
    report({ ...problem, about: question, fatal: stops });
    return null;
  };
}

/** Reports answers to questions about columns that are none of those possible. */
export function checkAnswers(compiler: Compiler): void {
  for (const [question, answers] of Object.entries(readingQuestions)) {
    const given = ownEntry(compiler.constants, question);
    if (given === undefined || given === askPartner || answers.some((one) => one === textOf(given))) continue;
    compiler.fail(
      ['overrides', 'constants', question],
      `constants: ${question} is one of ${answers.join(', ')}, or ${askPartner}.`,
    );
  }
}

/** An answer as a text: sizes may be written as numbers. Null: there is none. */
function textOf(given: unknown): string | null {
  return typeof given === 'string' || typeof given === 'number' ? String(given) : null;
}

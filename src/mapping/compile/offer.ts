import { askConstant } from './ask-constant.js';
import type { Compiler } from './compiler.js';
import { constantOf, type Constants } from './fields.js';
import { compileRules } from './rules.js';
import type { Evaluate, Problem } from '../language/scope.js';

/** The name of the offer in mappings, constants and issues. */
const offerName = 'transaction';
/** JSON pointer of the offer in issues. */
export const offerPointer = `/${offerName}`;

/**
 * Compiles `transaction:`: sale, rent or both by the record; where it says nothing, by the agency's constant; and if the mapping asks for it
 * under `ask:`, a record without either reports `answer_missing`. Like every constant, it never replaces a word that was not understood.
 */
export function compileOffer(constants: Constants, compiler: Compiler): Evaluate {
  const { mapping } = compiler;
  const kind = { kind: 'choice', values: ['sale', 'rent', 'both'] } as const;
  const evaluate = compileRules(mapping.transaction, { name: offerName, kind }, compiler, [offerName]);
  const constant = constantOf(offerName, kind, constants, compiler);
  const isAsked = mapping.ask?.includes(offerName) === true;
  if (constant === null && !isAsked) return evaluate;
  return (scope, report) => {
    const problems: Problem[] = [];
    const noted = (problem: Problem): void => {
      problems.push(problem);
      report(problem);
    };
    const said = evaluate(scope, noted);
    if (said !== null || problems.length > 0) return said;
    const answer = constant?.(scope, noted) ?? null;
    if (answer === null && problems.length === 0 && isAsked) askConstant(offerName, scope, report);
    return answer;
  };
}

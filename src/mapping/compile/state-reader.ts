import type { Compiler } from './compiler.js';
import type { MappingFile, RuleInput } from '../language/mapping-schema.js';
import type { Conversion, Problem, Report, Scope } from '../language/scope.js';
import { isStateTarget, lesserState, type StateTarget } from '../../core/content/record-state.js';
import { compileAlternatives } from './rules.js';
import { emptyWord, stateConversion } from './state.js';

/** Reads the state of a record; null: its cells are empty, or hold only words that mean nothing. */
export type StateReader = (scope: Scope, report: Report) => StateTarget | null;

/**
 * Of the mapping's rules, the one that offers least counts (RULES R171); null: the mapping reads no state.
 * @param asksEmpty whether a record without a word is looked up as `emptyWord`
 */
export function compileState(
  { state }: MappingFile,
  asksEmpty: boolean,
  compiler: Compiler,
): StateReader | null {
  if (state === undefined) return null;
  const rules = compileAlternatives(state, { name: 'state', kind: { kind: 'state' } }, compiler, ['state']);
  const empty = asksEmpty ? compileEmpty([state].flat(), compiler) : null;
  return (scope, note) => {
    const noted: Problem[] = [];
    const report: Report = (problem) => {
      noted.push(problem);
      note(problem);
    };
    let least: StateTarget | null = null;
    for (const rule of rules) {
      const value = rule(scope, report);
      if (isStateTarget(value)) least = lesserState(least, value);
    }
    if (least !== null || noted.length > 0 || empty === null) return least;
    const value = empty([emptyWord], scope, note);
    return isStateTarget(value) ? value : null;
  };
}

/** Looks up `emptyWord` in the table of the first rule that has one. */
function compileEmpty(rules: readonly (string | RuleInput)[], compiler: Compiler): Conversion | null {
  for (const rule of rules) {
    if (typeof rule === 'string' || rule.table === undefined) continue;
    return stateConversion(rule, compiler.table(rule.table, ['state']), compiler, ['state']);
  }
  return null;
}

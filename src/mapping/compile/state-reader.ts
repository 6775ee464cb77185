import type { Compiler } from './compiler.js';
import type { MappingFile } from '../language/mapping-schema.js';
import type { Report, Scope } from '../language/scope.js';
import { isStateTarget, lesserState, type StateTarget } from '../../core/content/record-state.js';
import { compileAlternatives } from './rules.js';

/** Reads the state of a record; null: its cells are empty, or hold only words that mean nothing. */
export type StateReader = (scope: Scope, report: Report) => StateTarget | null;

/** Of the mapping's rules, the one that offers least counts (RULES Rstates-1); null: the mapping reads no state. */
export function compileState({ state }: MappingFile, compiler: Compiler): StateReader | null {
  if (state === undefined) return null;
  const rules = compileAlternatives(state, { name: 'state', kind: { kind: 'state' } }, compiler, ['state']);
  return (scope, report) => {
    let least: StateTarget | null = null;
    for (const rule of rules) {
      const value = rule(scope, report);
      if (isStateTarget(value)) least = lesserState(least, value);
    }
    return least;
  };
}

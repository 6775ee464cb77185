import { fold } from '../../model/fold.js';
import type { ReferenceUse } from '../../model/outcome.js';
import type { Compiler } from './compiler.js';
import { isStateTarget, lesserState, type StateTarget } from '../../core/content/record-state.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { RuleInput, TableInput, Target } from '../language/mapping-schema.js';
import type { Conversion, Problem, Report, Scope } from '../language/scope.js';
import { settleUnmapped } from './words.js';
import type { CompiledTable } from '../words/tables.js';

/** The list of the states of a record, under whose name uses of its words are stored. */
export const stateList = 'state';

/** Words of states. Of several words, the one that offers least counts; unknown words are reported beside it. */
export function stateConversion(
  rule: RuleInput,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  if (table?.states !== true)
    compiler.fail(
      at,
      'A state is read through a table: table: state, with tables: { state: { states: 1 } }.',
    );
  return (texts, scope, report) => {
    let least: StateTarget | null = null;
    for (const text of texts) {
      const value = table === null ? null : readWord(text, rule, table, scope, report);
      if (value !== null) least = lesserState(least, value);
    }
    return least;
  };
}

/** Records each word as used, known or not: a meaning that is learned later then finds its records. */
function readWord(
  text: string,
  rule: RuleInput,
  table: CompiledTable,
  scope: Scope,
  report: Report,
): StateTarget | null {
  const look = (word: string): StateTarget | 'unknown' | null => {
    const found = table.find([word], scope.reference);
    const finding = found.kind === 'unmapped' ? (table.otherwise(scope.reference) ?? found) : found;
    if (finding.kind === 'nothing') return null;
    return finding.kind === 'value' && isStateTarget(finding.value) ? finding.value : 'unknown';
  };
  const target = look(text);
  if (target === null) return null;
  const resolved = target === 'unknown' ? null : target;
  scope.use({ kind: 'vocabulary', name: stateList, word: fold(text.slice(0, wordMax)), resolved });
  if (target !== 'unknown') return target;
  const message = `"${text.slice(0, wordMax)}" is no state that the table "${rule.table ?? ''}" knows`;
  const standIn = (word: string): StateTarget | null => {
    const other = look(word);
    return other === 'unknown' ? null : other;
  };
  return settleUnmapped(rule.unmapped, { message, word: text }, standIn, report);
}

const wordMax = 120;

/** What stands for an empty cell where that is a word like any other: people give it a meaning under this name. */
export const emptyWord = '(empty)';

/**
 * How a record says its state: by a word for on offer, or one that no table knows (`named`); by a word that takes it off offer (`leaving`); by
 * an empty cell (`empty`); or by an empty cell that is asked about because it has no meaning yet (`asked`).
 */
export type StateCell = 'named' | 'leaving' | 'empty' | 'asked';

/** @param uses what the record used */
export function stateCellOf(uses: readonly ReferenceUse[]): StateCell {
  const found = uses.filter(({ kind, name }) => kind === 'vocabulary' && name === stateList);
  const words = found.filter(({ word }) => word !== emptyWord);
  const isLeaving = ({ resolved }: ReferenceUse): boolean => resolved !== null && resolved !== 'active';
  if (words.length > 0) return words.some(isLeaving) ? 'leaving' : 'named';
  return found.some(({ resolved }) => resolved === null) ? 'asked' : 'empty';
}

/** The first unknown word among the problems of a state, cut; null: there is none, or another word stands in for it. */
export function unknownWordIn(problems: readonly Problem[]): string | null {
  const unknown = problems.find(({ code, standsIn }) => code === 'unmapped_word' && standsIn !== true);
  return unknown?.value?.slice(0, wordMax) ?? null;
}

/** Reports the targets of a table that do not fit: states in a table of states, and nothing of such a table in another. */
export function checkStates(
  name: string,
  table: TableInput,
  written: readonly (readonly [YamlPath, Target | undefined])[],
  compiler: Compiler,
): void {
  const fail = (at: YamlPath, message: string): void => {
    compiler.fail(['tables', name, ...at], message);
  };
  if (table.states === undefined) {
    for (const key of ['yes', 'no'] as const)
      if (table[key] !== undefined) fail([key], `${key}: belongs to a table of states (states: 1).`);
    return;
  }
  if (table.vocabulary !== undefined || table.places === true)
    fail(['states'], `The table "${name}" has targets of one kind: vocabulary:, places: or states:.`);
  for (const [at, target] of written)
    if (target !== undefined && target !== null && !isStateTarget(target))
      fail(at, notAState(String(at.at(-1)), target));
}

export function notAState(word: string, target: Target): string {
  return `"${word}" should mean ${JSON.stringify(target)}, which is no state: write active, inactive, sold, rented, withdrawn, expired, ignore or null.`;
}

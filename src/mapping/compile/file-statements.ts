import type { FileKind } from '../../model/feed-format.js';
import type { RecordObject } from '../../model/record.js';
import { Compiler } from './compiler.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { MappingFile, RulesInput } from '../language/mapping-schema.js';
import { nothingKnown, RecordScope } from '../language/record-scope.js';
import type { RuleKind } from '../language/payload-fields.js';
import { compileRules } from './rules.js';
import type { Problem, Value } from '../language/scope.js';
import type { CompiledTable } from '../words/tables.js';

/** What a file said of itself, or a clause why that cannot be known. */
type Statement<T> = { ok: true; value: T } | { ok: false; problem: string };

/** What a file says of itself in its header; null where the mapping does not say where to look. */
export interface FileStatements {
  readonly kind: ((header: RecordObject) => Statement<FileKind>) | null;
  /** Grows from file to file: a number, or a point in time in milliseconds. */
  readonly sequence: ((header: RecordObject) => Statement<number>) | null;
  /** The latter, which may be a wrong date. */
  readonly isSequenceTime: boolean;
}

/**
 * Compiles `kind:` and `sequence:`. They are no part of what decides how a record is mapped: a record keeps its fingerprint from a
 * file of changes to a whole one.
 */
export function compileStatements(
  { kind, sequence, ...mapping }: MappingFile,
  tables: ReadonlyMap<string, CompiledTable>,
  zone: string,
): { file: FileStatements; mistakes: { at: YamlPath; message: string }[] } {
  const compiler = new Compiler({ ...mapping, kind, sequence }, tables, zone);
  const read = (input: RulesInput, name: string, of: RuleKind): ReadHeader => {
    requireHeaderPaths(input, name, compiler);
    const evaluate = compileRules(input, { name, kind: of }, compiler, [name]);
    return (header, report) => {
      const record = { name: '', value: {}, ancestors: [], header };
      return evaluate(new RecordScope(record, nothingKnown, null, new Map(), [], report, null), report);
    };
  };
  const kinds = { kind: 'choice', values: ['full', 'delta'] } as const;
  const file = {
    kind: kind === undefined ? null : kindStatement(read(kind, 'kind', kinds)),
    sequence:
      sequence === undefined
        ? null
        : sequenceStatement(
            read(sequence, 'sequence', isNumber(sequence) ? { kind: 'number' } : { kind: 'instant' }),
          ),
    isSequenceTime: sequence !== undefined && !isNumber(sequence),
  };
  return { file, mistakes: compiler.mistakes };
}

type ReadHeader = (header: RecordObject, report: (problem: Problem) => void) => Value | null;

function kindStatement(read: ReadHeader): FileStatements['kind'] {
  return (header) => {
    const { value, problem } = said(read, header);
    if (value === 'full' || value === 'delta') return { ok: true, value };
    return { ok: false, problem: `whether it is full or a delta: ${problem ?? 'it says nothing there'}` };
  };
}

function sequenceStatement(read: ReadHeader): FileStatements['sequence'] {
  return (header) => {
    const { value, problem } = said(read, header);
    if (typeof value === 'number') return { ok: true, value };
    return { ok: false, problem: `which place it has among its like: ${problem ?? 'it says nothing there'}` };
  };
}

function said(read: ReadHeader, header: RecordObject): { value: Value | null; problem: string | null } {
  const problems: Problem[] = [];
  const value = read(header, (problem) => problems.push(problem));
  const [first] = problems;
  const word =
    first?.value === undefined ? null : `it says "${first.value}", which the mapping does not know`;
  return { value, problem: word ?? first?.message ?? null };
}

function isNumber(input: RulesInput): boolean {
  const first = Array.isArray(input) ? input[0] : input;
  return typeof first === 'object' && first.number !== undefined;
}

/** They are asked once for a file, before any record. */
function requireHeaderPaths(input: RulesInput, name: string, compiler: Compiler): void {
  for (const rule of [input].flat()) {
    const paths = typeof rule === 'string' ? [rule] : [rule.from ?? [], rule.keys ?? []].flat();
    for (const path of paths)
      if (!path.trim().startsWith('/'))
        compiler.fail(
          [name],
          `${name}: "${path}" is read from records, but this holds for the whole file: write a path of its header, which begins with "/".`,
        );
  }
}

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

/** A value that a file's header declares, or why it is unknown, as part of a sentence. */
type Statement<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Readers of the values that a file's header declares about the file; null for a value that the mapping does not read. */
export interface FileStatements {
  /** Whether the file is full or a delta. */
  readonly kind: ((header: RecordObject) => Statement<FileKind>) | null;
  /** The file's place among the files of its feed: grows from file to file. A number, or a point in time in epoch milliseconds. */
  readonly sequence: ((header: RecordObject) => Statement<number>) | null;
  /** Whether the sequence is a point in time. */
  readonly isSequenceTime: boolean;
}

/**
 * Compiles `kind:` and `sequence:` with a compiler of their own, so that the header values they read are not part of the surroundings: a
 * record in a delta file has the same fingerprint as in a full file.
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
  const isSequenceTime = sequence !== undefined && !isNumber(sequence);
  const place = { kind: isSequenceTime ? 'instant' : 'number' } as const;
  const file = {
    kind: kind === undefined ? null : kindStatement(read(kind, 'kind', kinds)),
    sequence: sequence === undefined ? null : sequenceStatement(read(sequence, 'sequence', place)),
    isSequenceTime,
  };
  return { file, mistakes: compiler.mistakes };
}

type ReadHeader = (header: RecordObject, report: (problem: Problem) => void) => Value | null;

function kindStatement(read: ReadHeader): FileStatements['kind'] {
  return (header) => {
    const { value, problem } = declared(read, header);
    if (value === 'full' || value === 'delta') return { ok: true, value };
    return { ok: false, problem: `whether it is full or a delta: ${problem ?? 'it says nothing there'}` };
  };
}

function sequenceStatement(read: ReadHeader): FileStatements['sequence'] {
  return (header) => {
    const { value, problem } = declared(read, header);
    if (typeof value === 'number') return { ok: true, value };
    return { ok: false, problem: `which place it has among its like: ${problem ?? 'it says nothing there'}` };
  };
}

/** The value of the header and the first problem with it. */
function declared(read: ReadHeader, header: RecordObject): { value: Value | null; problem: string | null } {
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

/** Refuses paths into records: `kind` and `sequence` are read once for each file, before its records. */
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

import { parseSource, type SourceDocument } from './document.js';
import { ContentError } from '../platform/library.js';
import { interpolate, type References } from './interpolate.js';
import type { ConfigProblem } from './problems.js';

/** One file of the configuration with its references resolved. */
export interface Source {
  document: SourceDocument;
  value: unknown;
  /** References that could not be resolved. The values at their keys are meaningless. */
  unresolved: ConfigProblem[];
  /** The file itself and the files that it reads by `${file:}`. */
  files: string[];
}

/** Reads and parses a file, and resolves its references. After a problem here nothing of the file is usable. */
export async function readSource(
  file: string,
  references: References,
): Promise<{ ok: true; source: Source } | { ok: false; problems: ConfigProblem[] }> {
  const nothing = (message: string): { ok: false; problems: ConfigProblem[] } => ({
    ok: false,
    problems: [{ file, line: 1, column: 1, key: '', message }],
  });
  const text = await references.readFile(file).catch(() => null);
  if (text === null) return nothing('cannot be read; create the file, or correct its path or permissions');
  const parsed = parseSource(file, text);
  if (!parsed.ok) return parsed;
  const { problems: unresolved, files } = await interpolate(parsed.document, references);
  try {
    const value = parsed.document.value() ?? {};
    return { ok: true, source: { document: parsed.document, value, unresolved, files: [file, ...files] } };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return nothing('expands its aliases to an unreasonable size; write the values out');
  }
}

/** Removes problems at keys whose references could not be resolved, and adds the unresolved references: one message per key is enough. */
export function withUnresolved({ unresolved }: Source, problems: readonly ConfigProblem[]): ConfigProblem[] {
  const unresolvedKeys = new Set(unresolved.map(({ key }) => key));
  return [...unresolved, ...problems.filter(({ key }) => !unresolvedKeys.has(key))];
}

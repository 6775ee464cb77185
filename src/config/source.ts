import { parseSource, type SourceDocument } from './document.js';
import { ContentError } from '../platform/library.js';
import { interpolate, type References } from './interpolate.js';
import type { ConfigProblem } from './problems.js';

/** One file of the configuration with its variables put in. */
export interface Source {
  document: SourceDocument;
  value: unknown;
  /** References that could not be resolved. What stands at their keys means nothing. */
  unresolved: ConfigProblem[];
  /** The file itself and those that it reads by `${file:}`. */
  files: string[];
}

/** Reads and parses a file, and resolves its references. Problems here leave nothing to go on with. */
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
    return nothing('repeats its aliases beyond reason; write the values out');
  }
}

/** These problems without those at keys whose references could not be resolved: they would say the same thing twice. */
export function withUnresolved({ unresolved }: Source, problems: readonly ConfigProblem[]): ConfigProblem[] {
  const told = new Set(unresolved.map(({ key }) => key));
  return [...unresolved, ...problems.filter(({ key }) => !told.has(key))];
}

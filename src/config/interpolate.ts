import type { SourceDocument } from './document.js';
import type { ConfigProblem } from './problems.js';

export interface References {
  env: Readonly<Record<string, string | undefined>>;
  /** @throws if the file cannot be read */
  readFile(path: string): Promise<string>;
}

/** `${NAME}`, `${file:/path}`, and `$${…}` for a literal `${…}`. */
const reference = /(\$?)\$\{([^}]*)\}/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Inserts variables and files into every text value of the document, in place. The result is always text. One line break at the end of a
 * file is dropped.
 * @returns the problems, and the files that were read
 */
export async function interpolate(
  document: SourceDocument,
  references: References,
): Promise<{ problems: ConfigProblem[]; files: string[] }> {
  const problems: ConfigProblem[] = [];
  const files = new Set<string>();
  for (const { path, node } of document.texts()) {
    const replaced: string[] = [];
    let end = 0;
    for (const match of node.value.matchAll(reference)) {
      const [whole, escape, name = ''] = match;
      const answer =
        escape === '' ? await read(name, references) : { ok: true as const, text: whole.slice(1) };
      if (name.startsWith('file:') && escape === '') files.add(name.slice('file:'.length));
      if (!answer.ok) problems.push(document.problem(path, answer.message));
      replaced.push(node.value.slice(end, match.index), answer.ok ? answer.text : '');
      end = match.index + whole.length;
    }
    if (end > 0) node.value = replaced.join('') + node.value.slice(end);
  }
  return { problems, files: [...files] };
}

type Answer = { ok: true; text: string } | { ok: false; message: string };

async function read(name: string, references: References): Promise<Answer> {
  if (name.startsWith('file:')) {
    const path = name.slice('file:'.length);
    try {
      return { ok: true, text: (await references.readFile(path)).replace(/\r?\n$/, '') };
    } catch {
      return {
        ok: false,
        message: `reads the file ${path}, which cannot be read; create it or correct the path`,
      };
    }
  }
  if (!variableName.test(name)) {
    return {
      ok: false,
      message:
        'contains a reference that is not a variable; write ${NAME} or ${file:/path}, or $${ for a literal ${',
    };
  }
  const text = references.env[name];
  if (text !== undefined && text !== '') return { ok: true, text };
  return {
    ok: false,
    message: `reads the environment variable ${name}, which is ${text === '' ? 'empty' : 'not set'}; set it, or write the value here`,
  };
}

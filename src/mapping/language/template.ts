/** A compiled text with `{path}`. A part in `[ ]` is left out if one of its paths has no value. */
export interface Template {
  readonly paths: readonly string[];
  /** The text with the values in place of the paths; null if a path outside of brackets has no value. */
  fill(read: (path: string) => string | null): string | null;
}

type Piece = { text: string } | { path: string };
interface Part {
  pieces: Piece[];
  optional: boolean;
}

/** @throws Error with a reason for the author of the mapping */
export function compileTemplate(text: string): Template {
  const parts = splitParts(text);
  return {
    paths: parts.flatMap(({ pieces }) => pieces.flatMap((piece) => ('path' in piece ? [piece.path] : []))),
    fill: (read) => {
      let filled = '';
      for (const { pieces, optional } of parts) {
        const part = fillPart(pieces, read);
        if (part === null && !optional) return null;
        filled += part ?? '';
      }
      return filled;
    },
  };
}

function fillPart(pieces: readonly Piece[], read: (path: string) => string | null): string | null {
  let filled = '';
  for (const piece of pieces) {
    const value = 'path' in piece ? read(piece.path) : piece.text;
    if (value === null) return null;
    filled += value;
  }
  return filled;
}

function splitParts(text: string): Part[] {
  const parts: Part[] = [{ pieces: [], optional: false }];
  const current = (): Part => parts[parts.length - 1] ?? { pieces: [], optional: false };
  for (const [token] of text.matchAll(/\{[^{}]*\}|[[\]]|[^[\]{}]+|[{}]/gs)) {
    if (token === '{' || token === '}') throw new Error('a brace is not closed or not opened');
    if (token === '[' || token === ']') {
      if ((token === ']') !== current().optional)
        throw new Error('brackets must be in pairs, without brackets inside');
      parts.push({ pieces: [], optional: token === '[' });
    } else {
      current().pieces.push(token.startsWith('{') ? { path: token.slice(1, -1).trim() } : { text: token });
    }
  }
  if (current().optional) throw new Error('a bracket is not closed');
  return parts;
}

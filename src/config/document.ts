import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import { callLibrary, tryLibrary } from '../platform/library.js';
import type { ConfigProblem } from './problems.js';

export type Path = readonly PropertyKey[];

/** A parsed YAML or JSON file, with the positions of its keys and values. */
export interface SourceDocument {
  file: string;
  /** Every text value with its path. Writing to `node.value` changes what `value()` returns. */
  texts(): Iterable<{ path: Path; node: Scalar<string> }>;
  /** @throws ContentError if aliases expand to an unreasonable size */
  value(): unknown;
  /** Whether the file has something at this path. */
  has(path: Path): boolean;
  /** A problem at the value of a path, or at its key; at the enclosing value if the path is not in the file. */
  problem(path: Path, message: string, at?: 'value' | 'key'): ConfigProblem;
}

/** Parses the file. Messages about syntax errors never quote it, because the line may hold a secret. */
export function parseSource(
  file: string,
  text: string,
): { ok: true; document: SourceDocument } | { ok: false; problems: ConfigProblem[] } {
  const lines = new LineCounter();
  const parsed = tryLibrary('yaml', () => parseDocument(text, { lineCounter: lines, prettyErrors: false }));
  if (parsed === null)
    return { ok: false, problems: [{ file, line: 1, column: 1, key: '', message: otherSyntax }] };
  const faults = [...parsed.errors, ...parsed.warnings];
  if (faults.length === 0) return { ok: true, document: sourceDocument(file, parsed, lines) };
  const problems = faults.map(({ code, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { file, line, column: col, key: '', message: syntaxMessages[code] ?? otherSyntax };
  });
  return { ok: false, problems };
}

const otherSyntax =
  'is not valid YAML here; check indentation, quotes and colons on this line and the one above';
const syntaxMessages: Partial<Record<string, string>> = {
  DUPLICATE_KEY: 'a key occurs twice in one map; keep one of the two',
  TAB_AS_INDENT: 'a tab is used to indent; write spaces',
  MISSING_CHAR: 'a quote, bracket or comma is missing; close what is open on this line',
  BAD_INDENT:
    'the indentation fits no level above; align it with the key that it belongs to, or close an open quote or bracket',
  BAD_ALIAS: 'an alias names no anchor before it; put text that starts with * in quotes',
  BAD_SCALAR_START: 'text may not start with this character; put the whole value in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'there is a second key on this line; write one key per line, or put the value in quotes',
  MULTIPLE_DOCS: 'a second document starts here; keep one per file',
  TAG_RESOLVE_FAILED: 'a tag is not known; remove the word that starts with !',
};

function sourceDocument(file: string, parsed: Document.Parsed, lines: LineCounter): SourceDocument {
  const root: Node | null = parsed.contents;
  const find = (path: Path): Found => locate(parsed, path);
  return {
    file,
    texts: () => textsOf(root, []),
    value: () => callLibrary('yaml', () => parsed.toJS() as unknown),
    has: (path) => find(path).complete,
    problem(path, message, at = 'value') {
      const { node, key } = find(path);
      const { line, col } = lines.linePos((at === 'key' ? (key ?? node) : node)?.range?.[0] ?? 0);
      return { file, line: Math.max(line, 1), column: Math.max(col, 1), key: pathText(path), message };
    },
  };
}

/** `feeds[0].url`. */
function pathText(path: Path): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${String(step)}`))
    .join('');
}

interface Found {
  /** The deepest node on the path. */
  node: Node | null;
  /** Its key, if it is in a map. */
  key: Node | null;
  complete: boolean;
}

function locate(document: Document.Parsed, path: Path): Found {
  let node: Node | null = document.contents;
  let key: Node | null = null;
  for (const step of path) {
    const at: Node | null | undefined = isAlias(node) ? resolved(node, document) : node;
    if (isSeq<Node>(at)) {
      const item: Node | undefined = at.items[Number(step)];
      if (item === undefined) return { node, key, complete: false };
      [node, key] = [item, null];
    } else {
      const pair: Pair<Node, Node | null> | undefined = isMap<Node, Node | null>(at)
        ? at.items.find((entry) => isScalar(entry.key) && String(entry.key.value) === String(step))
        : undefined;
      if (pair === undefined) return { node: key ?? node, key, complete: false };
      [node, key] = [pair.value ?? pair.key, pair.key];
    }
  }
  return { node, key, complete: true };
}

/** The node that an alias refers to. The library fails for an alias that refers to itself. */
function resolved(alias: Alias, document: Document.Parsed): Node | undefined {
  return tryLibrary('yaml', () => alias.resolve(document)) ?? undefined;
}

function* textsOf(node: unknown, path: Path): Generator<{ path: Path; node: Scalar<string> }> {
  if (isScalar(node) && typeof node.value === 'string') yield { path, node: node as Scalar<string> };
  if (isSeq(node)) for (const [i, item] of node.items.entries()) yield* textsOf(item, [...path, i]);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    yield* textsOf(value, [...path, isScalar(key) ? String(key.value) : '']);
  }
}

import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import type { z } from 'zod';

/** What is wrong with a mapping file, and where; without a line for what the feed's configuration adds to it. */
export interface MappingError {
  file: string;
  line: number | null;
  column: number | null;
  message: string;
}

/** Place in the YAML tree: keys and indexes from the top. */
export type YamlPath = readonly PropertyKey[];

/** A parsed YAML file that can tell where each of its values stands. */
export interface PositionedYaml {
  value: unknown;
  errorAt(path: YamlPath, message: string): MappingError;
  /** How many steps of a path the file has. */
  depthOf(path: YamlPath): number;
  schemaErrors(error: z.ZodError, options?: SchemaErrorOptions): MappingError[];
}

export interface SchemaErrorOptions {
  /** Tells where something stands, where this file is not all of it. */
  errorAt?: PositionedYaml['errorAt'];
  /** What to write instead of a key that is not known at this place. */
  adviceFor?: (path: YamlPath, key: string) => string;
}

export function parseYaml(
  text: string,
  file: string,
  { keepOrder = false }: { keepOrder?: boolean } = {},
): { ok: true; yaml: PositionedYaml } | { ok: false; errors: MappingError[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number, message: string): MappingError => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, message };
  };
  if (document.errors.length > 0) {
    return {
      ok: false,
      errors: document.errors.map((error) => at(error.pos[0], `This is not valid YAML: ${error.message}`)),
    };
  }
  if (keepOrder) keepWrittenOrder(document);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 1000 });
  } catch (error) {
    return {
      ok: false,
      errors: [at(0, `This is not usable YAML: ${error instanceof Error ? error.message : ''}`)],
    };
  }
  const errorAt = (path: YamlPath, message: string): MappingError =>
    at(findIn(document, path).offset, message);
  const yaml: PositionedYaml = {
    value,
    errorAt,
    depthOf: (path) => findIn(document, path).depth,
    schemaErrors: (error, options = {}) => {
      const about = { errorAt: options.errorAt ?? errorAt, adviceFor: options.adviceFor ?? (() => '') };
      return error.issues.flatMap((issue) => explain(issue, [], about));
    },
  };
  return { ok: true, yaml };
}

type SchemaIssue = z.core.$ZodIssue;

/** One error per wrong key; of a union, the errors of the form that was meant. */
function explain(issue: SchemaIssue, above: YamlPath, about: Required<SchemaErrorOptions>): MappingError[] {
  const path = [...above, ...issue.path];
  const { errorAt, adviceFor } = about;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => errorAt([...path, key], unknownKey(key, adviceFor(path, key))));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const meant = issue.errors.find(
      (errors) => !errors.some((one) => one.path.length === 0 && one.code === 'invalid_type'),
    );
    if (meant) return meant.flatMap((one) => explain(one, path, about));
  }
  return [errorAt(path, `${path.map(String).join('.') || 'The file'}: ${issue.message}`)];
}

function unknownKey(key: string, advice: string): string {
  const isText = /[\s.]/.test(key) && !/^[a-z_]+\.[a-z_]+$/.test(key);
  return isText
    ? `"${key}" is not known here. Inside { } and [ ], a text that holds a comma or a colon must stand in quotes.`
    : `"${key}" is not known here.${advice}`;
}

/**
 * The order of a table's words counts, and JavaScript puts keys that are whole numbers first: with a space behind it, such a key is
 * a word like any other.
 */
function keepWrittenOrder(document: Document): void {
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && /^\d{1,10}$/.test(String(key.value))) key.value = `${String(key.value)} `;
    },
  });
}

/** Where a path's key stands, or the nearest thing above it, and how many of its steps there are. */
function findIn(document: Document, path: YamlPath): { offset: number; depth: number } {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  let depth = 0;
  for (const key of path) {
    if (!isCollection(node)) break;
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : null;
    const next: unknown = pair ? pair.value : node.get(key, true);
    const start: unknown = pair ? pair.key : next;
    if (!isNode(start)) break;
    offset = start.range?.[0] ?? offset;
    depth++;
    node = next;
  }
  return { offset, depth };
}

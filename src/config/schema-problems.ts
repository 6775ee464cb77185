import type { z } from 'zod';
import type { Path, SourceDocument } from './document.js';
import { keysAt, schemaAt } from './json-schema.js';
import { nearestKey } from '../core/content/nearest-key.js';
import type { ConfigProblem } from './problems.js';
import { newNameOf, renamedKeys } from './renamed-keys.js';

export interface ParsedAt {
  /** Position of the parsed value in the document. */
  at?: Path;
  /** Values that were merged under it from another place. Their problems are reported there. */
  inherited?: unknown;
  /** The allowed keys, if the configuration's own schema does not define them. */
  known?: readonly string[];
  /** Keys that were renamed. */
  renamed?: Readonly<Record<string, string>>;
}

/** The problems of a parsed value, with their positions in the document. */
export function problemsOf(
  error: z.ZodError,
  document: SourceDocument,
  parsed: ParsedAt = {},
): ConfigProblem[] {
  const { at = [], inherited, renamed = renamedKeys } = parsed;
  return error.issues.flatMap((issue) => {
    const faults =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...issue.path, key], isKey: true }))
        : [{ path: issue.path, isKey: issue.code === 'invalid_key' }];
    return faults
      .filter(({ path }) => document.has([...at, ...path]) || valueAt(inherited, path) === undefined)
      .map(({ path, isKey }) => {
        const place = [...at, ...path];
        const known = parsed.known ?? keysAt(place.slice(0, -1));
        const now = issue.code === 'unrecognized_keys' ? newNameOf(place, renamed) : null;
        const message =
          now === null
            ? sentence(issue, place, document, known)
            : `was renamed in an earlier release; write ${now} instead`;
        return document.problem(place, message, isKey ? 'key' : 'value');
      });
  });
}

function sentence(
  issue: z.core.$ZodIssue,
  path: Path,
  document: SourceDocument,
  known: readonly string[],
): string {
  if (issue.code === 'unrecognized_keys') return unknownKey(String(path.at(-1)), known);
  if (issue.code === 'invalid_key') return 'is not an allowed name; write letters, digits and hyphens';
  if (issue.code === 'invalid_type' && !document.has(path)) return missing(path);
  return withAdvice(issue.message, path);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}

/** Messages for problems that zod detects. Our own rules have their own messages. */
export const errorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === null
        ? 'is empty; write a value or delete the line'
        : typeMessages[issue.expected];
    case 'invalid_value':
      return `is not an allowed value; write ${anyOf(issue.values.map(String))}`;
    case 'too_small':
      if (issue.origin === 'array') return 'is an empty list; write at least one value';
      return `is too small; write ${String(issue.minimum)} or more`;
    case 'too_big':
      if (issue.origin === 'string') return `is too long; write at most ${count(Number(issue.maximum))}`;
      return `is too large; write ${String(issue.maximum)} or less`;
    default:
      return undefined;
  }
};

const typeMessages: Partial<Record<string, string>> = {
  string: 'is not text; put the value in quotes',
  number: 'is not a number; write digits without quotes',
  int: 'is not a whole number; write digits without quotes',
  boolean: 'is neither true nor false; write one of them without quotes',
  array: 'is not a list; write [a, b], or one line with "- " per value',
  object: 'is not a map; write its keys on indented lines below',
  record: 'is not a map; write its keys on indented lines below',
};

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestKey(key, known);
  return `is not a known key; write ${nearest === null ? anyOf(known) : `${nearest} instead`}`;
}

function missing(path: Path): string {
  const isList = schemaAt(path)?.type === 'array';
  const below = isList ? 'with a line "- " per value below' : 'with its keys on indented lines below';
  return `is missing; write ${String(path.at(-1) ?? '')}: ${(isList ? null : exampleAt(path)) ?? below}`;
}

function withAdvice(message: string, path: Path): string {
  if (message.includes('; ')) return message;
  const example = exampleAt(path);
  return example === null ? `${message}; correct the value` : `${message}; write a value such as ${example}`;
}

function exampleAt(path: Path): string | null {
  const schema = schemaAt(path);
  const examples = schema?.examples;
  const example: unknown = Array.isArray(examples) ? examples[0] : schema?.default;
  if (example === undefined || example === null) return null;
  return typeof example === 'string' ? JSON.stringify(example).slice(1, -1) : JSON.stringify(example);
}

function anyOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

function count(characters: number): string {
  return characters === 1 ? 'one character' : `${characters} characters`;
}

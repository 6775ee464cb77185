import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { callLibrary, ContentError } from '../../platform/library.js';
import { costOfText, isAllText, isWithinLimits, mappingLimits } from './mapping-limits.js';

/** A mistake in a mapping file. Line and column are null for a mistake in the feed's configuration. */
export interface MappingError {
  file: string;
  line: number | null;
  column: number | null;
  message: string;
}

/** A place in the YAML tree: keys and indexes from the top. */
export type YamlPath = readonly PropertyKey[];

/** A parsed YAML file that knows the line and column of each of its values. */
export interface PositionedYaml {
  value: unknown;
  /** An error at a place, or at the nearest place above it that the file has. */
  errorAt(path: YamlPath, message: string): MappingError;
  /** The number of leading steps of a path that the file has. */
  depthOf(path: YamlPath): number;
  schemaErrors(error: z.ZodError, options?: SchemaErrorOptions): MappingError[];
}

interface SchemaErrorOptions {
  /** Replaces `errorAt` of this file, if the checked value was merged from several files. */
  errorAt?: PositionedYaml['errorAt'];
  /** What to write instead of an unknown key, as a sentence that begins with a blank. */
  adviceFor?: (path: YamlPath, key: string) => string;
}

export interface ParseOptions {
  /** Keeps the order of all keys. Without it, JavaScript moves keys that are whole numbers to the front. */
  keepOrder?: boolean;
  /** False allows any size, for files that the operator checks by hand. */
  isBounded?: boolean;
}

export type ParsedYaml = { ok: true; yaml: PositionedYaml } | { ok: false; errors: MappingError[] };

/** Parses YAML. Never throws, whatever the text contains. The work is bounded by the length of the text. */
export function parseYaml(text: string, file: string, options: ParseOptions = {}): ParsedYaml {
  try {
    return readYaml(text, file, options);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const message = `This is not usable YAML: ${error.reason}`;
    return { ok: false, errors: [{ file, line: 1, column: 1, message }] };
  }
}

/** @throws ContentError */
function readYaml(
  text: string,
  file: string,
  { keepOrder = false, isBounded = true }: ParseOptions,
): ParsedYaml {
  const lines = new LineCounter();
  const at: PlaceIn = (offset, message) => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, message };
  };
  const cost = isBounded ? costOfText(text) : null;
  if (cost !== null) {
    for (const { index } of text.slice(0, cost.offset).matchAll(/^/gm)) lines.addNewLine(index);
    return { ok: false, errors: [at(cost.offset, tooCostly(cost.message))] };
  }
  // The library's own check for repeated keys is off: its time grows with the square of their number.
  const document = callLibrary('yaml', () =>
    parseDocument(text, {
      ...{ lineCounter: lines, prettyErrors: false, uniqueKeys: false },
      // Warnings would be written to the process's output, with parts of the text.
      logLevel: 'error',
    }),
  );
  const faults = [
    ...document.errors.map(({ pos: [offset], message }) => ({ offset, message })),
    ...repeatedKeys(document),
  ];
  if (faults.length > 0) return { ok: false, errors: firstProblems(inText(faults, at)) };
  if (keepOrder) keepWrittenOrder(document);
  const value: unknown = callLibrary('yaml', () => document.toJS({ maxAliasCount: 1000 }) as unknown);
  if (isBounded && !isWithinLimits(value))
    return { ok: false, errors: [at(0, tooCostly('its aliases (*) stand for too much'))] };
  if (!isAllText(value))
    return { ok: false, errors: [at(Math.max(0, text.search(halfEscape)), halfCharacter)] };
  return { ok: true, yaml: positionedYaml(value, document, at) };
}

/** An escape of one half of a character, or that half itself. */
const halfEscape = /\\u[dD][89a-fA-F]|\p{Cs}/u;
const halfCharacter =
  'This is half of a character: its other half is missing. Write the character itself, or both escapes.';

type PlaceIn = (offset: number, message: string) => MappingError;

function* inText(
  faults: readonly { offset: number; message: string }[],
  at: PlaceIn,
): Generator<MappingError> {
  for (const { offset, message } of faults) yield at(offset, `This is not valid YAML: ${message}`);
}

function tooCostly(why: string): string {
  return `This mapping costs too much to be read: ${why}.`;
}

function positionedYaml(value: unknown, document: Document, at: PlaceIn): PositionedYaml {
  const errorAt = (path: YamlPath, message: string): MappingError =>
    at(findIn(document, path).offset, message);
  return {
    value,
    errorAt,
    depthOf: (path) => findIn(document, path).depth,
    schemaErrors: (error, options = {}) => {
      const about = { errorAt: options.errorAt ?? errorAt, adviceFor: options.adviceFor ?? (() => '') };
      return firstProblems(explainAll(error.issues, [], about));
    },
  };
}

/**
 * The first problems: at most `mappingLimits.problems`, followed by one that says that there are more. Takes no more of a lazy list than
 * that.
 */
export function firstProblems(problems: Iterable<MappingError>): MappingError[] {
  const shown: MappingError[] = [];
  for (const problem of problems) {
    if (shown.length === mappingLimits.problems)
      return [
        ...shown,
        { ...problem, message: `There are more problems; the first ${shown.length} are shown.` },
      ];
    shown.push(problem);
  }
  return shown;
}

function repeatedKeys(document: Document): { offset: number; message: string }[] {
  const repeated: { offset: number; message: string }[] = [];
  const check = ({ items }: YAMLMap): void => {
    const keys = new Set<unknown>();
    for (const { key } of items) {
      const isRepeated = isScalar(key) && keys.has(key.value);
      if (isRepeated) repeated.push({ offset: key.range?.[0] ?? 0, message: 'Map keys must be unique' });
      else if (isScalar(key)) keys.add(key.value);
    }
  };
  callLibrary('yaml', () => visit(document, { Map: (_, map) => check(map) }));
  return repeated;
}

type SchemaIssue = z.core.$ZodIssue;

function* explainAll(
  issues: readonly SchemaIssue[],
  above: YamlPath,
  about: Required<SchemaErrorOptions>,
): Generator<MappingError> {
  for (const issue of issues) yield* explain(issue, above, about);
}

/**
 * The errors of one issue: one for each unknown key, and for a union those of the alternative whose type the value has. Lazy, because the
 * advice for each error takes a search.
 */
function* explain(
  issue: SchemaIssue,
  above: YamlPath,
  about: Required<SchemaErrorOptions>,
): Generator<MappingError> {
  const path = [...above, ...issue.path];
  const { errorAt, adviceFor } = about;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield errorAt([...path, key], unknownKey(key, adviceFor(path, key)));
    return;
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const meant = issue.errors.find(
      (errors) => !errors.some((one) => one.path.length === 0 && one.code === 'invalid_type'),
    );
    if (meant) {
      yield* explainAll(meant, path, about);
      return;
    }
  }
  yield errorAt(path, `${path.map(String).join('.') || 'The file'}: ${issue.message}`);
}

function unknownKey(written: string, advice: string): string {
  const key = written.length > keyShownMax ? `${written.slice(0, keyShownMax)}…` : written;
  const isText = /[\s.]/.test(key) && !/^[a-z_]+\.[a-z_]+$/.test(key);
  return isText
    ? `"${key}" is not known here. Inside { } and [ ], a text that holds a comma or a colon must stand in quotes.`
    : `"${key}" is not known here.${advice}`;
}

const keyShownMax = 80;

/**
 * Appends a space to keys that are whole numbers and to `__proto__`. The order of a table's words counts, but JavaScript moves whole numbers
 * to the front; zod drops `__proto__`. Words are compared without white space at their ends, so the meaning stays.
 */
function keepWrittenOrder(document: Document): void {
  callLibrary('yaml', () =>
    visit(document, {
      Pair: (_, { key }) => {
        if (isScalar(key) && /^(?:\d{1,10}|__proto__)$/.test(String(key.value)))
          key.value = `${String(key.value)} `;
      },
    }),
  );
}

/** The offset of a path's key, or of the nearest key above it that exists, and the number of leading steps that exist. */
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

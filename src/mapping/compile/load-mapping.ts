import { createHash } from 'node:crypto';
import type { FeedFormat, RecordSurroundings } from '../../model/feed-format.js';
import type { MappedRecord } from '../../model/outcome.js';
import { readOutside, type ParsedRecord } from '../../model/record.js';
import type { Reference } from '../../model/reference.js';
import {
  compileMapping,
  type MappingOverrides,
  type MappingProgram,
  type Mistake,
} from './compile-mapping.js';
import type { FileStatements } from './file-statements.js';
import { dictionaryOf, type Dictionary } from './dictionary.js';
import { mapRecord, sourceIdOf, type MappingEnvironment } from './map-record.js';
import { readMerged, type MappingText, type MergedYaml } from '../language/extend.js';
import { keyAdvice } from '../language/known-keys.js';
import { firstProblems, type MappingError, type YamlPath } from '../language/mapping-errors.js';
import { mappingJsonSchema, mappingSchema, type MappingFile } from '../language/mapping-schema.js';
import { textOf } from '../language/path.js';
import { isZone } from '../values/read-dates.js';
import type { Trace } from '../language/scope.js';
import { statedMistakes } from '../language/stated-facts.js';

export type { MappingOverrides } from './compile-mapping.js';
export type { MappingEnvironment, PlainEnvironment } from './map-record.js';
export { gatherBases, missingBase, type MappingText } from '../language/extend.js';
export type { MappingError } from '../language/mapping-errors.js';
export type { Trace } from '../language/scope.js';

/**
 * Part of every digest. Raise it when a change of the code gives an unchanged mapping another meaning: all records are then mapped again.
 */
const mapperRevision = 2;

/** The input of compiling a mapping, as plain data. */
export interface MappingSource {
  text: string;
  file: string;
  overrides: MappingOverrides;
  /** The mappings that this one extends, directly or through others, by their names in `extends:`. See `gatherBases`. */
  bases?: Readonly<Record<string, MappingText>>;
  /**
   * The mapping that a new text of an agency replaces. The new text may fill facts that only the agency states with exactly the rules of the
   * replaced mapping, and with no others.
   */
  replaces?: { text: MappingText; bases: Readonly<Record<string, MappingText>> };
}

/** A mapping with a feed's overrides, ready for records. */
export interface CompiledMapping {
  readonly source: MappingSource;
  readonly name: string;
  readonly version: number;
  readonly format: FeedFormat;
  /** Whether the mapping reads the state of a record through tables. */
  readonly readsStates: boolean;
  /** Query keys that are left out of photo URLs for the digest of a listing (RULES R53). */
  readonly photoTokens: readonly string[];
  /** SHA-256, hex, of the mapping's meaning: file, overrides and mapper revision. */
  readonly digest: string;
  /**
   * Canonical text of everything outside of the record that determines how the record is mapped (RULES R28): the digest, the tables' targets
   * in this vocabulary, and the header and ancestor values that the mapping reads.
   */
  contextOf(surroundings: RecordSurroundings, reference: Reference): string;
  /** Never throws. Equal inputs give equal results. @param trace receives the steps by which each field got its value */
  map(record: ParsedRecord, environment: MappingEnvironment, trace?: Trace): MappedRecord;
  /** The record's id as the feed writes it; null if it has none. */
  sourceId(record: ParsedRecord): string | null;
  /** Reads in a file's header whether the file is full or a delta (`kind`), and its place among the files of the feed (`sequence`). */
  readonly file: FileStatements;
  /** The words that the mapping knows, and the tables in which they are looked up. */
  readonly dictionary: Dictionary;
}

export type LoadedMapping = { ok: true; mapping: CompiledMapping } | { ok: false; errors: MappingError[] };

/** Reads a mapping file and compiles it with a feed's overrides. Reports the mistakes with their places in the file. */
export function loadMapping(text: string, options: Omit<MappingSource, 'text'>): LoadedMapping {
  const read = readMappingFile({ ...options, text });
  return read.ok ? read.compile() : read;
}

/** A mapping file that is read and checked. `compile` does the rest of the work. */
export type ReadMappingFile =
  { ok: true; compile: () => LoadedMapping } | { ok: false; errors: MappingError[] };

/** The first half of `loadMapping`, for callers that yield to the event loop between the halves. */
export function readMappingFile({ text, bases = {}, ...source }: MappingSource): ReadMappingFile {
  const parsed = readMerged({ text, file: source.file }, bases);
  if (!parsed.ok) return parsed;
  const { yaml } = parsed;
  const checked = mappingSchema.safeParse(yaml.value);
  if (!checked.success) return { ok: false, errors: yaml.schemaErrors(checked.error, { adviceFor }) };
  const mapping = { ...checked.data, fields: inFileOrder(checked.data.fields, yaml.value) };
  return { ok: true, compile: () => compileRead(mapping, yaml, { ...source, text, bases }) };
}

function compileRead(mapping: MappingFile, yaml: MergedYaml, source: MappingSource): LoadedMapping {
  const { file, overrides, replaces, ...rest } = source;
  const { program, mistakes } = compileMapping(mapping, overrides);
  if (!isZone(overrides.timezone)) {
    mistakes.push({
      at: ['overrides', 'timezone'],
      message: `timezone: "${overrides.timezone}" is no time zone, such as Europe/Belgrade.`,
    });
  }
  if (replaces !== undefined) mistakes.push(...statedMistakes(yaml.value, replaces));
  if (mistakes.length > 0) return { ok: false, errors: firstProblems(positioned(mistakes, yaml, file)) };
  return { ok: true, mapping: assemble(mapping, program, { ...rest, file, overrides }) };
}

/** The mapping compiled again, so that a record without a word for its state is asked about. */
export function withEmptyState(mapping: CompiledMapping, emptyState: 'word'): CompiledMapping {
  const { text, ...source } = mapping.source;
  const loaded = loadMapping(text, { ...source, overrides: { ...source.overrides, emptyState } });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join(' '));
  return loaded.mapping;
}

function adviceFor(path: YamlPath, key: string): string {
  return keyAdvice(mappingJsonSchema(), path, key);
}

/** Restores the order of the fields in the file, which the schema check loses. A condition may use only fields that precede its own. */
function inFileOrder(fields: MappingFile['fields'], file: unknown): MappingFile['fields'] {
  const written = Object.keys((file as { fields: object }).fields);
  const place = new Map(written.map((path, index) => [path, index]));
  const ordered = Object.entries(fields).sort(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  return Object.fromEntries(ordered);
}

function assemble(file: MappingFile, program: MappingProgram, source: MappingSource): CompiledMapping {
  const { overrides } = source;
  // `shared` has no effect on records, so it is no part of the digest.
  const { shared: _, ...meaning } = file;
  // Keys are not sorted, because order counts in a mapping: of rules, and of words that are searched in a text.
  const canonical = JSON.stringify({ file: meaning, overrides, mapperRevision });
  const digest = createHash('sha256').update(canonical).digest('hex');
  return {
    source,
    name: file.name,
    version: file.version,
    format: program.format,
    readsStates: program.state !== null,
    photoTokens: program.photoTokens,
    digest,
    contextOf: (surroundings, reference) => {
      const read = program.surroundings.map((path) => [path.text, path.select(surroundings).map(textOf)]);
      const outside = readOutside(surroundings);
      return `${digest}\n${program.resolvedTables(reference)}\n${JSON.stringify(outside === null ? read : [read, outside])}`;
    },
    map: (record, environment, trace) => mapRecord(program, overrides, record, environment, trace ?? null),
    sourceId: (record) => sourceIdOf(program, record),
    file: program.file,
    dictionary: dictionaryOf(file, overrides.tables),
  };
}

/** The mistakes with their places. A mistake in the feed's configuration has no place in the mapping file. Lazy: a place takes a search. */
function* positioned(mistakes: readonly Mistake[], yaml: MergedYaml, file: string): Generator<MappingError> {
  for (const { at, message } of mistakes)
    yield at[0] === 'overrides' ? { file, line: null, column: null, message } : yaml.errorAt(at, message);
}

import { createHash } from 'node:crypto';
import type { FeedFormat, RecordSurroundings } from '../../model/feed-format.js';
import type { MappedRecord } from '../../model/outcome.js';
import type { ParsedRecord } from '../../model/record.js';
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

/** Raised by hand when the same mapping begins to mean something else: every record is then mapped again. */
const mapperRevision = 2;

/** What a mapping is compiled from: plain data. */
export interface MappingSource {
  text: string;
  file: string;
  overrides: MappingOverrides;
  /** Texts of the mappings that it extends, by the names under which they are extended: see `gatherBases`. */
  bases?: Readonly<Record<string, MappingText>>;
  /** The mapping that a new text of an agency takes the place of: by that one alone it may read what the agency states. */
  replaces?: { text: MappingText; bases: Readonly<Record<string, MappingText>> };
}

/** A mapping with a feed's overrides, ready for records. */
export interface CompiledMapping {
  readonly source: MappingSource;
  readonly name: string;
  readonly version: number;
  readonly format: FeedFormat;
  /** Query keys that are left out of photo URLs for the digest of a listing (RULES R39). */
  readonly photoTokens: readonly string[];
  /** SHA-256, hex, of what it means: file, overrides and mapper revision. */
  readonly digest: string;
  /**
   * Canonical text of all that decides how a record is mapped, besides the record: the digest, what the tables' targets are in this
   * vocabulary, and those header and ancestor values that this mapping reads (RULES R20).
   */
  contextOf(surroundings: RecordSurroundings, reference: Reference): string;
  /** Never throws, and gives the same for the same. @param trace is filled with how each field came to be */
  map(record: ParsedRecord, environment: MappingEnvironment, trace?: Trace): MappedRecord;
  /** The record's id as the feed writes it; null where it has none. */
  sourceId(record: ParsedRecord): string | null;
  /** What a file says of itself in its header. */
  readonly file: FileStatements;
  /** Which words it knows, and where it looks them up. */
  readonly dictionary: Dictionary;
}

export type LoadedMapping = { ok: true; mapping: CompiledMapping } | { ok: false; errors: MappingError[] };

/** Reads a mapping file and compiles it under a feed's overrides. Every mistake is reported with its place in the file. */
export function loadMapping(text: string, options: Omit<MappingSource, 'text'>): LoadedMapping {
  const read = readMappingFile({ ...options, text });
  return read.ok ? read.compile() : read;
}

/** A mapping's file that is read and checked; to compile it is the other half of the work. */
export type ReadMappingFile =
  { ok: true; compile: () => LoadedMapping } | { ok: false; errors: MappingError[] };

/** The first half of `loadMapping`, for those who let others run between the two. */
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
  if (mistakes.length > 0) return { ok: false, errors: firstProblems(allPositioned(mistakes, yaml, file)) };
  return { ok: true, mapping: assemble(mapping, program, { ...rest, file, overrides }) };
}

function adviceFor(path: YamlPath, key: string): string {
  return keyAdvice(mappingJsonSchema(), path, key);
}

/** A field may ask for those above it, so their order is the file's, not the schema's. */
function inFileOrder(fields: MappingFile['fields'], file: unknown): MappingFile['fields'] {
  const written = Object.keys((file as { fields: object }).fields);
  const place = new Map(written.map((path, index) => [path, index]));
  const ordered = Object.entries(fields).sort(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  return Object.fromEntries(ordered);
}

function assemble(file: MappingFile, program: MappingProgram, source: MappingSource): CompiledMapping {
  const { overrides } = source;
  // Who may extend it changes nothing of a record.
  const { shared: _, ...meaning } = file;
  const digest = createHash('sha256')
    .update(canonical({ file: meaning, overrides, mapperRevision }))
    .digest('hex');
  return {
    source,
    name: file.name,
    version: file.version,
    format: program.format,
    photoTokens: program.photoTokens,
    digest,
    contextOf: (surroundings, reference) => {
      const read = program.surroundings.map((path) => [path.text, path.select(surroundings).map(textOf)]);
      return `${digest}\n${program.resolvedTables(reference)}\n${JSON.stringify(read)}`;
    },
    map: (record, environment, trace) => mapRecord(program, overrides, record, environment, trace ?? null),
    sourceId: (record) => sourceIdOf(program, record),
    file: program.file,
    dictionary: dictionaryOf(file, overrides.tables),
  };
}

/** Order counts in a mapping (the first rule, the first word that a text holds), so keys are not sorted. */
function canonical(meaning: unknown): string {
  return JSON.stringify(meaning);
}

function* allPositioned(
  mistakes: readonly Mistake[],
  yaml: MergedYaml,
  file: string,
): Generator<MappingError> {
  for (const mistake of mistakes) yield positioned(mistake, yaml, file);
}

/** What the configuration says wrongly has no place in the mapping file. */
function positioned({ at, message }: Mistake, yaml: MergedYaml, file: string): MappingError {
  return at[0] === 'overrides' ? { file, line: null, column: null, message } : yaml.errorAt(at, message);
}

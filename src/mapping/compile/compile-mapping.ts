import { ownEntry } from '../../model/own-value.js';
import type { FeedFormat } from '../../model/feed-format.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { Reference } from '../../model/reference.js';
import { Compiler } from './compiler.js';
import type { Condition } from './conditions.js';
import { feedFormat, type DialectOverrides } from './feed-format.js';
import { compileStatements, type FileStatements } from './file-statements.js';
import { checkPolicies, type UnmappedPolicies } from '../language/feed-policies.js';
import { compileFields, type Answers, type CompiledFields, type Constants } from './fields.js';
import type { YamlPath } from '../language/mapping-errors.js';
import { mappingLimits } from '../language/mapping-limits.js';
import type { MappingFile, RulesInput, TableInput, Target } from '../language/mapping-schema.js';
import type { CompiledPath } from '../language/path.js';
import type { Pattern } from '../language/patterns.js';
import type { RuleKind, Transaction } from '../language/payload-fields.js';
import { compileOffer } from './offer.js';
import { compileRules, idName, kindOfValue } from './rules.js';
import { checkStates, notAState } from './state.js';
import { compileState, type StateReader } from './state-reader.js';
import type { Evaluate } from '../language/scope.js';
import { isStateTarget } from '../../core/content/record-state.js';
import { isShortened } from '../values/text.js';
import { booleanTable, flagTargetProblem, taughtFlags } from '../words/boolean-words.js';
import { compileTable, type CompiledTable } from '../words/tables.js';

/** The settings of a feed's configuration that complete or override its mapping. */
export interface MappingOverrides {
  /** The agency's own words, by table. */
  tables: Readonly<Record<string, Readonly<Record<string, Target>>>>;
  /** The treatment of unmapped words, by field. It wins over the mapping's `unmapped:`. */
  unmapped?: UnmappedPolicies;
  /** Values by payload path, used if the mapping gives the field no value. */
  constants: Constants;
  /** The facts that the agency stated: mandate_attested, owner_lives_nearby. */
  answers: Answers;
  /** For a trial: a listing that lacks nothing but answers is built without them. */
  leavesOpen?: boolean;
  /** In such a trial, how a record is mapped whose offer is asked for; left out: as a sale. */
  openOffer?: Transaction;
  /** `word`: a record without a word for its state is asked about; left out: it is on offer. */
  emptyState?: 'word';
  idPrefix: string;
  /** A condition that selects this feed's records from a file that several feeds share. */
  where?: string | null;
  /** IANA name of the time zone of dates without a zone. */
  timezone: string;
  /**
   * The id of a record is cleaned like every other text, and an id that a spreadsheet has damaged is refused. Left out for feeds of releases
   * that did not clean ids: an id that changes is another listing (RULES R52).
   */
  cleansIds?: true;
  /** The syntax of this feed's CSV file. */
  dialect?: DialectOverrides;
  /** Labels of the categories whose rentals need no answer about the owner. */
  businessPremises?: readonly string[];
  /** The keys of the portal's house rules; without it, those of its specification. */
  houseRules?: readonly string[];
  /** The names of utilities that the portal accepts; without it, any name. */
  utilities?: readonly string[];
}

/** An outcome that replaces a record's listings. `why` is a sentence. */
export type Decision = { kind: 'keep' | 'ignore'; why: string } | { kind: 'remove'; reason: RemoveReason };

/** A compiled mapping: closures and plain values, so that mapping a record interprets nothing of the file. */
export interface MappingProgram {
  readonly format: FeedFormat;
  readonly sourceId: Evaluate;
  readonly codes: readonly CompiledPath[];
  readonly updatedAt: Evaluate | null;
  readonly transaction: Evaluate;
  readonly values: ReadonlyMap<string, Evaluate>;
  readonly where: Condition | null;
  readonly state: StateReader | null;
  readonly outcomes: readonly { when: Condition; decision: Decision }[];
  readonly fields: CompiledFields;
  /** Query keys by which two photo URLs may differ and still be the same photo. */
  readonly photoTokens: readonly string[];
  readonly file: FileStatements;
  /** The paths outside of records that the mapping reads. */
  readonly surroundings: readonly CompiledPath[];
  /** Canonical text of the tables' targets in this copy of the portal's vocabulary. */
  resolvedTables(reference: Reference): string;
}

export interface Mistake {
  /** Place in the mapping file. A path that begins with `overrides` is a mistake in the feed's configuration. */
  at: YamlPath;
  message: string;
}

/** The program is usable only if there are no mistakes. */
export function compileMapping(
  mapping: MappingFile,
  overrides: MappingOverrides,
): { program: MappingProgram; mistakes: Mistake[] } {
  const tables = new Map<string, CompiledTable>();
  const compiler = new Compiler(
    mapping,
    tables,
    overrides.timezone,
    overrides.unmapped,
    overrides.cleansIds,
    taughtFlags(ownFlags(mapping, overrides)),
    overrides.constants,
  );
  compileTables(mapping, overrides, compiler, tables);
  checkPolicies(overrides.unmapped ?? {}, mapping, (at, message) => {
    compiler.fail(at, message);
  });
  for (const [word, target] of Object.entries(ownFlags(mapping, overrides))) {
    const problem = flagTargetProblem(word, target);
    if (problem !== null) compiler.fail(['overrides', 'tables', booleanTable, word], problem);
  }
  for (const name of Object.keys(overrides.tables)) {
    if (name !== booleanTable && !Object.hasOwn(mapping.tables, name)) {
      compiler.fail(
        ['overrides', 'tables', name],
        `tables: this mapping has no table "${name}"; it has ${[...tables.keys(), booleanTable].join(', ')}.`,
      );
    }
  }

  const { file, mistakes } = compileStatements(mapping, tables, overrides.timezone);
  const rules = (input: RulesInput, name: string, kind: RuleKind, key = name): Evaluate =>
    compileRules(input, { name, kind }, compiler, [key]);
  const readId = rules(mapping.source_id, idName, { kind: 'text' }, 'source_id');
  const idColumns = overrides.cleansIds === true ? null : new Set(compiler.columns);
  const values = compileValues(mapping, compiler);
  const format = feedFormat(mapping, overrides.dialect, (message) => {
    compiler.fail(['format'], message);
  });
  const program: Omit<MappingProgram, 'format'> = {
    sourceId: overrides.cleansIds === true && format.container === 'csv' ? wholeId(readId) : readId,
    codes: mapping.codes.map((path, index) => compiler.path(path, ['codes', index])),
    updatedAt:
      mapping.updated_at === undefined ? null : rules(mapping.updated_at, 'updated_at', { kind: 'instant' }),
    transaction: compileOffer(overrides.constants, compiler),
    values,
    where: overrides.where == null ? null : compiler.condition(overrides.where, ['overrides', 'where']),
    state: compileState(mapping, overrides.emptyState === 'word', compiler),
    outcomes: mapping.outcomes.map((_, index) => compileOutcome(mapping, index, compiler)),
    fields: compileFields(overrides, compiler),
    photoTokens: mapping.fields.photos?.identity?.drop_query ?? [],
    file,
    // All paths are known by now, because the properties above compile all other parts of the mapping.
    surroundings: [...compiler.surroundings.values()],
    resolvedTables: oncePer((reference) => {
      const resolved = [...tables].map(([name, table]) => `${name}=${table.resolved(reference)}`);
      if (mapping.fields.attributes !== undefined) resolved.push(`attributes=${reference.attributesText}`);
      return resolved.join('\n');
    }),
  };
  const spelled = withFreeSpelling(format, compiler.columns, idColumns);
  return { program: { ...program, format: spelled }, mistakes: [...compiler.mistakes, ...mistakes] };
}

/**
 * The format with the names of columns that may be spelled with other letters: all that the mapping reads or requires.
 * @param idColumns names by which a feed that is not new reads its ids, which must be written exactly so; null for a new feed
 */
function withFreeSpelling(
  format: FeedFormat,
  read: ReadonlySet<string>,
  idColumns: ReadonlySet<string> | null,
): FeedFormat {
  if (format.container !== 'csv' || typeof format.columns === 'number') return format;
  const names = [...new Set([...format.columns, ...read])];
  if (idColumns === null) return { ...format, spelledFreely: names, refusesUnclear: true };
  return { ...format, spelledFreely: names.filter((name) => !idColumns.has(name)) };
}

/** The id. One that a spreadsheet has shortened is reported as fatal: many ids are then written alike. */
function wholeId(read: Evaluate): Evaluate {
  return (scope, report) => {
    const id = read(scope, report);
    if (id === null || !isShortened(String(id))) return id;
    const message = `"${String(id)}" is what a spreadsheet made of a longer number, whose other digits are lost. The agency has to export its ids as text.`;
    report({ code: 'shortened_id', fatal: true, message, value: String(id) });
    return id;
  };
}

/** The feed's own words for yes and no; none if `tables: { boolean: … }` is a table of the mapping. */
function ownFlags({ tables }: MappingFile, overrides: MappingOverrides): Readonly<Record<string, Target>> {
  return Object.hasOwn(tables, booleanTable) ? {} : (ownEntry(overrides.tables, booleanTable) ?? {});
}

function compileTables(
  mapping: MappingFile,
  overrides: MappingOverrides,
  compiler: Compiler,
  tables: Map<string, CompiledTable>,
): void {
  const count = wordsOf(mapping, overrides);
  if (count > mappingLimits.words)
    compiler.fail(
      ['tables'],
      `The tables of the mapping and the feed have ${count} words; ${mappingLimits.words} are allowed.`,
    );
  for (const [name, table] of Object.entries(count > mappingLimits.words ? {} : mapping.tables)) {
    const patternOf = (index: number): Pattern =>
      compiler.pattern(table.patterns[index]?.match ?? '', ['tables', name, 'patterns', index, 'match']);
    const own = ownEntry(overrides.tables, name) ?? {};
    tables.set(
      name,
      compileTable(table, table.states === undefined ? own : statesOf(mapping, overrides, own), patternOf),
    );
    checkTargets(name, table, compiler);
    if (table.states === undefined) continue;
    for (const [word, target] of Object.entries(own))
      if (target !== null && !isStateTarget(target))
        compiler.fail(['overrides', 'tables', name, word], `tables: ${name}: ${notAState(word, target)}`);
  }
}

/** The feed's words of all tables of states: a word that is learned for one table is known to the others, whichever column has it. */
function statesOf(
  { tables }: MappingFile,
  overrides: MappingOverrides,
  own: Readonly<Record<string, Target>>,
): Readonly<Record<string, Target>> {
  const all: Record<string, Target> = {};
  for (const [name, words] of Object.entries(overrides.tables))
    if (ownEntry(tables, name)?.states !== undefined) Object.assign(all, words);
  return Object.assign(all, own);
}

function wordsOf({ tables }: MappingFile, overrides: MappingOverrides): number {
  const parts = Object.values(tables).flatMap(({ words, bits, containing, phrases }) => [
    ...[words, bits, containing],
    ...(phrases === undefined ? [] : [phrases.any, phrases.first]),
  ]);
  return [...parts, ...Object.values(overrides.tables)].flatMap(Object.keys).length;
}

/** Only a table whose targets are looked up at the portal may list several targets for a word: the first that the portal has counts. */
function checkTargets(name: string, table: TableInput, compiler: Compiler): void {
  const { words, bits, containing, patterns, phrases, yes, no } = table;
  const written: [YamlPath, Target | undefined][] = [
    ...Object.entries({ words, bits, containing }).flatMap(([part, entries]) =>
      Object.entries(entries).map(([word, target]): [YamlPath, Target] => [[part, word], target]),
    ),
    ...patterns.map(({ is }, index): [YamlPath, Target] => [['patterns', index, 'is'], is]),
    ...Object.entries({ any: phrases?.any, first: phrases?.first }).flatMap(([part, entries = {}]) =>
      Object.entries(entries).map(([word, target]): [YamlPath, Target] => [['phrases', part, word], target]),
    ),
    [['default'], table.default],
    ...Object.entries({ yes, no }).map(([key, target]): [YamlPath, Target | undefined] => [[key], target]),
  ];
  checkStates(name, table, written, compiler);
  if (table.vocabulary !== undefined || table.places === true || table.states !== undefined) return;
  for (const [at, target] of written) {
    if (!Array.isArray(target)) continue;
    const word = at[0] === 'patterns' ? (patterns[Number(at[1])]?.match ?? '') : String(at.at(-1)).trim();
    compiler.fail(
      ['tables', name, ...at],
      `"${word}" has several targets, but the table "${name}" has no vocabulary: to look them up in.`,
    );
  }
}

function compileValues(mapping: MappingFile, compiler: Compiler): ReadonlyMap<string, Evaluate> {
  const values = new Map<string, Evaluate>();
  for (const [name, input] of Object.entries(mapping.values)) {
    const kind = kindOfValue(input);
    values.set(name, compileRules(input, { name: `$${name}`, kind }, compiler, ['values', name]));
    compiler.names.set(name, kind);
  }
  return values;
}

function compileOutcome(
  mapping: MappingFile,
  index: number,
  compiler: Compiler,
): MappingProgram['outcomes'][number] {
  const outcome = mapping.outcomes[index];
  const at = ['outcomes', index];
  const decisions: Decision[] = [];
  if (outcome?.keep !== undefined) decisions.push({ kind: 'keep', why: outcome.keep });
  if (outcome?.ignore !== undefined) decisions.push({ kind: 'ignore', why: outcome.ignore });
  if (outcome?.remove !== undefined) decisions.push({ kind: 'remove', reason: outcome.remove });
  const [decision = { kind: 'keep', why: '' }] = decisions;
  if (decisions.length !== 1) compiler.fail(at, 'An outcome says exactly one of keep:, ignore: and remove:.');
  return { when: compiler.condition(outcome?.when ?? 'false', [...at, 'when']), decision };
}

/** Remembers the result for each copy of the portal's directories, because the result is needed at every change of the surroundings. */
function oncePer(make: (reference: Reference) => string): (reference: Reference) => string {
  const known = new WeakMap<Reference, string>();
  return (reference) => {
    const made = known.get(reference) ?? make(reference);
    known.set(reference, made);
    return made;
  };
}

import type { DateTime } from 'luxon';
import { compileCondition, ConditionError } from './conditions.js';
import type { Condition, ConditionContext, ImageCondition } from './conditions.js';
import { flagReader } from '../values/convert.js';
import { DateFormError } from '../values/date-forms.js';
import type { UnmappedPolicies } from '../language/feed-policies.js';
import type { RuleKind } from '../language/payload-fields.js';
import type { YamlPath } from '../language/mapping-errors.js';
import { mappingLimits } from '../language/mapping-limits.js';
import type { MappingFile } from '../language/mapping-schema.js';
import {
  compilePath,
  compileRelativePath,
  PathError,
  type CompiledPath,
  type IsYes,
  type RelativePath,
} from '../language/path.js';
import { compilePattern, PatternError, type Pattern } from '../language/patterns.js';
import { dateReader } from '../values/read-dates.js';
import type { FlagMeaning } from '../values/convert.js';
import type { CompiledTable } from '../words/tables.js';

/**
 * The state that all parts of a mapping share while they are compiled. Mistakes are collected instead of thrown, so that the author sees
 * all of them at once. A method that records a mistake returns a substitute that does nothing.
 */
export class Compiler {
  readonly mistakes: { at: YamlPath; message: string }[] = [];
  /** The paths outside of records that the mapping reads. Their values, too, determine how a record is mapped. */
  readonly surroundings = new Map<string, CompiledPath>();
  /** The columns of a CSV file that the mapping reads by name. */
  readonly columns = new Set<string>();
  /** The named values compiled so far, with their kinds. */
  readonly names = new Map<string, RuleKind>();
  /** Names of values that are proven not to be reserved words of conditions. */
  readonly freeNames = new Set<string>();
  readonly #isYes: IsYes | undefined;
  readonly #numbers = new Map<string, number>();
  #patterns = 0;
  #conditions = 0;
  /** The payload fields compiled so far. */
  readonly payloadPaths: string[] = [];

  constructor(
    readonly mapping: MappingFile,
    readonly tables: ReadonlyMap<string, CompiledTable>,
    /** The time zone of dates without a zone. */
    readonly zone: string,
    /** The feed's own treatment of unmapped words. */
    readonly policies: UnmappedPolicies = {},
    /** See `MappingOverrides`. */
    readonly cleansIds = false,
    /** The feed's own words for yes and no, folded. */
    readonly taughtFlags: ReadonlyMap<string, FlagMeaning> = new Map<string, FlagMeaning>(),
    /** The feed's values by payload path and by question. */
    readonly constants: Readonly<Record<string, unknown>> = {},
  ) {
    const { booleans } = mapping;
    if (!booleans) return;
    const read = flagReader(booleans, taughtFlags);
    this.#isYes = (text) => read(text) === true;
  }

  fail(at: YamlPath, message: string): void {
    this.mistakes.push({ at, message });
  }

  /** Numbers keys from 0. Equal keys have the same number. */
  numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  path(text: string, at: YamlPath): CompiledPath {
    const nothing: CompiledPath = { text, origin: 'record', firstStep: '.', select: () => [] };
    return this.#attempt(at, nothing, () => this.#remember(compilePath(text, this.#isYes)));
  }

  relativePath(text: string, at: YamlPath): RelativePath {
    return this.#attempt(
      at,
      () => [],
      () => compileRelativePath(text, this.#isYes),
    );
  }

  condition(text: string, at: YamlPath): Condition {
    return this.#condition(text, at, null);
  }

  /** A condition that may also use `image(…)`. */
  imageCondition(text: string, at: YamlPath): ImageCondition {
    return this.#condition(text, at, (path) => compileRelativePath(path, this.#isYes));
  }

  pattern(text: string, at: YamlPath): Pattern {
    const nothing: Pattern = { test: () => false, find: () => null, remove: (subject) => subject };
    const message = (reason: string): string => `The pattern "${text}" cannot be understood: ${reason}.`;
    return this.#attempt(at, nothing, () => this.#newPattern(text), message);
  }

  /** A reader of dates in any of these forms. */
  dates(forms: readonly string[], at: YamlPath): (text: string) => DateTime | null {
    const message = (reason: string): string => `A form of dates cannot be used: ${reason}.`;
    return this.#attempt(
      at,
      () => null,
      () => dateReader(forms, this.zone),
      message,
    );
  }

  table(name: string | undefined, at: YamlPath): CompiledTable | null {
    if (name === undefined) return null;
    const table = this.tables.get(name);
    if (!table) this.fail(at, `There is no table "${name}" under tables: in this mapping.`);
    return table ?? null;
  }

  /** The text as a pattern; null, without a mistake, if it is no valid pattern. */
  patternIn(text: string): Pattern | null {
    try {
      return this.#newPattern(text);
    } catch (error) {
      if (error instanceof PatternError) return null;
      throw error;
    }
  }

  /** @throws PatternError */
  #newPattern(text: string): Pattern {
    this.#patterns += 1;
    if (this.#patterns > mappingLimits.patterns)
      throw new PatternError(`a mapping may have ${mappingLimits.patterns} patterns, and this is one more`);
    return compilePattern(text);
  }

  #condition(text: string, at: YamlPath, imagePath: ((path: string) => RelativePath) | null): ImageCondition {
    this.#conditions += 1;
    if (this.#conditions > mappingLimits.conditions) {
      this.fail(at, `A mapping may have ${mappingLimits.conditions} conditions, and this is one more.`);
      return () => false;
    }
    const context: ConditionContext = {
      pattern: (pattern) => this.#newPattern(pattern),
      names: [...this.names.keys()],
      freeNames: this.freeNames,
      path: (path) => this.#remember(compilePath(path, this.#isYes)),
      isPayloadPath: (path) => this.payloadPaths.includes(path),
      imagePath,
    };
    const message = (reason: string): string => `The condition "${text}" cannot be understood: ${reason}`;
    return this.#attempt(
      at,
      () => false,
      () => compileCondition(text, context),
      message,
    );
  }

  /** Returns `substitute`, and records a mistake, if `make` fails by a fault of the mapping's author. Other errors are thrown on. */
  #attempt<T>(at: YamlPath, substitute: T, make: () => T, message = (reason: string): string => reason): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Error) || !authorErrors.some((kind) => error instanceof kind)) throw error;
      this.fail(at, message(error.message));
      return substitute;
    }
  }

  /**
   * In CSV, the position of a column determines the meaning of a row's bytes: the positions of the columns that the mapping reads belong to
   * the surroundings. Other columns may be added and removed.
   */
  #rememberColumn({ firstStep }: CompiledPath): void {
    const column = /^'(.+)'$/s.exec(firstStep)?.[1] ?? firstStep;
    if (!/^(?:[.*]$|[#@])/.test(column)) this.columns.add(column);
    const where = firstStep === '*' ? ['/name(*)', '/*'] : [`/${firstStep}`];
    for (const text of ['/@delimiter', '/@quote', ...where]) this.surroundings.set(text, compilePath(text));
  }

  #remember(path: CompiledPath): CompiledPath {
    if (path.origin !== 'record') this.surroundings.set(path.text, path);
    else if (this.mapping.format.container === 'csv') this.#rememberColumn(path);
    return path;
  }
}

/** Errors whose messages are for the author of the mapping. */
const authorErrors = [PathError, PatternError, DateFormError, ConditionError];

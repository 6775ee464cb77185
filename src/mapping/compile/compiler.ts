import type { DateTime } from 'luxon';
import { compileCondition, ConditionError, type Condition, type ImageCondition } from './conditions.js';
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
import type { CompiledTable } from '../words/tables.js';

/** What the parts of a mapping need while they are compiled. Mistakes are collected, so that one look shows them all. */
export class Compiler {
  readonly mistakes: { at: YamlPath; message: string }[] = [];
  /** Paths outside of records that the mapping reads: what of header and ancestors decides how a record is mapped. */
  readonly surroundings = new Map<string, CompiledPath>();
  /** Named values compiled so far, and what each is. */
  readonly names = new Map<string, RuleKind>();
  readonly freeNames = new Set<string>();
  readonly #isYes: IsYes | undefined;
  readonly #numbers = new Map<string, number>();
  #patterns = 0;
  #conditions = 0;
  /** Payload fields compiled so far. */
  readonly payloadPaths: string[] = [];

  constructor(
    readonly mapping: MappingFile,
    readonly tables: ReadonlyMap<string, CompiledTable>,
    /** Of dates that name none. */
    readonly zone: string,
    /** The feed's word on what nothing knows. */
    readonly policies: UnmappedPolicies = {},
  ) {
    const { booleans } = mapping;
    if (!booleans) return;
    const read = flagReader(booleans);
    this.#isYes = (text) => read(text) === true;
  }

  fail(at: YamlPath, message: string): void {
    this.mistakes.push({ at, message });
  }

  /** The same for equal keys, counted from 0. */
  numberOf(key: string): number {
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }

  path(text: string, at: YamlPath): CompiledPath {
    try {
      return this.#remember(compilePath(text, this.#isYes));
    } catch (error) {
      this.fail(at, sentence(error, PathError));
      return { text, origin: 'record', firstStep: '.', select: () => [] };
    }
  }

  relativePath(text: string, at: YamlPath): RelativePath {
    try {
      return compileRelativePath(text, this.#isYes);
    } catch (error) {
      this.fail(at, sentence(error, PathError));
      return () => [];
    }
  }

  condition(text: string, at: YamlPath): Condition {
    return this.#condition(text, at, null);
  }

  /** One that may also ask for what stands within an image. */
  imageCondition(text: string, at: YamlPath): ImageCondition {
    return this.#condition(text, at, (path) => compileRelativePath(path, this.#isYes));
  }

  pattern(text: string, at: YamlPath): Pattern {
    try {
      return this.#newPattern(text);
    } catch (error) {
      this.fail(at, `The pattern "${text}" cannot be understood: ${sentence(error, PatternError)}.`);
      return { test: () => false, find: () => null, remove: (subject) => subject };
    }
  }

  /** Of dates in any of these forms. */
  dates(forms: readonly string[], at: YamlPath): (text: string) => DateTime | null {
    try {
      return dateReader(forms, this.zone);
    } catch (error) {
      this.fail(at, `A form of dates cannot be used: ${sentence(error, DateFormError)}.`);
      return () => null;
    }
  }

  table(name: string | undefined, at: YamlPath): CompiledTable | null {
    if (name === undefined) return null;
    const table = this.tables.get(name);
    if (!table) this.fail(at, `There is no table "${name}" under tables: in this mapping.`);
    return table ?? null;
  }

  /** Null where the text is none: it may be meant as it stands. */
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
    try {
      return compileCondition(text, {
        pattern: (pattern) => this.#newPattern(pattern),
        names: [...this.names.keys()],
        freeNames: this.freeNames,
        path: (path) => this.#remember(compilePath(path, this.#isYes)),
        isPayloadPath: (path) => this.payloadPaths.includes(path),
        imagePath,
      });
    } catch (error) {
      this.fail(
        at,
        `The condition "${text}" cannot be understood: ${sentence(error, ConditionError, PathError)}`,
      );
      return () => false;
    }
  }

  /** In CSV, where a column stands decides what a row's bytes mean. Other columns may come and go. */
  #rememberColumn({ firstStep }: CompiledPath): void {
    const where = firstStep === '*' ? ['/name(*)', '/*'] : [`/${firstStep}`];
    for (const text of ['/@delimiter', '/@quote', ...where]) this.surroundings.set(text, compilePath(text));
  }

  #remember(path: CompiledPath): CompiledPath {
    if (path.origin !== 'record') this.surroundings.set(path.text, path);
    else if (this.mapping.format.container === 'csv') this.#rememberColumn(path);
    return path;
  }
}

/** The message of a mistake of the mapping's author; anything else is a mistake of ours and goes on. */
function sentence(error: unknown, ...kinds: (new (message: string) => Error)[]): string {
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  throw error;
}

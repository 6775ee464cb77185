import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { callLibrary, ContentError, firstLine, tryLibrary } from '../../platform/library.js';
import { fold } from '../../model/fold.js';
import { conditionLimits, costProblem, isNode } from './condition-cost.js';
import type { RecordValue } from '../../model/record.js';
import { textOf, type CompiledPath, type RelativePath } from '../language/path.js';
import { PatternError, type Pattern } from '../language/patterns.js';
import type { Report, Scope, Value } from '../language/scope.js';

/**
 * A compiled CEL condition. Never throws: a condition that cannot be evaluated reports a problem and counts as not met. `value` is the
 * result of the rule that has the condition.
 */
export type Condition = (scope: Scope, report: Report, value?: Value) => boolean;

/** A condition on one image of a record. */
export type ImageCondition = (scope: Scope, report: Report, value?: Value, image?: RecordValue) => boolean;

/** A condition that cannot be understood; the message says why. */
export class ConditionError extends Error {}

export interface ConditionContext {
  /** @throws PathError */
  path(text: string): CompiledPath;
  /** The names under `values:` that this condition may use. */
  names: readonly string[];
  /** The names that are proven not to be reserved words of CEL. `compileCondition` adds to it. */
  freeNames: Set<string>;
  /** Whether the payload field is mapped before this condition is evaluated. */
  isPayloadPath(path: string): boolean;
  /** @throws PatternError */
  pattern(text: string): Pattern;
  /** Compiles a path within an image; null for a condition that is not about images. @throws PathError */
  imagePath: ((text: string) => RelativePath) | null;
}

/**
 * Compiles a condition. Its variables are `transaction` (`sale`, `rent` or an empty text), `value` (the result of the rule) and the named
 * values. Its functions are:
 * - `field('path')`: the text at a path of the record, empty if absent
 * - `mapped('payload.path')`: the value of a payload field, null if absent
 * - `fold(text)`, `matches(text, 'pattern')`
 * - `namesFigure(text, figure, ['m2'])`: whether the text contains the figure with one of the units
 * - `image('path')`: the text at a path of the image, in conditions on images
 *
 * The cost of a condition is bounded (`condition-cost.ts`).
 * @throws ConditionError
 */
export function compileCondition(text: string, context: ConditionContext): ImageCondition {
  const paths = new Map<string, CompiledPath>();
  const imagePaths = new Map<string, RelativePath>();
  let scope: Scope | null = null;
  let asked: RecordValue | null = null;
  const patterns = new Map<string, Pattern>();
  const environment = new Environment({ limits })
    .registerFunction('field(string): string', (path: string) =>
      scope ? fieldText(paths.get(path), scope) : '',
    )
    .registerFunction('image(string): string', (path: string) =>
      asked === null ? '' : bounded(textOf(imagePaths.get(path)?.(asked)[0] ?? '').trim()),
    )
    .registerFunction('mapped(string): dyn', (path: string) => scope?.mapped.get(path) ?? null)
    .registerFunction('fold(string): string', (word: string) => fold(word))
    .registerFunction(
      'matches(string, string): bool',
      (subject: string, pattern: string) => patterns.get(pattern)?.test(subject) === true,
    )
    .registerFunction('namesFigure(string, dyn, list): bool', namesFigure);
  registerName(environment, 'transaction', 'string');
  registerName(environment, 'value');
  // Registering a name takes time in every condition. A name that this text does not contain is registered only to prove it free, once.
  const names = context.names.filter((name) => text.includes(name));
  for (const name of context.names) {
    if (context.freeNames.has(name) && !names.includes(name)) continue;
    registerName(environment, name);
    context.freeNames.add(name);
  }
  const program = parse(environment, text);
  for (const {
    name,
    arguments: [first, second],
  } of calls(program.ast)) {
    if (name === 'image') bindImage(first, imagePaths, context);
    else if (name === 'matches') bindPattern(second, patterns, context);
    else bindCall(name, first, paths, context);
  }
  return (current, report, value = '', image = '') => {
    scope = current;
    asked = image;
    try {
      // Evaluates all named values, also unused ones: a value that no rule reads still gives its trace and its warnings.
      const known = variables(current, value, context.names);
      return callLibrary('cel-js', () => program(known) as unknown) === true;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      report({
        code: 'condition_failed',
        message: `The condition "${text}" could not be decided: ${error.reason}`,
      });
      return false;
    } finally {
      scope = null;
      asked = null;
    }
  };
}

const limits = {
  maxAstNodes: conditionLimits.nodes,
  maxDepth: conditionLimits.depth,
  maxListElements: conditionLimits.listElements,
};
const tooLong = `it costs too much: it has more than ${conditionLimits.nodes} parts, ${conditionLimits.depth} levels or a list of more than ${conditionLimits.listElements}; give parts of it names under values:`;

function parse(environment: Environment, text: string): ReturnType<Environment['parse']> {
  try {
    const program = callLibrary('cel-js', () => environment.parse(text));
    const problem = costProblem(program.ast);
    if (problem !== null) throw new ConditionError(problem);
    const check = callLibrary('cel-js', () => program.check());
    if (!check.valid) throw new ConditionError(firstLine(check.error));
    const type = String(check.type);
    if (type !== 'bool' && type !== 'dyn') throw new ConditionError(`it gives ${type}, not true or false`);
    return program;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new ConditionError(error.reason.startsWith('Exceeded') ? tooLong : error.reason);
  }
}

/** @throws ConditionError for a reserved word of CEL, such as `type` */
function registerName(environment: Environment, name: string, type = 'dyn'): void {
  if (tryLibrary('cel-js', () => environment.registerVariable(name, type)) === null)
    throw new ConditionError(
      `conditions keep the name "${name}" for themselves; give the one under values: another, such as ${name}_of_feed`,
    );
}

/** Compiles the path of a call. Only a literal is allowed, so that the paths that a mapping reads are known without running it. */
function bindCall(
  name: string,
  argument: unknown,
  paths: Map<string, CompiledPath>,
  context: ConditionContext,
): void {
  if (name !== 'field' && name !== 'mapped') return;
  if (typeof argument !== 'string') throw new ConditionError(`${name}(…) takes a text in quotes`);
  if (name === 'field') paths.set(argument, context.path(argument));
  else if (!context.isPayloadPath(argument)) {
    throw new ConditionError(`"${argument}" is not a payload field that is mapped before this one`);
  }
}

function bindImage(
  argument: unknown,
  paths: Map<string, RelativePath>,
  { imagePath }: ConditionContext,
): void {
  if (imagePath === null) throw new ConditionError('image(…) is only known to the conditions of photos:');
  if (typeof argument !== 'string') throw new ConditionError('image(…) takes a text in quotes');
  paths.set(argument, imagePath(argument));
}

/** Compiles the pattern of a call. Only a literal is allowed. Patterns run on RE2, in time linear in the text. */
function bindPattern(argument: unknown, patterns: Map<string, Pattern>, context: ConditionContext): void {
  if (typeof argument !== 'string')
    throw new ConditionError('matches(text, …) takes its pattern as a text in quotes');
  try {
    patterns.set(argument, context.pattern(argument));
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ConditionError(`the pattern '${argument}' cannot be understood: ${error.message}`);
  }
}

/** All calls of functions, each with its arguments; null for an argument that is no literal. */
function calls(ast: ASTNode): { name: string; arguments: readonly unknown[] }[] {
  const found: { name: string; arguments: readonly unknown[] }[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    if (!isNode(part)) return;
    if (part.op === 'call') {
      const [name, args] = part.args;
      found.push({ name, arguments: args.map((one) => (one.op === 'value' ? one.args : null)) });
    }
    visit(part.args);
  };
  visit(ast);
  return found;
}

function variables(scope: Scope, value: Value, names: readonly string[]): Record<string, unknown> {
  const all: Record<string, unknown> = { transaction: scope.transaction ?? '', value: bounded(value) };
  for (const name of names) all[name] = bounded(scope.named(name));
  return all;
}

/** A long text is cut to `textMax` characters before a condition sees it. */
function bounded<T>(value: T): T | string {
  return typeof value === 'string' && value.length > conditionLimits.textMax
    ? value.slice(0, conditionLimits.textMax)
    : value;
}

function fieldText(path: CompiledPath | undefined, scope: Scope): string {
  const [first] = path?.select(scope.record) ?? [];
  return first === undefined ? '' : bounded(textOf(first).trim());
}

/** Whether the text contains the figure followed by one of the units: `plac 591m2` names 591 in m2. */
function namesFigure(text: string, figure: unknown, units: unknown[]): boolean {
  if (typeof figure !== 'number') return false;
  const unitWords = units.map((unit) => fold(String(unit)));
  for (const [, digits = '', after = ''] of fold(text).matchAll(
    /(?<![\d.,])(\d+(?:[.,]\d+)*)\s*([^\s\d,;.()]+\d?)/gu,
  )) {
    if (!unitWords.includes(after)) continue;
    const readings = [digits.replace(',', '.'), digits.replace(/[.,](?=\d{3}(?:\D|$))/g, '')];
    if (readings.some((reading) => Number(reading) === figure)) return true;
  }
  return false;
}

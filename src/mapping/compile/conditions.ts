import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { callLibrary, ContentError, firstLine, tryLibrary } from '../../platform/library.js';
import { fold } from '../../model/fold.js';
import { conditionLimits, costProblem, isNode } from './condition-cost.js';
import type { RecordValue } from '../../model/record.js';
import { textOf, type CompiledPath, type RelativePath } from '../language/path.js';
import { PatternError, type Pattern } from '../language/patterns.js';
import type { Report, Scope, Value } from '../language/scope.js';

/** A CEL condition. Never throws: one that cannot be decided counts as not met, with a warning. */
export type Condition = (scope: Scope, report: Report, value?: Value) => boolean;

/** One that is asked of each image. */
export type ImageCondition = (scope: Scope, report: Report, value?: Value, image?: RecordValue) => boolean;

/** A condition that cannot be understood; the message says why. */
export class ConditionError extends Error {}

export interface ConditionContext {
  /** @throws PathError */
  path(text: string): CompiledPath;
  /** Names under `values:` that may be used here. */
  names: readonly string[];
  /** Those that are known to be no words of CEL; filled as conditions are compiled. */
  freeNames: Set<string>;
  isPayloadPath(path: string): boolean;
  /** @throws PatternError */
  pattern(text: string): Pattern;
  /** Of paths within an image; null where there is none. @throws PathError */
  imagePath: ((text: string) => RelativePath) | null;
}

/**
 * Compiles a condition. It sees `transaction` (`sale`, `rent` or an empty text), `value` (what the rule made), the named values, and
 * `field('path')` (text of the record, empty where absent), `mapped('payload.path')` (null where absent), `fold(text)`,
 * `matches(text, 'pattern')`, `namesFigure(text, figure, ['m2'])` (whether a text names that figure with that unit); of an image
 * `image('path')` too. What it may cost is bounded (`condition-cost.ts`).
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
  // Each name costs each condition: one that it does not write is only proven to be free, once.
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
      // All of them, written here or not: a value that no rule asks for is made here, with its trace and its warnings.
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

/** @throws ConditionError where the language keeps this name, such as `type`, for itself */
function registerName(environment: Environment, name: string, type = 'dyn'): void {
  if (tryLibrary('cel-js', () => environment.registerVariable(name, type)) === null)
    throw new ConditionError(
      `conditions keep the name "${name}" for themselves; give the one under values: another, such as ${name}_of_feed`,
    );
}

/** Arguments are known beforehand, so that what a mapping reads is known without running it. */
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

/** Patterns are compiled beforehand, and run on RE2, whatever the text. */
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

/** A condition looks at the beginning of a text that is longer than any it could need. */
function bounded<T>(value: T): T | string {
  return typeof value === 'string' && value.length > conditionLimits.textMax
    ? value.slice(0, conditionLimits.textMax)
    : value;
}

function fieldText(path: CompiledPath | undefined, scope: Scope): string {
  const [first] = path?.select(scope.record) ?? [];
  return first === undefined ? '' : bounded(textOf(first).trim());
}

/** Whether the text writes the figure with the unit behind it: `plac 591m2` names 591 in m2. */
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

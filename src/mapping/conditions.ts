import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { fold } from '../core/fold.js';
import { textOf, type CompiledPath } from './path.js';
import type { Report, Scope, Value } from './scope.js';

/** A CEL condition. Never throws: one that cannot be decided counts as not met, with a warning. */
export type Condition = (scope: Scope, report: Report, value?: Value) => boolean;

/** A condition that cannot be understood; the message says why. */
export class ConditionError extends Error {}

export interface ConditionContext {
  /** @throws PathError */
  path(text: string): CompiledPath;
  /** Names under `values:` that may be used here. */
  names: readonly string[];
  isPayloadPath(path: string): boolean;
}

/**
 * Compiles a condition. It sees `transaction` (`sale`, `rent` or an empty text), `value` (what the rule made), the named values, and
 * `field('path')` (text of the record, empty where absent), `mapped('payload.path')` (null where absent), `fold(text)`,
 * `namesFigure(text, figure, ['m2'])` (whether a text names that figure with that unit).
 * @throws ConditionError
 */
export function compileCondition(text: string, context: ConditionContext): Condition {
  const paths = new Map<string, CompiledPath>();
  let scope: Scope | null = null;
  const environment = new Environment({ limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200 } })
    .registerVariable('transaction', 'string')
    .registerVariable('value', 'dyn')
    .registerFunction('field(string): string', (path: string) =>
      scope ? fieldText(paths.get(path), scope) : '',
    )
    .registerFunction('mapped(string): dyn', (path: string) => scope?.mapped.get(path) ?? null)
    .registerFunction('fold(string): string', (word: string) => fold(word))
    .registerFunction('namesFigure(string, dyn, list): bool', namesFigure);
  for (const name of context.names) environment.registerVariable(name, 'dyn');
  const program = parse(environment, text);
  for (const { name, argument } of calls(program.ast)) bindCall(name, argument, paths, context);
  return (current, report, value = '') => {
    scope = current;
    try {
      return program(variables(current, value, context.names)) === true;
    } catch (error) {
      report({
        code: 'condition_failed',
        message: `The condition "${text}" could not be decided: ${firstLine(error)}`,
      });
      return false;
    } finally {
      scope = null;
    }
  };
}

function parse(environment: Environment, text: string): ReturnType<Environment['parse']> {
  try {
    const program = environment.parse(text);
    const check = program.check();
    if (!check.valid) throw new ConditionError(firstLine(check.error));
    const type = String(check.type);
    if (type !== 'bool' && type !== 'dyn') throw new ConditionError(`it gives ${type}, not true or false`);
    return program;
  } catch (error) {
    throw error instanceof ConditionError ? error : new ConditionError(firstLine(error));
  }
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

function calls(ast: ASTNode): { name: string; argument: unknown }[] {
  const found: { name: string; argument: unknown }[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    if (!isNode(part)) return;
    if (part.op === 'call') {
      const [name, [first]] = part.args;
      found.push({ name, argument: first?.op === 'value' ? first.args : null });
    }
    visit(part.args);
  };
  visit(ast);
  return found;
}

function isNode(part: unknown): part is ASTNode {
  return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}

function variables(scope: Scope, value: Value, names: readonly string[]): Record<string, unknown> {
  const all: Record<string, unknown> = { transaction: scope.transaction ?? '', value };
  for (const name of names) all[name] = scope.named(name);
  return all;
}

function fieldText(path: CompiledPath | undefined, scope: Scope): string {
  const [first] = path?.select(scope.record) ?? [];
  return first === undefined ? '' : textOf(first).trim();
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

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? message;
}

import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';
import type { Sample } from './prometheus-text.js';

/** What a scrape found, at a moment in seconds. */
export interface Scrape {
  at: number;
  samples: readonly Sample[];
}

interface Element {
  labels: Readonly<Record<string, string>>;
  value: number;
}
type Value = number | Element[];

/** Prometheus looks back so far for a value. */
const lookbackSeconds = 300;

/**
 * As much of PromQL as rules and dashboards here use, read by Prometheus’ own grammar; what it does not know it refuses.
 * @throws where the expression is none, or uses something else
 */
export class Promql {
  readonly #root: SyntaxNode;

  constructor(private readonly expression: string) {
    const tree = parser.parse(expression);
    tree.iterate({
      enter: ({ type, from }) => {
        if (type.isError) throw new Error(`at ${from} this is no PromQL: ${expression}`);
      },
    });
    const root = tree.topNode.firstChild;
    if (root === null) throw new Error('an empty expression');
    this.#root = root;
  }

  /** Names of the metrics that it reads. */
  metrics(): string[] {
    return this.#all('VectorSelector').map((node) => this.#text(child(node, 'Identifier')));
  }

  /** Labels that it chooses or groups by. */
  labels(): string[] {
    return [...new Set(this.#all('LabelName').map((node) => this.#text(node)))];
  }

  /** At the moment of the latest scrape. */
  at(scrapes: readonly Scrape[]): Value {
    return this.#eval(this.#root, scrapes);
  }

  #all(name: string): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    const cursor = this.#root.cursor();
    do {
      if (cursor.name === name) found.push(cursor.node);
    } while (cursor.next());
    return found;
  }

  #text(node: SyntaxNode): string {
    return this.expression.slice(node.from, node.to);
  }

  #eval(node: SyntaxNode, scrapes: readonly Scrape[]): Value {
    switch (node.name) {
      case 'ParenExpr':
        return this.#eval(first(node), scrapes);
      case 'NumberDurationLiteral':
        return Number(this.#text(node));
      case 'VectorSelector':
        return this.#latest(node, scrapes);
      case 'FunctionCall':
        return this.#call(node, scrapes);
      case 'AggregateExpr':
        return this.#aggregate(node, scrapes);
      case 'BinaryExpr':
        return this.#binary(node, scrapes);
      default:
        throw new Error(`the test does not know ${node.name}: ${this.#text(node)}`);
    }
  }

  #latest(node: SyntaxNode, scrapes: readonly Scrape[]): Element[] {
    const last = scrapes.at(-1);
    if (last === undefined) return [];
    const seen = scrapes.filter(({ at }) => at > last.at - lookbackSeconds).at(-1);
    return (seen?.samples ?? []).filter(this.#matcher(node)).map(({ labels, value }) => ({ labels, value }));
  }

  #matcher(node: SyntaxNode): (sample: Sample) => boolean {
    const metric = this.#text(child(node, 'Identifier'));
    const matchers = children(children(node, 'LabelMatchers')[0], 'UnquotedLabelMatcher').map((matcher) => {
      const name = this.#text(child(matcher, 'LabelName'));
      const wanted = JSON.parse(this.#text(child(matcher, 'StringLiteral'))) as string;
      return { name, wanted, op: this.#text(child(matcher, 'MatchOp')) };
    });
    return ({ name, labels }) =>
      name === metric &&
      matchers.every(({ name: label, wanted, op }) => {
        const value = labels[label] ?? '';
        const isEqual = op.endsWith('~') ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted;
        return op.startsWith('!') ? !isEqual : isEqual;
      });
  }

  #call(node: SyntaxNode, scrapes: readonly Scrape[]): Value {
    const name = this.#text(child(node, 'FunctionIdentifier'));
    const argument = first(child(node, 'FunctionCallBody'));
    if (name === 'increase' || name === 'rate') {
      const seconds = secondsOf(this.#text(child(argument, 'DurationExpr')));
      const grown = this.#increase(first(argument), seconds, scrapes);
      return name === 'increase' ? grown : grown.map((one) => ({ ...one, value: one.value / seconds }));
    }
    const value = this.#eval(argument, scrapes);
    if (name === 'vector' && typeof value === 'number') return [{ labels: {}, value }];
    if (typeof value === 'number') throw new Error(`${name} wants a vector`);
    if (name === 'absent') return value.length === 0 ? [{ labels: {}, value: 1 }] : [];
    if (name === 'abs') return value.map((one) => ({ ...one, value: Math.abs(one.value) }));
    throw new Error(`the test does not know the function ${name}`);
  }

  /** Without Prometheus’ extrapolation to the edges of the range. */
  #increase(node: SyntaxNode, seconds: number, scrapes: readonly Scrape[]): Element[] {
    const end = scrapes.at(-1)?.at ?? 0;
    const series = new Map<string, { labels: Element['labels']; last: number; grown: number }>();
    const matches = this.#matcher(node);
    for (const { samples } of scrapes.filter(({ at }) => at >= end - seconds))
      for (const { labels, value } of samples.filter(matches)) {
        const key = keyOf(labels);
        const known = series.get(key);
        // A counter that fell began anew.
        const step = known === undefined ? 0 : value >= known.last ? value - known.last : value;
        series.set(key, { labels, last: value, grown: (known?.grown ?? 0) + step });
      }
    return [...series.values()].map(({ labels, grown }) => ({ labels, value: grown }));
  }

  #aggregate(node: SyntaxNode, scrapes: readonly Scrape[]): Element[] {
    const op = this.#text(child(node, 'AggregateOp'));
    const value = this.#eval(first(child(node, 'FunctionCallBody')), scrapes);
    if (typeof value === 'number') throw new Error(`${op} wants a vector`);
    const [modifier] = children(node, 'AggregateModifier');
    if (children(modifier, 'Without').length > 0) throw new Error('the test does not know without');
    const by = children(children(modifier, 'GroupingLabels')[0], 'LabelName').map((name) => this.#text(name));
    return [...grouped(value, by)].map(([, members]) => ({
      labels: only(members[0]?.labels ?? {}, by),
      value: aggregated(
        op,
        members.map((one) => one.value),
      ),
    }));
  }

  #binary(node: SyntaxNode, scrapes: readonly Scrape[]): Value {
    const [left, right] = [node.firstChild, node.lastChild];
    if (left === null || right === null) throw new Error('half an operation');
    const [a, b] = [this.#eval(left, scrapes), this.#eval(right, scrapes)];
    const operator = left.nextSibling?.name ?? '';
    const [clause] = children(node, 'MatchingModifierClause');
    const on =
      clause === undefined
        ? null
        : children(children(clause, 'GroupingLabels')[0], 'LabelName').map((name) => this.#text(name));
    if (['And', 'Or', 'Unless'].includes(operator)) return setOf(operator, vector(a), vector(b), on);
    if (typeof a === 'number' && typeof b === 'number') return arithmetic(operator, a, b) ?? Number.NaN;
    if (typeof a === 'number')
      return vector(b).flatMap((one) => combined(operator, { ...one, value: a }, one.value, one.labels));
    return a.flatMap((one) => {
      const other =
        typeof b === 'number'
          ? b
          : b.find(({ labels }) => joined(labels, on) === joined(one.labels, on))?.value;
      const labels = on === null ? one.labels : only(one.labels, on);
      return other === undefined ? [] : combined(operator, one, other, labels);
    });
  }
}

/** A comparison keeps what it holds for, with its own value. */
function combined(operator: string, one: Element, other: number, labels: Element['labels']): Element[] {
  if (operator in comparisons) return comparisons[operator]?.(one.value, other) === true ? [one] : [];
  const value = arithmetic(operator, one.value, other);
  return value === null ? [] : [{ labels, value }];
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  Gtr: (a, b) => a > b,
  Gte: (a, b) => a >= b,
  Lss: (a, b) => a < b,
  Lte: (a, b) => a <= b,
  Eql: (a, b) => a === b,
  Neq: (a, b) => a !== b,
};

function arithmetic(operator: string, a: number, b: number): number | null {
  if (operator === 'Add') return a + b;
  if (operator === 'Sub') return a - b;
  if (operator === 'Mul') return a * b;
  if (operator === 'Div') return a / b;
  throw new Error(`the test does not know the operator ${operator}`);
}

function setOf(operator: string, a: Element[], b: Element[], on: readonly string[] | null): Element[] {
  const right = new Set(b.map(({ labels }) => joined(labels, on)));
  const left = new Set(a.map(({ labels }) => joined(labels, on)));
  if (operator === 'And') return a.filter(({ labels }) => right.has(joined(labels, on)));
  if (operator === 'Unless') return a.filter(({ labels }) => !right.has(joined(labels, on)));
  return [...a, ...b.filter(({ labels }) => !left.has(joined(labels, on)))];
}

function aggregated(op: string, values: readonly number[]): number {
  if (op === 'sum') return values.reduce((sum, value) => sum + value, 0);
  if (op === 'max') return Math.max(...values);
  if (op === 'min') return Math.min(...values);
  if (op === 'count') return values.length;
  throw new Error(`the test does not know ${op}`);
}

function grouped(elements: readonly Element[], by: readonly string[]): Map<string, Element[]> {
  const groups = new Map<string, Element[]>();
  for (const one of elements) {
    const key = keyOf(only(one.labels, by));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

function joined(labels: Element['labels'], on: readonly string[] | null): string {
  return keyOf(on === null ? labels : only(labels, on));
}

function only(labels: Element['labels'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)));
}

function keyOf(labels: Element['labels']): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function vector(value: Value): Element[] {
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `15m` in seconds. */
export function secondsOf(duration: string): number {
  const [, number, unit] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const factor = units[unit ?? ''];
  if (factor === undefined) throw new Error(`${duration} is no length of time`);
  return Number(number) * factor;
}

function first(node: SyntaxNode): SyntaxNode {
  if (node.firstChild === null) throw new Error(`${node.name} is empty`);
  return node.firstChild;
}

function children(node: SyntaxNode | undefined, name: string): SyntaxNode[] {
  return node?.getChildren(name) ?? [];
}

function child(node: SyntaxNode, name: string): SyntaxNode {
  const [found] = node.getChildren(name);
  if (found === undefined) throw new Error(`${node.name} has no ${name}`);
  return found;
}

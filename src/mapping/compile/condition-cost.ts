import type { ASTNode } from '@marcbachmann/cel-js';

/**
 * Limits on conditions. Together they bound the time of one evaluation: loops over lists are not nested, the test of each element is short,
 * and texts are cut to `textMax` characters.
 */
export const conditionLimits = { nodes: 300, depth: 40, listElements: 200, testNodes: 40, textMax: 20_000 };

/** Functions that loop over a list. */
const loops = new Set(['exists', 'exists_one', 'all', 'filter']);
/** Refused methods, with the reason. `map` and `bind` can build lists and texts of unbounded size. */
const builders: Readonly<Record<string, string>> = {
  map: 'map(…) is not known here; ask with exists(…) or all(…)',
  bind: 'cel.bind(…) is not known here; give the value a name under values:',
  matches: "text.matches(…) is not known here; write matches(text, 'pattern')",
};
/** Functions that are too expensive to be called for every element of a list. */
const notForEach = new Set(['split', 'join', 'field', 'mapped', 'matches', 'namesFigure']);

/** Why a condition costs too much, a sentence without its full stop; null if it does not. */
export function costProblem(ast: ASTNode): string | null {
  return problemIn(ast, null);
}

/** @param loop the function that loops around this part; null outside of loops */
function problemIn(part: unknown, loop: string | null): string | null {
  if (Array.isArray(part)) return first(part, (one) => problemIn(one, loop));
  if (!isNode(part)) return null;
  const call = callOf(part);
  if (!call) return problemIn(part.args, loop);
  const { name, receiver, args } = call;
  if (receiver !== null && Object.hasOwn(builders, name)) return builders[name] ?? null;
  if (loop !== null && (loops.has(name) || notForEach.has(name)))
    return `it costs too much: ${name}(…) stands within ${loop}(…), so it is worked out for every element of a list`;
  if (!loops.has(name)) return problemIn([receiver, args], loop);
  const size = countNodes(args);
  if (size > conditionLimits.testNodes)
    return `it costs too much: what ${name}(…) asks of every element has ${size} parts, and ${conditionLimits.testNodes} are allowed`;
  return problemIn(receiver, loop) ?? problemIn(args, name);
}

function callOf(node: ASTNode): { name: string; receiver: unknown; args: unknown } | null {
  if (node.op === 'call') return { name: node.args[0], receiver: null, args: node.args[1] };
  if (node.op === 'rcall') return { name: node.args[0], receiver: node.args[1], args: node.args[2] };
  return null;
}

function countNodes(part: unknown): number {
  if (Array.isArray(part)) return part.reduce<number>((sum, one) => sum + countNodes(one), 0);
  return isNode(part) ? 1 + countNodes(part.args) : 0;
}

function first<T>(items: readonly unknown[], find: (item: unknown) => T | null): T | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

export function isNode(part: unknown): part is ASTNode {
  return typeof part === 'object' && part !== null && 'op' in part && 'args' in part;
}

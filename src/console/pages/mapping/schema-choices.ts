/** A JSON Schema, or a part of one. */
type Node = Readonly<Record<string, unknown>>;

/** A key or a value that the schema allows. */
export interface Choice {
  name: string;
  /** The schema's description; null if it has none. */
  about: string | null;
}

/**
 * What can be typed at the end of a YAML text: keys of the map there, or values if the last line already has a key. The place in
 * the schema follows from the indentation alone, so that an unfinished text, which is not valid YAML, works too.
 * @param lines the text up to the cursor; the last line is unfinished
 */
export function choicesAt(
  lines: readonly string[],
  schema: Node,
): { kind: 'key' | 'value'; choices: Choice[] } {
  const last = lines.at(-1) ?? '';
  const value = /^\s*(?:- )*([^\s:#][^:]*):\s+[^\s]*$/.exec(last);
  const path = pathOf(lines.slice(0, -1), indentOf(last));
  if (value?.[1] !== undefined)
    return { kind: 'value', choices: atPath(schema, [...path, value[1].trim()]).flatMap(valuesOf) };
  if (!/^\s*(?:- )*[\w.-]*$/.test(last)) return { kind: 'key', choices: [] };
  return { kind: 'key', choices: unique(atPath(schema, path).flatMap(keysOf)) };
}

/** The keys of the maps around a line with this indentation, outermost first. List items add no key. */
function pathOf(lines: readonly string[], indent: number): string[] {
  const path: string[] = [];
  let bound = indent;
  for (const line of [...lines].reverse()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const own = indentOf(line);
    if (own >= bound) continue;
    const key = /^\s*(?:- )*["']?([^\s:"'#][^:"']*)["']?:/.exec(line)?.[1]?.trim();
    if (key === undefined) continue;
    path.unshift(key);
    bound = own;
  }
  return path;
}

/** The indentation of a line. The dash of a list item counts, because the item's keys are below the list's key. */
function indentOf(line: string): number {
  return /^[\s-]*/.exec(line)?.[0].length ?? 0;
}

/** Every schema that may apply at a path. */
function atPath(schema: Node, path: readonly string[]): Node[] {
  return path.reduce<Node[]>(
    (nodes, key) => nodes.flatMap((node) => childrenOf(node, key)),
    variantsOf(schema),
  );
}

/**
 * The schema itself, its alternatives (`anyOf`, `oneOf`, `allOf`), and the schemas of its list items, each with their
 * own alternatives.
 */
function variantsOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  const { anyOf, oneOf, allOf, items } = node;
  const others = [anyOf, oneOf, allOf].flatMap((some) => (Array.isArray(some) ? (some as unknown[]) : []));
  return [node, ...others.flatMap(variantsOf), ...variantsOf(items)];
}

function childrenOf(node: Node, key: string): Node[] {
  const { properties, additionalProperties } = node;
  const named = isNode(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return variantsOf(named ?? additionalProperties);
}

function keysOf({ properties }: Node): Choice[] {
  if (!isNode(properties)) return [];
  return Object.entries(properties).map(([name, of]) => ({ name, about: aboutOf(of) }));
}

function valuesOf(node: Node): Choice[] {
  const { enum: values, const: only, type } = node;
  const own = Array.isArray(values) ? (values as unknown[]) : only === undefined ? [] : [only];
  const plain = type === 'boolean' ? [true, false] : own;
  return plain.map((value) => ({ name: String(value), about: aboutOf(node) }));
}

function aboutOf(node: unknown): string | null {
  return isNode(node) && typeof node.description === 'string' ? node.description : null;
}

function unique(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map((choice) => [choice.name, choice])).values()];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
